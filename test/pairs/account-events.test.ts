/**
 * Everything that can be written and every dialog, while another account is shown, changes, comes and goes: they are as they
 * were when one comes back, and what is answered meanwhile is told in its own account.
 */
import { expect, test } from "vitest";
import { composerEditor } from "#store/composer.ts";
import type { Store } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { startAsking } from "../support/asking.ts";
import { dialogCases } from "../support/dialog-cases.ts";
import { happenings, type Pair } from "../support/happenings.ts";
import { openAccount, programOf } from "../support/live-accounts.ts";
import { startWriting, writingModes } from "../support/writing-modes.ts";

type Started = Pair & { readonly press: (...strokes: string[]) => void };

/** The pair's account is `own`, beside another one. */
function withOther(pair: Started) {
  const names = ["own", "other", "third"];
  const named = (store: Store, name: string) => {
    changeSession(store, (session) => ({ ...session, account: openAccount(name, names) }));
    return store;
  };
  const own = named(pair.store, "own");
  const other = named(storeOf(acme()), "other");
  const program = programOf({ own, other }, pair.clock);
  const press = (...strokes: readonly string[]) => strokes.forEach(program.stroke);
  const there = { name: "other", store: other };
  const third = { name: "third", store: named(storeOf(acme()), "third") };
  return { ...pair, press, program, other, there, third };
}
type Beside = ReturnType<typeof withOther>;

const shows = async ({ program }: Beside, name: string, stroke: string) => {
  await program.press(stroke);
  expect(program.shown().name).toBe(name);
};

/** What may happen to accounts under a user's hands, by name; the own one is shown again after each. */
const changes: Readonly<Record<string, (beside: Beside) => unknown>> = {
  "the other shown": (beside) => shows(beside, "other", "Alt+2"),
  "the other signed out": ({ other }) =>
    changeSession(other, (session) => ({
      ...session,
      connection: { kind: "signed-out", sentence: "No." },
    })),
  "the other removed": ({ program }) => program.live.remove("other"),
  "the other added": ({ program, there }) => program.live.add(there),
  "a third added": ({ program, third }) => program.live.add(third),
  "a third removed": ({ program }) => program.live.remove("third"),
  "this one signed out while the other is shown": async (beside) => {
    await shows(beside, "other", "Alt+2");
    await happenings["the account signed out"]?.(beside);
  },
};

/** What the user has open and has written. */
function open({ getState }: Store) {
  const { dialog, focus, place, composing, composers } = getState().screen;
  return {
    dialog,
    focus,
    place,
    composing,
    composers,
    text: composerEditor(getState().screen).text,
  };
}

/** What a user would see of an answer there. */
function told({ getState }: Store) {
  const { screen, journal } = getState();
  const { dialog, toast, place, composing, composers } = screen;
  return { dialog, toast, place, composing, composers, intents: [...journal.intents.keys()] };
}

async function expectKept(beside: Beside): Promise<void> {
  const { program, clock, store } = beside;
  const before = open(store);
  for (const [name, change] of Object.entries(changes)) {
    await change(beside);
    await clock.pass("10 s");
    if (program.shown().name !== "own") await shows(beside, "own", "Alt+1");
    expect([name, open(store)]).toEqual([name, before]);
  }
}

test.each(Object.keys(writingModes))(
  "%s is as it was after all that happens to accounts",
  async (mode) => {
    const beside = withOther(await startWriting());
    writingModes[mode]?.(beside);
    await beside.clock.pass("5 s");
    expect(open(beside.store).text).toContain("half a thought");
    await expectKept(beside);
  },
);

test.each(dialogCases)("%s is as it was after all that happens to accounts", async (_, each) => {
  const beside = withOther(await startAsking(each));
  await each.opens(beside);
  await beside.clock.pass("5 s");
  expect(open(beside.store).dialog).toBeDefined();
  await expectKept(beside);
});

test.each(dialogCases)(
  "%s is answered in its own account while another is shown",
  async (_, each) => {
    const beside = withOther(await startAsking(each));
    const { store, other, press, clock, program } = beside;
    await each.opens(beside);
    press(...each.accepts);
    program.live.show("other");
    const before = told(other);
    await clock.pass("30 s");
    expect(told(other)).toEqual(before);
    program.live.show("own");
    expect(store.getState().session.account?.name).toBe("own");
    expect(told(other)).toEqual(before);
  },
);
