/** A draft that waits in a composer: nothing is added to it before it was seen, and what replaces it loses nothing. */
import { expect, test } from "vitest";
import { composerEditor } from "#store/composer.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";
import { before, startSmall } from "../../support/small-client.ts";

const draft = "half a ";

/** `deploy` with a draft of an earlier run. */
async function waiting() {
  const { store, clock, client, rows, settles } = await startSmall();
  const screen = await showScreen(store, { clock, columns: 120 });
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  const text = () => composerEditor(store.getState().screen).text;
  return { store, client, screen, presses, text, rows, settles };
}

test("r shows a waiting draft as what it is, with its age, and the keys for it", async () => {
  const { screen, presses, text } = await waiting();
  expect(screen.footer.shows("r your draft")).toBe(true);
  await presses("r");
  expect(text().trim()).toBe(draft.trim());
  expect(screen.composer.shows("✎ draft from")).toBe(true);
  expect(screen.composer.shows("typing replaces it")).toBe(true);
  expect(screen.footer.shows("Right continue the draft")).toBe(true);
  screen.ends();
});

test("typing replaces a waiting draft, says so, and sends nothing of it; ^_ and ^Y bring it back", async () => {
  const { screen, presses, text, rows, settles } = await waiting();
  await presses("r");
  const waited = text();
  await presses(..."yes");
  expect(text()).toBe("yes");
  expect(screen.composer.shows("your draft was replaced ^_ restores it")).toBe(true);
  await presses("^_");
  expect(text()).toBe(waited);
  await presses("^R", "Enter");
  await settles();
  expect(rows()).toEqual([...before, "yes"]);
  await presses("r", "^Y");
  expect(text()).toBe(waited);
  screen.ends();
});

test.each(["Right", "End"])(
  "%s goes on with a waiting draft, also after Esc and r",
  async (key) => {
    const { screen, presses, text } = await waiting();
    await presses("r");
    const waited = text();
    await presses(key, "x", "Esc", "r", "y");
    expect(text()).toBe(`${waited}xy`);
    expect(screen.composer.shows("To #dev › deploy")).toBe(true);
    screen.ends();
  },
);

test("Esc leaves a waiting draft as it was, and a quote replaces it, which undo takes back", async () => {
  const { screen, presses, text, store } = await waiting();
  await presses("r");
  const waited = text();
  await presses("Esc");
  expect([text(), store.getState().screen.focus]).toEqual([waited, "pane"]);
  await presses(">");
  expect(text()).not.toContain(waited);
  await presses("^_");
  expect(text()).toBe(waited);
  screen.ends();
});
