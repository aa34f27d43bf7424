import { expect, test } from "vitest";
import { openMenu, showToast } from "#commands/screen.ts";
import { createRouter } from "#ui/input/router.ts";
import { acme, deployWindow, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { ownKeys, portsFor } from "../../support/key-presser.ts";

function startRouter(notice?: string) {
  const store = storeOf(acme());
  store.setState(({ session }) => ({ session: { ...session, notice } }));
  const clock = fakeClock();
  let quits = 0;
  const ports = portsFor(store, undefined, clock);
  const quit = () => {
    quits += 1;
  };
  const route = createRouter({ ...ports, context: { ...ports.context, quit } });
  return {
    store,
    clock,
    quits: () => quits,
    toast: () => store.getState().screen.toast?.text,
    press: (stroke: string) =>
      route([{ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined }], 0),
  };
}

test("a toast disappears with the first key after 1.5 s", async () => {
  const { store, clock, toast, press } = startRouter();
  showToast(store, "Saved.");
  await clock.pass("1 s");
  press("j");
  expect(toast()).toBe("Saved.");
  await clock.pass("1 s");
  press("j");
  expect(toast()).toBeUndefined();
});

test("without a key a toast disappears after ten seconds, even an error", async () => {
  const { store, clock, toast } = startRouter();
  showToast(store, "No.", "error");
  await clock.pass("9 s");
  expect(toast()).toBe("No.");
  await clock.pass("1 s");
  expect(toast()).toBeUndefined();
});

test("a key's own toast replaces the previous one", async () => {
  const { store, clock, toast, press } = startRouter();
  showToast(store, "Saved.");
  await clock.pass("2 s");
  press("u");
  expect(toast()).toBe("Nothing to undo.");
});

test("a second ^C within two seconds quits", async () => {
  const { clock, quits, press } = startRouter();
  press("^C");
  await clock.pass("1600 ms");
  press("^C");
  expect(quits()).toBe(1);
});

test("a key between two ^C drops the first one together with its question", () => {
  const { quits, press, toast } = startRouter();
  press("^C");
  expect(toast()).toBe("Press ^C again to quit.");
  press("j");
  expect(toast()).toBeUndefined();
  press("^C");
  expect(quits()).toBe(0);
  press("^C");
  expect(quits()).toBe(1);
});

test("a toast with the words of the question does not quit", () => {
  const { store, quits, press } = startRouter();
  showToast(store, "Press ^C again to quit.");
  press("^C");
  expect(quits()).toBe(0);
});

test("the notice stays, and no row moves, until Esc hides it", async () => {
  const { store, clock, press } = startRouter("A demo.");
  const notice = () => store.getState().session.notice;
  for (const key of ["j", "?", "Esc", "k"]) {
    press(key);
    await clock.pass("1 min");
  }
  expect(notice()).toBe("A demo.");
  press("Esc");
  expect(notice()).toBeUndefined();
});

test.each([
  ["B", "B is not bound here"],
  ["s", "Star or unstar: only on messages"],
  ["F5", "F5 is not bound here"],
  ["=", expect.stringMatching(/^= works in a conversation: /)],
  ["E", "Edit a scheduled or queued message: not in this list"],
  ["D", "Delete: not in this list"],
])("pressing %s in the inbox reports that it does nothing there", (key, sentence) => {
  const { toast, press } = startRouter();
  press(key);
  expect(toast()).toEqual(sentence);
});

test("in a dialog, a key of the pane below is not said to work elsewhere", () => {
  const { store, toast, press } = startRouter();
  openMenu(store, { kind: "read-everything" });
  press("V");
  expect(toast()).toMatch(/^V works when this is closed: Select a range/);
  press("^O");
  expect(toast()).toMatch(/^\^O works in the composer: /);
});

test("in the composer, a key of what is read there works when the composer is closed", () => {
  const store = storeOf(acme(), { ...readingScreen(deployWindow), focus: "composer" });
  const keys = { ...ownKeys, overrides: { "topic.mute": ["F5"] } };
  const route = createRouter(portsFor(store, undefined, fakeClock(), undefined, keys));
  route([{ kind: "key", stroke: "F5", text: undefined }], 0);
  expect(store.getState().screen.toast?.text).toMatch(/^F5 works when this is closed: Mute/);
});

test("an unbound sequence is reported in full", () => {
  const { toast, press } = startRouter();
  press("g");
  press("z");
  expect(toast()).toBe("g z is not bound here");
});

test("Esc cancels a pending sequence without a toast", () => {
  const { toast, press } = startRouter();
  press("g");
  press("Esc");
  expect(toast()).toBeUndefined();
});
