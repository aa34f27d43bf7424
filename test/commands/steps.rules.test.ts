/** Undo with rules in several accounts: the user's own steps come first, whichever account a rule acted in since. */
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { ids } from "#base/table.ts";
import { byRule } from "#journal/by-rules.ts";
import type { Store } from "#store/state.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import { acme } from "../support/acme.ts";
import { accountsOf } from "../support/live-accounts.ts";

function world() {
  const program = accountsOf({ acme: acme(), libre: acme() });
  const { clock } = program;
  let count = 0;
  const takes = (name: string, sentence: string, rule?: string) => {
    const store = program.store(name);
    const [id] = ids(store.getState().replica.messages);
    if (id === undefined) throw new Error("There are no messages.");
    count += 1;
    const origin = { clock, newId: () => `${name}-${sentence}-${count}` };
    const action = (op: "add" | "remove") => ({ kind: "star", op, ids: sorted([id]) }) as const;
    const step = { sentence, inverse: [action("remove")], location: undefined };
    addIntents(store, origin, [action("add")], { ...step, ...(rule !== undefined && { rule }) });
  };
  const shown = (name: string) => program.store(name).getState().screen.toast?.text;
  return { ...program, takes, shown };
}

function says(store: Store, text: string): void {
  changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "done", undo: true } }));
}

test("u undoes the user's last step in any account before what rules did after it", async () => {
  const { takes, press, shown, store } = world();
  takes("acme", "Own 1");
  await press("j");
  takes("libre", "Own 2");
  await press("j");
  takes("acme", byRule("Done x", "Rule"), "Rule");
  takes("libre", byRule("Done y", "Rule"), "Rule");
  await press("u");
  expect(shown("libre") ?? shown("acme")).toContain("Undid: Own 2");
  await press("u");
  expect(shown("acme")).toContain("Undid: Own 1");
  const left = [store("acme"), store("libre")].map((one) =>
    one.getState().journal.undo.map(({ sentence }) => sentence),
  );
  expect(left).toEqual([["Done x, by rule Rule"], ["Done y, by rule Rule"]]);
});

test("u undoes what a rule did while the screen says so, and when nothing of the user's own is left", async () => {
  const { takes, press, shown, store } = world();
  takes("acme", "Own");
  await press("j");
  takes("libre", "Own, too");
  await press("j");
  const sentence = byRule("Done x", "Rule");
  takes("acme", sentence, "Rule");
  says(store("acme"), sentence);
  await press("u");
  expect(shown("acme")).toContain(`Undid: ${sentence}`);
  takes("acme", byRule("Done y", "Rule"), "Rule");
  await press("u");
  expect(shown("libre") ?? shown("acme")).toContain("Undid: Own, too");
  await press("u", "u");
  expect(shown("acme")).toBe("Undid: Done y, by rule Rule");
  expect(store("acme").getState().journal.undo).toEqual([]);
});
