import { expect, onTestFinished, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { refreshList, setFilter } from "#commands/lists/lists.ts";
import { emptyJournal } from "#journal/journal.ts";
import { acme, ana, now, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

test("below the drafts the selected one is whole, and what does not fit is counted", async () => {
  const address = { kind: "direct", userIds: sorted([ana]) } as const;
  const draft = (text: string, age: number) => ({ address, text, updatedAt: (now - age) * 1000 });
  const drafts = new Map([
    ["d:2", draft("first\n\nwith **bold** words", 1)],
    ["d:3", draft("line\n".repeat(60), 2)],
  ]);
  const place = { kind: "drafts" } as const;
  const store = storeOf(
    acme(),
    { place, terminal: { columns: 120, rows: 34, focused: true } },
    { journal: { ...emptyJournal, drafts } },
  );
  refreshList(store, place);
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  expect(screen.pane.shows("with bold words")).toBe(true);
  keyPresser(store, screen.ui.viewport)("j");
  await screen.settles();
  expect(screen.pane.lines().at(-1)).toMatch(/\d+ more lines$/);
});

test("below the list of people stands what is known about the selected one", async () => {
  const place = { kind: "people" } as const;
  const store = storeOf(acme(), { place, terminal: { columns: 120, rows: 34, focused: true } });
  refreshList(store, place);
  setFilter(store, place, "all");
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const texts: string[] = [];
  for (const person of ["Ana Ruiz", "Bo Lindqvist"]) {
    press("/", ...person, "Tab");
    await screen.settles();
    expect(screen.pane.shows("role member")).toBe(true);
    texts.push(screen.pane.lines().slice(-8).join("\n"));
    press("Esc");
  }
  expect(texts[0]).not.toBe(texts[1]);
});
