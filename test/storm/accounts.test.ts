/**
 * Random triage in the inbox of every account while their realms fail, each in its own way: what is done in one account
 * reaches its server and no other, undo restores each, and no text of one is found anywhere in another.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { everyAccount } from "#commands/lists/list.ts";
import { chosenRows, type List } from "#store/list.ts";
import { isList } from "#store/lists.ts";
import { foreignRow } from "#store/row-keys.ts";
import { stopAll } from "../support/client.ts";
import { faultKinds } from "../support/faults.ts";
import {
  type AccountName,
  accountNames,
  type FiveRealms,
  lastInitial,
  startFive,
  strayWords,
  textsIn,
  words,
} from "../support/five-realms.ts";
import { isStorm, runs } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";

const crowd = isStorm ? 20_000 : 2_000;

const onRows = ["e", "m", "f", "b t", "U", "!", "Space", "V", "^A"];
const strokes = [...onRows, "e", "e", "j", "j", "k", "n", "N", "p", "h", "]", "["];
const steps = ["u", "u", "^R"];
const numbers = [1, 2, 3, 4, 5].map((number) => `Alt+${number}`);

const deed = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("key" as const),
      stroke: fc.constantFrom(...strokes, ...steps, ...numbers, "g i"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("start" as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reply" as const), done: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("say" as const), to: fc.nat(4), at: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(30_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("hang" as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refuse" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose" as const), of: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom(...faultKinds),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;
const deeds = fc.array(deed, { minLength: 10, maxLength: 60 });

const places = [
  { streamId: streams.general, topic: "hello" },
  { streamId: streams.dev, topic: "deploy" },
  { streamId: streams.news, topic: "today" },
  { to: [people.ana] },
] as const;

/** The accounts whose rows a key may act on. */
function chosenAccounts(list: List, shown: string): ReadonlySet<string> {
  const keys = chosenRows(list, 1, () => false).map(({ key }) => key);
  const { cursor } = list;
  const below = list.rows.filter(({ section }) => section === cursor?.key).map(({ key }) => key);
  const all = [...keys, ...below, ...(cursor === undefined ? [] : [cursor.key])];
  return new Set(all.map((key) => foreignRow(key)?.account ?? shown));
}

function doer({ program, accounts, clock }: FiveRealms) {
  let count = 0;
  const press = async (stroke: string) => {
    if (program.state().screen.dialog !== undefined) await program.press("Esc");
    const { place } = program.state().screen;
    const list = program.inbox();
    const isOpen = isList(place) && list.filter === everyAccount;
    const shown = program.shown().name;
    const chosen = chosenAccounts(list, shown);
    const before = new Map(accountNames.map((one) => [one, accounts[one].created.size]));
    await program.press(...stroke.split(" "));
    if (!isOpen || !onRows.includes(stroke)) return;
    for (const name of accountNames)
      if (accounts[name].created.size > before.get(name)!)
        expect([stroke, name, chosen.has(name)]).toEqual([stroke, name, true]);
  };
  const reply = async (isDone: boolean) => {
    const { screen } = program.state();
    if (isList(screen.place)) await program.press("Enter");
    if (program.state().screen.place.kind !== "narrow") return;
    await program.press("r");
    if (program.state().screen.focus !== "composer") return;
    count += 1;
    const word = words[program.shown().name as AccountName];
    await program.press(...`reply ${count} ${word}`, isDone ? "^S" : "Enter", "Esc");
  };
  return async (one: Deed) => {
    switch (one.kind) {
      case "key":
        return press(one.stroke);
      case "start":
        return program.press("g", "i", "g", "g", ...Array.from({ length: one.at }, () => "j"));
      case "reply":
        return reply(one.done);
      case "say": {
        count += 1;
        const name = accountNames[one.to]!;
        const text = `said ${count} ${words[name]}`;
        return void accounts[name].arrived.add(accounts[name].hears(places[one.at]!, text));
      }
      case "wait":
        return clock.pass(one.ms);
      case "hang":
        return accounts.hung.client.network.line(one.on ? "silent" : "well");
      case "refuse":
        return accounts.shut.rejects();
      case "lose":
        return void accounts[accountNames[one.of]!].realm.control.expireQueues(people.ana);
      case "fault":
        return accounts.wild.realm.control.fault({ kind: one.fault, times: one.times });
    }
  };
}

/** Everything works again, but for a key that was refused. */
async function settle({ accounts, clock }: FiveRealms): Promise<void> {
  accounts.hung.client.network.line("well");
  accounts.hung.client.network.plug(false);
  await clock.pass("1 s");
  accounts.hung.client.network.plug(true);
  accounts.wild.realm.control.clearFaults();
  await clock.pass("5 min");
}

function expectApart({ accounts, program }: FiveRealms): void {
  for (const name of accountNames) {
    const { client, disk, requests, logged, notified, said, created } = accounts[name];
    const { drafts, intents, places: kept, snoozes } = disk;
    const state = client.store.getState();
    const own =
      name === program.shown().name ? ["others", "toast", "account"] : ["account", "toast"];
    const held = textsIn({ state, disk: { drafts, intents, kept, snoozes } }, new Set(own));
    const sent = requests.flatMap(({ line, authorization, body }) => [
      line,
      atob(authorization.split(" ")[1] ?? ""),
      decodeURIComponent(body),
    ]);
    const found = { held, sent, logged, notified, said: said() };
    for (const [what, texts] of Object.entries(found))
      expect([name, what, strayWords(name, texts)]).toEqual([name, what, []]);
    if (created.size === 0) expect([name, said()]).toEqual([name, []]);
    const strays = [...created].filter((id) => !id.startsWith(`${name}-`));
    expect([name, strays]).toEqual([name, []]);
  }
}

/** Undoes whatever there is to undo, wherever it was done. */
async function undoEverything({ program, accounts }: FiveRealms): Promise<void> {
  await program.press("Esc", "Esc", "g", "i");
  const isLeft = () => program.state().screen.toast?.text !== "Nothing to undo.";
  for (let count = 0; count < 200 && isLeft(); count += 1) await program.press("u");
  for (const name of accountNames)
    expect([name, accounts[name].client.store.getState().journal.undo]).toEqual([name, []]);
}

type Marks = ReturnType<FiveRealms["accounts"]["near"]["marks"]>;

/** An account whose key was refused keeps at its server what had been done until then. */
function expectMarks({ accounts }: FiveRealms, before: ReadonlyMap<AccountName, Marks>): void {
  for (const name of accountNames) {
    const { marks, arrived, client } = accounts[name];
    if (client.store.getState().session.connection.kind !== "live") continue;
    const { unread, policies } = before.get(name)!;
    const now = marks();
    // Resolving a topic adds a message, which nothing takes back.
    const isCounted = (id: number) => id <= lastInitial || arrived.has(id);
    const expected = [...unread, ...arrived].toSorted((a, b) => a - b);
    expect([name, now.unread.filter(isCounted)]).toEqual([name, expected]);
    expect([name, now.policies]).toEqual([name, policies]);
  }
}

test("each account's deeds reach its own server, undo restores each, and no text of one is in another", async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (list) => {
      const world = await startFive(crowd);
      const { accounts, program } = world;
      expect(program.inbox().filter).toBe(everyAccount);
      const before = new Map(accountNames.map((name) => [name, accounts[name].marks()]));
      const does = doer(world);
      for (const one of list) await does(one);
      await settle(world);
      expectApart(world);
      await undoEverything(world);
      await settle(world);
      expectMarks(world, before);
      world.ends();
      // Else the realms of all runs would be in memory at once.
      await stopAll();
    }),
    { numRuns: runs(0.1, 3) },
  );
});
