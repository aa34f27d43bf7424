/**
 * Changes of every kind with undo, faults, lost queues and killed programs: the realm ends as if all had been sent in order,
 * and the client agrees with it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { get, ids } from "#base/table.ts";
import { type Reminding, remindingOf } from "#journal/actions/reminder.ts";
import type { Action } from "#journal/intent.ts";
import { topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { Policy } from "#model/stream.ts";
import type { State } from "#store/state.ts";
import { act, redoStep, undoStep } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type Client, startClient, stopAll } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { type FaultKind, faultKinds } from "../support/faults.ts";
import "../support/properties.ts";
import { startRealm } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { streams } from "../support/small-blueprint.ts";
import { deploy } from "../support/small-client.ts";
import { memoryDisk } from "../support/storage.ts";
import { anyLevel } from "../support/versions.ts";

const messages = [101, 102, 103, 104, 105, 108, 109, 110, 111, 112, 113] as MessageId[];
const own = [102, 111, 112] as MessageId[];
const moved = 105 as MessageId;
const streamId = streams.dev as StreamId;
const thumb = { name: "+1", code: "1f44d", type: "unicode_emoji" };

type Change =
  | "star"
  | "read"
  | "react"
  | "edit"
  | "follow"
  | "bulk"
  | "status"
  | "setting"
  | "move"
  | "schedule"
  | "reschedule"
  | "unschedule"
  | "remind"
  | "unremind";

type Step =
  | { readonly kind: "change"; readonly what: Change; readonly n: number }
  | { readonly kind: "undo" | "redo" | "kill" | "expire" | "cut" | "mend" }
  | { readonly kind: "pass"; readonly ms: number }
  | {
      readonly kind: "fault";
      readonly fault: FaultKind;
      readonly path: string;
      readonly ms: number;
    };

const changes: readonly Change[] = [
  ...(["star", "read", "react", "edit", "follow", "bulk"] as const),
  ...(["status", "setting", "move", "schedule", "reschedule", "unschedule"] as const),
  // Their requests are told from each other by what is known of earlier ones.
  ...(["schedule", "reschedule", "schedule", "reschedule"] as const),
  ...(["remind", "remind", "unremind"] as const),
];
// What the server carries out only after a later request of the same change cannot end in order.
const faults = faultKinds.filter((kind) => kind !== "hang");
const paths = [
  ...["", "/messages", "/events", "/user_topics", "/users", "/scheduled", "/reminders"],
  "/register",
];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      what: fc.constantFrom(...changes),
      n: fc.nat(40),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("undo", "undo", "redo") }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("kill", "expire", "cut", "mend", "mend") }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(fc.nat(20), fc.nat(200), fc.nat(2_000), fc.nat(40_000)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom(...faults),
      path: fc.constantFrom(...paths),
      ms: fc.nat(10_000),
    }),
  },
);

const policy = (at: number, n: number, level: number): Action => {
  const policies: readonly Policy[] = [0, 1, level < since.followedPolicy ? 2 : 3];
  return { kind: "topic-policy", streamId, topic: `topic ${at}`, policy: policies[n % 3] ?? 0 };
};

/** Nothing: it cannot be done now. */
function actionsOf(
  { what, n }: Extract<Step, { readonly kind: "change" }>,
  { view, journal, replica: { realm } }: State,
  { content, at: soonest }: { readonly content: string; readonly at: number },
): readonly Action[] {
  const id = messages[n % messages.length] ?? moved;
  const op = n % 2 === 0 ? "add" : "remove";
  const timed = [...view.scheduled.values()][n % 4];
  const at = timed?.scheduled_delivery_timestamp ?? soonest;
  switch (what) {
    case "star":
    case "read":
      return [{ kind: what, op, ids: sorted([id]) }];
    case "react":
      return [{ kind: what, op, messageId: id, emoji: thumb }];
    case "edit": {
      const messageId = own[n % own.length] ?? moved;
      const was = get(view.messages, messageId)?.content;
      return was === undefined ? [] : [{ kind: what, messageId, content: `edit ${n}`, was }];
    }
    case "follow":
      return [policy(n, n, realm.featureLevel)];
    case "bulk":
      return Array.from({ length: 11 + n }, (_, each) => policy(each, n, realm.featureLevel));
    case "status":
      return [{ kind: what, text: `status ${n % 4}` }];
    case "setting":
      return [{ kind: what, property: "enter_sends", value: op === "add" }];
    case "move": {
      const topic = get(view.messages, moved)?.topic;
      // It is not shown before its event: the next one would be from where the topic was.
      const isMoving = [...journal.intents.values()].some(({ action }) => action.kind === "move");
      if (topic === undefined || isMoving) return [];
      const to = { streamId, topic: `noise ${n % 5}` };
      return [{ kind: what, messageId: moved, from: { streamId, topic }, to, mode: "change_all" }];
    }
    case "schedule":
      return [{ kind: "schedule-add", address: deploy, content, at: soonest }];
    case "reschedule":
      if (timed === undefined) return [];
      return [
        {
          ...{ kind: "schedule-edit", id: timed.scheduled_message_id, address: deploy },
          ...{ content: timed.content, at: at + 60 },
        },
      ];
    case "remind":
      return remindersOf(view, { messageId: id, at: soonest });
    case "unremind":
      return [...view.reminders.values()]
        .slice(n % 4, (n % 4) + 1)
        .map((one) => ({ kind: "remind-delete", ...remindingOf(view, one) }));
    case "unschedule":
      if (timed === undefined) return [];
      return [
        {
          ...{ kind: "schedule-delete", id: timed.scheduled_message_id, address: deploy },
          ...{ content: timed.content, at },
        },
      ];
  }
}

/** LEVEL(399): before it, nobody can tell which reminders there are. */
function remindersOf({ realm }: Replica, reminding: Reminding): readonly Action[] {
  if (realm.featureLevel < since.reminders) return [];
  return [{ kind: "remind-add", ...reminding }];
}

/** What the realm has in the end, by subject, if all is sent in order. */
function noted(expected: Map<string, unknown>, action: Action): void {
  switch (action.kind) {
    case "star":
    case "read":
      for (const id of action.ids) expected.set(`${action.kind} ${id}`, action.op === "add");
      return;
    case "react":
      return void expected.set(`react ${action.messageId}`, action.op === "add");
    case "edit":
      return void expected.set(`edit ${action.messageId}`, action.content);
    case "topic-policy":
      return void expected.set(`policy ${topicKey(streamId, action.topic)}`, action.policy);
    case "status":
      return void expected.set("status", action.text);
    case "setting":
      return void expected.set("setting", action.value);
    case "move":
      return void expected.set("move", action.to.topic);
    case "schedule-add":
    case "schedule-edit":
      return void expected.set(`scheduled ${action.content}`, action.at);
    case "schedule-delete":
      return void expected.set(`scheduled ${action.content}`, undefined);
    case "remind-add":
    case "remind-delete":
      return void expected.set(subjectOf(action), action.kind === "remind-add");
    default:
      throw new RangeError(`No change has the kind ${action.kind}.`);
  }
}

function subjectOf({ messageId, at }: Reminding): string {
  return `reminder ${messageId} ${at}`;
}

/** The same of a replica, for these subjects. */
function found(replica: Replica, subjects: Iterable<string>): Map<string, unknown> {
  const { starred, unreads, policies, statuses, settings, scheduled, ownId } = replica;
  const reminders = [...replica.reminders.values()].map((one) =>
    subjectOf(remindingOf(replica, one)),
  );
  const unread = new Set(ids(unreads.where));
  const of = (subject: string): unknown => {
    const [kind = "", name = ""] = subject.split(/ (.*)/s);
    const message = get(replica.messages, Number(name) as MessageId);
    switch (kind) {
      case "star":
        return starred.some((id) => id === Number(name));
      case "read":
        return !unread.has(Number(name) as MessageId);
      case "react":
        return message?.reactions.some(
          ({ code, userIds }) => code === thumb.code && userIds.includes(ownId),
        );
      case "edit":
        return message?.content;
      case "policy":
        return policies.get(name as ReturnType<typeof topicKey>) ?? 0;
      case "status":
        return statuses.get(ownId)?.text ?? "";
      case "setting":
        return settings["enter_sends"];
      case "move":
        return get(replica.messages, moved)?.topic;
      case "reminder":
        return reminders.filter((one) => one === subject).length === 1;
      default:
        return [...scheduled.values()].find(({ content }) => content === name)
          ?.scheduled_delivery_timestamp;
    }
  };
  return new Map([...subjects].map((subject) => [subject, of(subject)]));
}

async function storm(steps: readonly Step[], level: number): Promise<void> {
  const clock = fakeClock();
  const { realm } = startRealm({ clock, level });
  realm.control.setRealm("message_content_edit_limit_seconds", null);
  const disk = memoryDisk();
  const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
  const start = (name: string) => startClient({ clock, realm, disk, attention, name });
  let client = start("first");
  await settled(client, clock);
  const expected = new Map<string, unknown>();
  let count = 0;
  const change = (one: Extract<Step, { readonly kind: "change" }>) => {
    count += 1;
    const timed = { content: `timed ${count}`, at: Math.floor(clock.now() / 1000) + 86_400 };
    const actions = actionsOf(one, client.store.getState(), timed);
    if (act(client.store, { clock, newId: client.newId }, actions) === undefined) return;
    for (const action of actions) noted(expected, action);
  };
  const perform = async (one: Step, at: number) => {
    switch (one.kind) {
      case "change":
        return change(one);
      case "undo":
      case "redo": {
        const take = one.kind === "undo" ? undoStep : redoStep;
        const taken = take(client.store, { clock });
        const actions = one.kind === "undo" ? taken?.inverse : taken?.done;
        for (const action of actions ?? []) noted(expected, action);
        return;
      }
      case "kill":
        await clock.pass(0);
        client.disk.crash();
        client.network.plug(false);
        client = start(`start ${at}`);
        // Before, it does not know what it changes.
        while (client.store.getState().session.queueId === undefined) await clock.pass("1 s");
        return;
      case "expire":
        return void realm.control.expireQueues();
      case "cut":
      case "mend":
        return client.network.plug(one.kind === "mend");
      case "pass":
        return clock.pass(one.ms);
      case "fault":
        return realm.control.fault({
          ...{ kind: one.fault, path: one.path, delayMs: one.ms, times: 2 },
          retryAfter: one.ms / 1000,
        });
    }
  };
  for (const [at, one] of steps.entries()) await perform(one, at);
  realm.control.clearFaults();
  client.network.plug(true);
  await clock.pass("15 min");
  const fresh = startClient({ clock, realm, attention, name: "fresh" });
  for (const each of [client, fresh]) await settled(each, clock);
  const left = [...client.store.getState().journal.intents.values()];
  const open = left.filter(({ action: { kind }, phase }) => {
    // Whether it was created is for the user to decide.
    return (kind !== "schedule-add" && kind !== "remind-add") || phase !== "undecided";
  });
  const undecided = left.map(({ action }) => {
    if (action.kind === "remind-add") return subjectOf(action);
    return action.kind === "schedule-add" ? `scheduled ${action.content}` : "";
  });
  for (const subject of undecided) expected.delete(subject);
  expect(open).toEqual([]);
  for (const { store } of [client, fresh])
    expect(found(store.getState().view, expected.keys())).toEqual(expected);
}

/** With all messages loaded. */
async function settled(client: Client, clock: FakeClock): Promise<void> {
  client.open({ kind: "all" });
  await clock.pass("10 s");
}

test("for any faults, changes and their undo end as if all had been sent in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      anyLevel,
      async (steps, level) => {
        await storm(steps, level);
        await stopAll();
      },
    ),
    { numRuns: runs(0.25, 4) },
  );
});
