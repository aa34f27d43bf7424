/**
 * Rules on random messages: what a client does about them is what a replay of the same messages says; and two windows do it
 * once, whatever happens to one of them.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { get, valuesBetween } from "#base/table.ts";
import type { Step } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import { judgeFor } from "#model/rules/judge.ts";
import type { Act, Rule } from "#model/rules/rule.ts";
import { follow } from "#store/follow.ts";
import { testedRow } from "#store/rules.ts";
import type { Store } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { accountFile } from "../support/account-file.ts";
import { type Client, startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { quickFolder } from "../support/folder.ts";
import { type StartedRealm, startRealm } from "../support/realm.ts";
import { rulesFor } from "../support/rules.ts";
import { patientMs, runs } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { type Stoppable, stoppable } from "../support/stoppable.ts";

const tables = {
  "Done green": 'text = "green"\ndo = "done"',
  "Done bo": 'from = "Bo*"\nstream = "dev"\ndo = "done"',
  "Later ci": 'topic = "ci"\ndo = "snooze"\nuntil = "in 2h"',
  "Later direct": 'why = "direct"\ndo = "snooze"\nuntil = "in 1h"',
  "Mute red": 'text = "red"\ndo = "mute"',
  "Tell wrote": 'why = ["wrote", "mention"]\ndo = "notify"',
  "Tell listed": 'why = "stream"\ntext = "go"\ndo = "notify"',
  "Tell alert": 'why = "alert"\ndo = "notify"',
} as const;

const places = [
  { streamId: streams.dev, topic: "deploy" },
  { streamId: streams.dev, topic: "ci" },
  { streamId: streams.dev, topic: "noise" },
  { streamId: streams.general, topic: "hello" },
  { userIds: [people.ana, people.bo] },
] as const;
const words = ["green", "red", "go", "teapot", "@**Ana Ruiz**", "@**all**", "plain"] as const;

const message = fc.record({
  by: fc.constantFrom(people.bo, people.bo, people.cleo, people.ana),
  place: fc.constantFrom(...places),
  text: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
});
type Said = typeof message extends fc.Arbitrary<infer One> ? One : never;

/** Messages that come together, a conversation whose page comes among them, and how long it takes until the next ones do. */
const bursts = fc.array(
  fc.record({
    messages: fc.array(message, { minLength: 1, maxLength: 4 }),
    ms: fc.constantFrom(2_000, 2_000, 90 * 60_000),
    opened: fc.option(fc.constantFrom(...places), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 8 },
);

const order = fc.shuffledSubarray(Object.keys(tables) as (keyof typeof tables)[], { minLength: 3 });

function inOrder(titles: readonly (keyof typeof tables)[]): readonly Rule[] {
  return rulesFor(Object.fromEntries(titles.map((title) => [title, tables[title]])));
}

async function say({ as }: StartedRealm, { by, place, text }: Said): Promise<void> {
  if ("userIds" in place)
    await as(by).say([by === people.bo ? people.ana : people.bo], text.join(" "));
  else await as(by).say(place, text.join(" "));
}

/** What was done, each as a line. */
function linesOf(acts: readonly Act[]): string[] {
  return acts.map(({ rule: { title, deed }, message: { id, conversation }, until }) => {
    if (deed.kind === "mute") return `${title}: ${conversation}`;
    return deed.kind === "snooze" ? `${title}: ${conversation} ${until}` : `${title}: ${id}`;
  });
}

function linesOfStep({ rule, done, snoozes }: Step): string[] {
  const actions = done.flatMap((action) => {
    if (action.kind === "read") return action.ids.map((id) => `${rule}: ${id}`);
    if (action.kind !== "topic-policy") throw new Error(`A rule did ${action.kind}.`);
    return [`${rule}: t:${action.streamId}:${action.topic}`];
  });
  const snoozed = [...(snoozes?.after ?? [])].map(([key, one]) => `${rule}: ${key} ${one?.until}`);
  return [...actions, ...snoozed];
}

/** What the rules do about the messages between two states, as the view was before them. */
function replayed(
  before: Replica,
  { messages, newestMessage }: Replica,
  view: Replica,
  rules: readonly Rule[],
): readonly Act[] {
  const judge = judgeFor(view, rules);
  return [...valuesBetween(messages, before.newestMessage + 1, newestMessage)].flatMap(
    (message) => judge(message)?.acts ?? [],
  );
}

/** What the client does from now on. */
function watched(store: Store): () => string[] {
  const told: string[] = [];
  follow(store, [({ session }) => session.ruled], ({ session: { ruled, rules }, view }) => {
    for (const id of ruled.notify) {
      const one = get(view.messages, id);
      if (one === undefined) throw new Error("An unknown message notifies.");
      told.push(`${id} ${rules.all.length}`);
    }
  });
  return () => told;
}

test("what a client does about messages that come is what a replay of them says", {
  timeout: patientMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(order, bursts, async (titles, all) => {
      const rules = inOrder(titles);
      const world = await startWorld(rules, 1);
      const { client } = world.windows[0]!;
      const { replica, view } = client.store.getState();
      const told = watched(client.store);
      for (const { messages, ms, opened } of all) {
        const said = messages.map((one) => say(world.realm, one));
        if (opened !== undefined && "topic" in opened)
          client.open({ kind: "topic", ...opened, streamId: opened.streamId as StreamId });
        await Promise.all(said);
        await world.clock.pass(ms);
      }
      const after = client.store.getState();
      const acts = replayed(replica, after.replica, view, rules);
      const notices = acts.filter(({ rule }) => rule.deed.kind === "notify");
      const others = acts.filter(({ rule }) => rule.deed.kind !== "notify");
      expect(after.journal.undo.flatMap(linesOfStep).sort()).toEqual(linesOf(others).sort());
      expect(told()).toEqual(notices.map(({ message: { id } }) => `${id} ${rules.length}`));
      await world.end();
    }),
    { numRuns: runs(0.3, 6) },
  );
});

const once = ["Done green", "Done bo", "Tell alert"] as const;
const happening = fc.constantFrom("nothing", "nothing", "stop", "go on", "kill");

test("of two windows, one does what is to be done, whatever happens to the other", {
  timeout: patientMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(bursts, fc.array(happening, { maxLength: 8 }), async (all, happenings) => {
      const rules = inOrder(once);
      const world = await startWorld(rules, 2);
      const { clock, windows } = world;
      const { replica, view } = windows[0]!.client.store.getState();
      const told: (() => string[])[] = windows.map(({ client }) => watched(client.store));
      for (const [at, { messages, ms }] of all.entries()) {
        const other = windows.at(-1)!;
        const again = await happens(world, other, happenings[at]);
        if (again !== undefined) told.push(watched(again.client.store));
        await Promise.all(messages.map((one) => say(world.realm, one)));
        await clock.pass(ms);
      }
      for (const { process } of windows) process.resume();
      await clock.pass("1 min");
      const after = windows[0]!.client.store.getState();
      const lines = linesOf(replayed(replica, after.replica, view, rules));
      const steps = new Map(
        windows.flatMap(({ client }) =>
          client.store.getState().journal.undo.map((step) => [step.id, step] as const),
        ),
      );
      const notices = told.flatMap((each) => each().map((id) => `Tell alert: ${id.split(" ")[0]}`));
      expect([...[...steps.values()].flatMap(linesOfStep), ...notices].sort()).toEqual(
        lines.sort(),
      );
      await world.end();
    }),
    { numRuns: runs(0.1, 3) },
  );
});

/** The window that was opened in place of the other one, if it was killed. */
async function happens(
  { kill, open, clock }: World,
  { name, process }: World["windows"][number],
  what: string | undefined,
) {
  if (what === "go on") process.resume();
  if (what === "stop" || what === "kill") process.stop();
  if (what !== "kill") return undefined;
  kill(name);
  const again = open();
  await clock.pass("5 s");
  return again;
}

type World = Awaited<ReturnType<typeof startWorld>>;

async function startWorld(rules: readonly Rule[], count: number) {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const folder = quickFolder();
  const file = accountFile(join(folder, "state.db"));
  const windows: { name: string; process: Stoppable; client: Client }[] = [];
  let opened = 0;
  const open = () => {
    opened += 1;
    const name = `window ${opened}`;
    const process = stoppable(clock);
    const storage = file.openFor(process, name);
    const client = startClient({ clock, realm: realm.realm, name, process, storage, rules });
    const window = { name, process, client };
    windows.push(window);
    return window;
  };
  const first = file.openFor(stoppable(clock), "test");
  await first.putValue(
    testedRow,
    rules.map(({ digest }) => digest),
  );
  for (let at = 0; at < count; at += 1) open();
  await clock.pass("5 s");
  const end = async () => {
    for (const { client } of windows) client.network.plug(false);
    file.close();
    rmSync(folder, { recursive: true });
  };
  return { clock, realm, windows, open, kill: file.kill, end };
}
