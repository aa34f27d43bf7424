/** What the details of a message, and the list of rules, say about rules. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { ids } from "#base/table.ts";
import { openDialog } from "#commands/screen.ts";
import type { InfoSubject } from "#store/dialog.ts";
import { nothingRuled } from "#store/rules.ts";
import { addIntents, changeSession } from "#store/store.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { rulesFor } from "../../support/rules.ts";
import { showScreen } from "../../support/screen.tsx";

async function shown(about: (id: number) => InfoSubject) {
  const store = storeOf(acme());
  const [id] = [...ids(store.getState().replica.messages)].slice(-1);
  if (id === undefined) throw new Error("There are no messages.");
  const all = rulesFor({
    Quiet: 'text = "green"\ndo = "done"',
    Changed: 'bot = true\ndo = "snooze"\nuntil = "in 2h"',
  });
  const tested = new Set([all[0]?.digest ?? ""]);
  const told = new Map([[id, ["Ran Page, by rule Fires"]]]);
  changeSession(store, (session) => ({
    ...session,
    rules: { all, tested },
    ruled: { ...nothingRuled, reports: told },
  }));
  const step = { sentence: "Done #x (1), by rule Quiet", inverse: [], location: undefined };
  const read = { kind: "read", op: "add", ids: sorted([id]) } as const;
  addIntents(store, { clock: fakeClock(), newId: () => "a" }, [read], { ...step, rule: "Quiet" });
  openDialog(store, { kind: "info", about: about(id), chosen: 0 });
  const screen = await showScreen(store);
  return screen.whole.lines().join("\n");
}

test("the details of a message say by which rule something happened", async () => {
  const text = await shown((id) => ({ kind: "message", id }) as InfoSubject);
  expect(text).toContain("What your rules did");
  expect(text).toMatch(/: Done #x \(1\), by rule Quiet/);
  expect(text).toContain("Ran Page, by rule Fires");
});

test("the list of rules says which wait, and what the others did", async () => {
  const text = await shown(() => ({ kind: "rules" }));
  expect(text).toMatch(/Quiet.*Does: mark as done\..*Done #x \(1\) .*Changed/s);
  expect(text).toMatch(/Changed.*Does: snooze, in 2h\..*It waits for weir rules test\./s);
});

test("g R shows them from the sidebar, too", async () => {
  const store = storeOf(acme());
  changeSession(store, (session) => ({
    ...session,
    rules: { all: rulesFor({ Quiet: 'text = "green"\ndo = "done"' }), tested: new Set() },
  }));
  keyPresser(store)("Esc", "g", "R");
  const { screen } = store.getState();
  expect([screen.focus, screen.dialog]).toMatchObject(["sidebar", { about: { kind: "rules" } }]);
});
