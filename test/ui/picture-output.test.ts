/** Nothing of a picture is left on the terminal after what showed it is closed, covered, resized or ended. */
import { expect, test } from "vitest";
import { closeDialog, openDialog } from "#commands/screen.ts";
import type { PictureWay } from "#pictures/drawing.ts";
import { draw } from "#pictures/drawing.ts";
import { pngOf } from "#pictures/protocols.ts";
import { type Picture, pictureKey, viewedPicture } from "#store/pictures.ts";
import type { Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { stripes } from "../support/pictures.ts";
import { showMessages } from "../support/shown-messages.ts";

const bytes = pngOf(stripes(300, 200));
const file = { realmId: "2", path: "ab/cat.png", name: "cat.png" };

async function viewing(way: PictureWay, columns = 100, rows = 30) {
  const texts = ["[a cat](/user_uploads/2/ab/cat.png)"];
  const { store, screen, ids, url: site } = await showMessages(texts, { columns, rows });
  const url = `${site}/user_uploads/2/ab/cat.png`;
  const about = { kind: "picture", messageId: ids[0]!, file, url } as const;
  let id = 0;
  /** As the session does: the picture of the open dialog, drawn for the size of the screen. */
  const draws = async () => {
    const request = viewedPicture(store.getState().screen)!;
    id += 1;
    const cell = { width: 10, height: 20 };
    const drawing = await draw({ ...request, bytes, id, way, depth: "true", cell });
    put(store, pictureKey(request), { kind: "drawn", drawing });
    await screen.settles();
    return drawing;
  };
  return {
    screen,
    store,
    draws,
    opens: async () => {
      openDialog(store, { kind: "info", about, chosen: 0 });
      await screen.settles();
      return draws();
    },
    closes: async () => {
      closeDialog(store);
      await screen.settles();
    },
    /** What stands on the screen. */
    text: () => screen.whole.lines().join("\n"),
  };
}

function put(store: Store, key: string, picture: Picture): void {
  changeSession(store, (session) => ({
    ...session,
    pictures: new Map(session.pictures).set(key, picture),
  }));
}

const eraseScreen = "\u001b[2J";

/** The part of the output that can still be on the screen. */
function sinceErased(written: string): string {
  return written.slice(written.lastIndexOf(eraseScreen) + 1);
}

test.each(["iterm", "sixel"] as const)(
  "%s: a picture over the cells goes with its dialog",
  async (way) => {
    const { screen, store, opens, closes, draws, text } = await viewing(way);
    const before = text();
    const { overlay = "" } = await opens();
    // In the cell after the frame and two blanks, in the first line inside the frame.
    const edge = screen.whole.lines().findIndex((line) => line.startsWith("┌"));
    expect(screen.written()).toContain(`\u001b7\u001b[${edge + 2};4H${overlay}\u001b8`);
    const size = screen.written().length;
    changeScreen(store, (now) => ({ ...now, toast: { text: "sent", tone: "done", undo: false } }));
    await screen.settles();
    expect(screen.written().slice(size)).not.toContain(overlay);

    await screen.resizes(90, 26);
    expect(sinceErased(screen.written())).not.toContain(overlay);
    const smaller = await draws();
    expect(sinceErased(screen.written())).toContain(smaller.overlay);

    await closes();
    expect(sinceErased(screen.written())).not.toContain(smaller.overlay);
    await screen.resizes(100, 30);
    changeScreen(store, (now) => ({ ...now, toast: undefined }));
    await screen.settles();
    expect(text()).toBe(before);

    await opens();
    screen.ends();
    expect(sinceErased(screen.written())).not.toContain(overlay);
  },
);

test("sixel: with another font the picture is asked for anew, and the one of the font before is erased", async () => {
  const { screen, store, opens, draws } = await viewing("sixel");
  const { overlay = "" } = await opens();
  const cell = { width: 6, height: 12 };
  changeScreen(store, (now) => ({ ...now, terminal: { ...now.terminal, cell } }));
  await screen.settles();
  expect(viewedPicture(store.getState().screen)?.cell).toEqual(cell);
  expect(sinceErased(screen.written())).not.toContain(overlay);
  const smaller = await draws();
  expect(sinceErased(screen.written())).toContain(smaller.overlay);
  screen.ends();
});

test("sixel: a repaint draws the picture again, and a stalled terminal gets it when it reads", async () => {
  const { screen, opens } = await viewing("sixel");
  const { overlay = "" } = await opens();
  screen.ui.repaint();
  await screen.settles();
  expect(sinceErased(screen.written())).toContain(overlay);
  screen.stalls();
  screen.ui.repaint();
  await screen.settles();
  await screen.reads();
  expect(sinceErased(screen.written())).toContain(overlay);
  screen.ends();
});

test.each(["kitty", "kitty-tmux"] as const)(
  "%s: what was sent is removed, and no cell refers to it",
  async (way) => {
    const { screen, store, opens, closes, draws, text } = await viewing(way);
    const before = text();
    const first = await opens();
    expect(screen.written()).toContain(first.upload);
    expect(text()).toContain("\u{10eeee}");
    await screen.resizes(60, 20);
    const second = await draws();
    expect(screen.written()).toContain(second.upload);
    await closes();
    expect(text()).not.toContain("\u{10eeee}");
    await screen.resizes(100, 30);
    expect(text()).toBe(before);

    changeSession(store, (session) => {
      const [, ...kept] = [...session.pictures];
      return { ...session, pictures: new Map(kept) };
    });
    await screen.settles();
    expect(screen.written()).toContain(first.removal);
    expect(screen.written()).not.toContain(second.removal);
    const size = screen.written().length;
    screen.ui.resume();
    expect(screen.written().slice(size)).toContain(second.upload);
    screen.ends();
    expect(screen.written().slice(size)).toContain(second.removal);
  },
);

test("blocks: a picture fits a dialog that is 20 columns wide, and leaves nothing", async () => {
  const { screen, opens, closes, text } = await viewing("blocks", 20, 12);
  const before = text();
  const { lines, columns } = await opens();
  expect(columns).toBeLessThanOrEqual(15);
  expect(text()).toContain("▀".repeat(columns));
  expect(screen.whole.lines().filter((line) => line.includes("▀"))).toHaveLength(lines.length);
  await closes();
  expect(text()).toBe(before);
  screen.ends();
});

test.each(["sixel", "kitty"] as const)(
  "%s: another account is shown without the picture, and then this one with it again",
  async (way) => {
    const { screen, store, opens, text } = await viewing(way);
    const { overlay = "", upload = "", removal = "" } = await opens();
    const withPicture = text();
    const other = storeOf(acme());
    changeScreen(other, (now) => ({ ...now, terminal: store.getState().screen.terminal }));
    let size = screen.written().length;
    screen.ui.show(other);
    await screen.settles();
    expect(screen.whole.shows("cat.png")).toBe(false);
    if (way === "sixel") expect(sinceErased(screen.written())).not.toContain(overlay);
    else expect(screen.written().slice(size)).toContain(removal);
    size = screen.written().length;
    screen.ui.show(store);
    await screen.settles();
    expect(screen.written().slice(size)).toContain(way === "sixel" ? overlay : upload);
    expect(text()).toBe(withPicture);
    screen.ends();
  },
);

test("kitty: another program gets the terminal without pictures, and those still kept are sent after it", async () => {
  const { screen, store, opens } = await viewing("kitty");
  const { removal = "", upload = "" } = await opens();
  let size = screen.written().length;
  screen.lends();
  expect(screen.written().slice(size)).toBe(removal);
  await screen.takesBack();
  expect(screen.written().slice(size)).toContain(upload);

  screen.lends();
  size = screen.written().length;
  changeSession(store, (session) => ({ ...session, pictures: new Map() }));
  await screen.takesBack();
  expect(screen.written().slice(size)).not.toContain(upload);
  screen.ends();
});

test("through tmux, what was sent while its pane may have been hidden is sent again with the focus", async () => {
  const { screen, store, opens } = await viewing("kitty-tmux");
  const focus = async (focused: boolean) => {
    const size = screen.written().length;
    changeScreen(store, (now) => ({ ...now, terminal: { ...now.terminal, focused } }));
    await screen.settles();
    return screen.written().slice(size);
  };
  await focus(false);
  const { upload = "" } = await opens();
  expect(await focus(true)).toContain(upload);
  await focus(false);
  expect(await focus(true)).not.toContain(upload);
  screen.ends();
});
