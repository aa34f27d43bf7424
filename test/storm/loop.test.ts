/** For late, repeated or missing events and new queues, a client ends with the same replica as a new one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { idsOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { History } from "#model/histories.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { type LineState, startClient } from "../support/client.ts";
import type { FaultKind } from "../support/faults.ts";
import { refusingQueues } from "../support/refusing-queues.ts";
import { runs } from "../support/runs.ts";
import { deploy, startSmall } from "../support/small-client.ts";
import { anyLevel } from "../support/versions.ts";

/** A change of the message `at` by a user. */
type Change =
  | { readonly kind: "edit" | "delete" | "read" | "unread" | "star" | "react"; readonly at: number }
  | { readonly kind: "move"; readonly at: number; readonly topic: string };

type Step =
  | Change
  | { readonly kind: "say"; readonly by: number; readonly where: number }
  | { readonly kind: "fault"; readonly fault: FaultKind; readonly ms: number }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "expire" | "cut" | "mend" | "refuse queues" | "accept queues" }
  | { readonly kind: "line"; readonly state: LineState };

const places = [
  { streamId: 2, topic: "deploy" },
  { streamId: 2, topic: "noise" },
  { streamId: 1, topic: "hello" },
  [11, 12],
  [11, 12, 13],
] as const;

const step = fc.oneof(
  fc.record({ kind: fc.constant("say"), by: fc.nat(1), where: fc.nat(places.length - 1) }),
  fc.record({
    kind: fc.constantFrom("edit", "delete", "read", "unread", "star", "react"),
    at: fc.nat(30),
  }),
  fc.record({
    kind: fc.constant("move"),
    at: fc.nat(30),
    topic: fc.constantFrom("deploy", "Deploy", "noise", "new"),
  }),
  fc.record({
    kind: fc.constant("fault"),
    fault: fc.constantFrom("delay", "drop before", "drop after", "bad gateway", "truncate"),
    ms: fc.nat(60_000),
  }),
  fc.record({ kind: fc.constant("pass"), ms: fc.oneof(fc.nat(300), fc.nat(40_000)) }),
  fc.record({
    kind: fc.constantFrom("expire", "cut", "mend", "refuse queues", "accept queues"),
  }),
  fc.record({
    kind: fc.constant("line"),
    state: fc.constantFrom<LineState>("well", "silent", "deaf"),
  }),
) as fc.Arbitrary<Step>;

type World = Awaited<ReturnType<typeof startSmall>>;

function change({ bo, cleo, ana, realm }: World, one: Change): Promise<unknown> {
  const ids = [...realm.control.server.state.messages.byId.keys()];
  const id = ids[one.at % ids.length];
  const flags = (op: string, flag: string) =>
    ana.post("/messages/flags", { messages: [id], op, flag });
  switch (one.kind) {
    case "edit":
      return bo.patch(`/messages/${id}`, { content: "said otherwise" });
    case "delete":
      return cleo.delete(`/messages/${id}`);
    case "read":
      return flags("add", "read");
    case "unread":
      return flags("remove", "read");
    case "star":
      return flags("add", "starred");
    case "react":
      return bo.post(`/messages/${id}/reactions`, { emoji_name: "+1" });
    case "move":
      return cleo.patch(`/messages/${id}`, { topic: one.topic, propagate_mode: "change_later" });
  }
}

function say({ bo, cleo }: World, by: number, where: number): Promise<unknown> {
  return (by === 0 ? bo : cleo).say(places[where] ?? places[0], "said");
}

async function take(world: World, one: Step): Promise<void> {
  const { clock, client, control } = world;
  switch (one.kind) {
    case "pass":
      return clock.pass(one.ms);
    case "expire":
      control.expireQueues();
      return;
    case "cut":
    case "mend":
      return client.network.plug(one.kind === "mend");
    case "refuse queues":
      return client.network.replace(refusingQueues(world.realm));
    case "accept queues":
      return client.network.replace(world.realm);
    case "line":
      return client.network.line(one.state);
    case "fault":
      return control.fault({ kind: one.fault, delayMs: one.ms, method: "GET" });
    case "say":
      // Variation may delay the answer, and a rejection does not matter.
      void say(world, one.by, one.where).catch(() => undefined);
      return;
    default:
      void change(world, one).catch(() => undefined);
  }
}

/** The parts of a register that this test changes, for comparing replicas. */
function essence({ unreads, starred, directs }: Replica) {
  const groups = [...unreads.streams.values(), unreads.directs];
  const unread: [ConversationKey, readonly number[], readonly number[]][] = groups
    .flatMap((group) => [...group])
    .map(([key, { ids, mentions }]) => [key, idsOf(ids), idsOf(mentions)]);
  return {
    unread: unread.sort(([a], [b]) => (a < b ? -1 : 1)),
    starred,
    directs: [...directs.keys()].sort(),
  };
}

function messagesOf(replica: Replica) {
  const history = replica.histories.get(narrowKey(deploy));
  return history?.ids.map((id) => get(replica.messages, id));
}

async function storm(
  steps: readonly Step[],
  variation: number | undefined,
  level: number,
): Promise<void> {
  const world = await startSmall({ variation, level });
  for (const one of steps) await take(world, one);
  const { clock, client, control, realm, store, connection } = world;
  control.clearFaults();
  client.network.replace(realm);
  client.network.plug(true);
  client.network.line("well");
  await clock.pass("3 min");
  expect(connection()).toEqual({ kind: "live" });
  expect(store.getState().session.quarantined).toEqual([]);

  const fresh = startClient({ clock, realm, name: "fresh" });
  await clock.pass("5 s");
  fresh.open(deploy);
  await clock.pass("10 s");
  const [lived, told] = [store.getState().replica, fresh.store.getState().replica];
  expect(essence(lived)).toEqual(essence(told));
  expect(messagesOf(lived)).toEqual(messagesOf(told));
  const ends = (history: History | undefined) => [history?.oldestKnown, history?.newestKnown];
  expect(ends(lived.histories.get(narrowKey(deploy)))).toEqual([true, true]);
}

test("after any faults, the replica equals a new register, and the open narrow has the server's messages", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.option(fc.nat(), { nil: undefined }),
      anyLevel,
      storm,
    ),
    { numRuns: runs(0.25, 6) },
  );
});
