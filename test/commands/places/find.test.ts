/** Find in the open conversation. */
import { expect, onTestFinished, test } from "vitest";
import { openReader } from "#commands/screen.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { hitBackground, showScreen } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

async function reading() {
  const store = storeOf(replica, readingScreen(deployWindow, ids[1]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  const selected = () => openReader(store.getState().screen)?.selected;
  /** The texts on the screen with the background of matches. */
  const marked = () => {
    const found: string[] = [];
    for (let row = 0; row < 34; row++) {
      let run = "";
      for (let column = 0; column <= 120; column++) {
        const cell = screen.cell(column, row);
        if (cell.background === hitBackground) run += cell.text;
        else if (run !== "") {
          found.push(run);
          run = "";
        }
      }
    }
    return found;
  };
  return { store, screen, presses, selected, marked };
}

test("every match is highlighted, Enter keeps them, n and N cycle, and Esc restores n", async () => {
  const { screen, presses, selected, marked, store } = await reading();
  await presses("/", ..."ROLL");
  expect(marked()).toEqual(["roll", "roll", "roll"]);
  expect(screen.title.shows("/ ROLL 1 of 3")).toBe(true);
  expect(selected()).toBe(ids[2]);
  await presses("Enter", "n");
  expect(selected()).toBe(ids[3]);
  expect(screen.footer.shows("n next match")).toBe(true);
  await presses("n", "n");
  expect(selected()).toBe(ids[2]);
  await presses("N");
  expect(selected()).toBe(ids[5]);
  await presses("Esc");
  expect(marked()).toEqual([]);
  expect(selected()).toBe(ids[5]);
  const { place } = store.getState().screen;
  await presses("n");
  expect(store.getState().screen.place).not.toEqual(place);
});

test("Esc in the input restores the selection", async () => {
  const { presses, selected, marked } = await reading();
  await presses("/", ..."runbook");
  expect(selected()).toBe(ids[5]);
  await presses("Esc");
  expect(selected()).toBe(ids[1]);
  expect(marked()).toEqual([]);
});

test("without a match the title says so, and Enter ends the search", async () => {
  const { screen, presses, selected } = await reading();
  await presses("/", ..."zebra");
  expect(screen.title.shows("/ zebra not found")).toBe(true);
  await presses("Enter");
  expect(screen.title.shows("zebra")).toBe(false);
  expect(selected()).toBe(ids[1]);
});

test("other keys of the reader work while stepping through matches", async () => {
  const { presses, store } = await reading();
  await presses("/", ..."roll", "Enter", "r");
  expect(store.getState().screen.focus).toBe("composer");
});
