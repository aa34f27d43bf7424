/**
 * A small organization on a Friday morning, built from a register answer and later messages, for tests of screens.
 */
import { newBatch, values } from "#base/table.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { emptyJournal } from "#journal/journal.ts";
import { apply } from "#model/apply.ts";
import { conversationKey } from "#model/conversation.ts";
import { decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import type { History } from "#model/histories.ts";
import { type Narrow, narrowKey, type ReadNarrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Screen } from "#store/screen.ts";
import { newSession } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import { createStore } from "#store/store.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { emptyScreen } from "./empty-screen.ts";

/** UNIX seconds: Friday 2026-11-20, 11:42 UTC. */
export const now = 1_795_174_920;

const names = ["You Yourself", "Ana Ruiz", "Bo Lindqvist", "Mei Tanaka", "Priya N", "ci", "健"];
export const [you, ana, bo, mei, priya, ci, ken] = [1, 2, 3, 4, 5, 6, 7] as UserId[] as [
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
];

const streamList = [
  { name: "backend", color: "#76ce90" },
  { name: "design", color: "#e79ab5" },
  { name: "general", color: "#4f8de4" },
  { name: "ops", color: "#c6a8ad", invite_only: true },
  { name: "random", color: "#94c849", is_muted: true },
];
export const [backend, design, general, ops, random] = [11, 12, 13, 14, 15] as StreamId[] as [
  StreamId,
  StreamId,
  StreamId,
  StreamId,
  StreamId,
];

const answer = {
  queue_id: "1:1",
  last_event_id: -1,
  max_message_id: 1000,
  unread_msgs: { count: 0, streams: [], pms: [], huddles: [], mentions: [] },
  user_id: you,
  realm_name: "Acme",
  realm_url: "https://acme.example",
  user_settings: { twenty_four_hour_time: true },
  realm_emoji: {
    7: { id: "7", name: "party_crab", source_url: "/crab.png", deactivated: false },
    8: { id: "8", name: "party_shrimp", source_url: "/shrimp.png", deactivated: true },
  },
  realm_users: names.map((full_name, index) => ({
    user_id: index + 1,
    full_name,
    email: `user${index + 1}@acme.example`,
    role: 400,
    is_bot: full_name === "ci",
  })),
  subscriptions: streamList.map((stream, index) => ({
    stream_id: 11 + index,
    description: "",
    invite_only: false,
    is_muted: false,
    pin_to_top: false,
    ...stream,
  })),
  user_topics: [
    { stream_id: backend, topic_name: "deploy window", visibility_policy: 3, last_updated: 1 },
    { stream_id: backend, topic_name: "flaky tests", visibility_policy: 3, last_updated: 1 },
  ],
  presences: {
    [ana]: { active_timestamp: now - 20, idle_timestamp: now - 20 },
    [bo]: { idle_timestamp: now - 60 },
  },
  recent_private_conversations: [
    { max_message_id: 900, user_ids: [bo] },
    { max_message_id: 890, user_ids: [mei, priya] },
  ],
  server_timestamp: now,
};

export const brand = { prefix: "svc", featureLevel: 278, version: "10.0" };

/** Acme without messages. */
export function emptyAcme(): Replica {
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register") throw new Error(`${decoded.path} ${decoded.reason}`);
  return runToEnd(fromRegister(decoded.register, { epoch: 1, brand }));
}

export type MessageSpec = {
  readonly by: UserId;
  readonly text: string;
  readonly to: { readonly streamId: StreamId; readonly topic: string } | readonly UserId[];
  /** `11:38`, on the day of `now` minus `daysAgo`. */
  readonly at: string;
  readonly daysAgo?: number;
  readonly flags?: readonly string[];
  readonly reactions?: readonly { emoji_name: string; emoji_code: string; user_id: UserId }[];
  readonly edited?: boolean;
};

/** Adds messages in the order of their times; unread unless flagged `read`. */
export function withMessages(
  replica: Replica,
  specs: readonly MessageSpec[],
  firstId = 1001,
): Replica {
  const batch = newBatch("acme");
  const inOrder = specs.toSorted((a, b) => momentOf(a) - momentOf(b));
  return inOrder.reduce((known, each, index) => {
    const id = firstId + index;
    return apply(known, eventOf(each, id), batch, now * 1000);
  }, replica);
}

function eventOf(spec: MessageSpec, id: number): Event {
  const { to } = spec;
  const timestamp = momentOf(spec);
  const place = Array.isArray(to)
    ? {
        type: "private",
        subject: "",
        display_recipient: [you, ...to].map((user) => ({ id: user })),
      }
    : {
        type: "stream",
        subject: "topic" in to ? to.topic : "",
        stream_id: "streamId" in to ? to.streamId : 0,
        display_recipient: streamList[("streamId" in to ? to.streamId : 11) - 11]?.name,
      };
  return {
    id,
    type: "message",
    flags: spec.flags ?? [],
    message: {
      id,
      ...place,
      content: spec.text,
      content_type: "text/x-markdown",
      sender_id: spec.by,
      sender_full_name: names[spec.by - 1] ?? `Person ${spec.by}`,
      timestamp,
      reactions: (spec.reactions ?? []).map((each) => ({
        ...each,
        reaction_type: "unicode_emoji",
      })),
      submessages: [],
      ...(spec.edited ? { last_edit_timestamp: timestamp + 30 } : {}),
    },
  } as unknown as Event;
}

function momentOf({ at, daysAgo = 0 }: MessageSpec): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  return now - (11 * 60 + 42) * 60 + (hours * 60 + minutes) * 60 - daysAgo * 86_400;
}

/** The replica with a complete history of the narrow. */
export function withHistory(
  replica: Replica,
  narrow: Narrow,
  ids: readonly MessageId[],
  rest: Partial<Omit<History, "narrow" | "ids">> = {},
): Replica {
  const history: History = {
    narrow,
    ids,
    oldestKnown: true,
    newestKnown: true,
    epoch: replica.epoch,
    ...rest,
  };
  return { ...replica, histories: new Map(replica.histories).set(narrowKey(narrow), history) };
}

/** The IDs of the messages of one conversation, in order. */
export function idsOf(replica: Replica, narrow: Narrow): readonly MessageId[] {
  const key = narrowKey(narrow) as string;
  const ids: MessageId[] = [];
  for (const message of values(replica.messages))
    if (message.conversation === key) ids.push(message.id);
  return ids.sort((a, b) => a - b);
}

export const deployWindow: ReadNarrow = {
  kind: "topic",
  streamId: backend,
  topic: "deploy window",
};

const inTopic = (streamId: StreamId, topic: string) => ({ streamId, topic });
const deploy = inTopic(backend, "deploy window");
const read = ["read"];

/** The messages of this morning. */
export const morning: readonly MessageSpec[] = [
  { by: bo, to: deploy, at: "16:20", daysAgo: 1, flags: read, text: "4.2 is out on the canaries" },
  {
    by: mei,
    to: deploy,
    at: "16:31",
    daysAgo: 1,
    flags: read,
    text: "graphs look flat so far, :tada:",
  },
  {
    by: bo,
    to: deploy,
    at: "11:38",
    flags: read,
    edited: true,
    text: "rolling back 4.2, the pool is exhausted again",
  },
  {
    by: ana,
    to: deploy,
    at: "11:40",
    flags: ["mentioned"],
    text: "@**You Yourself** ok to roll back? the graph is at https://grafana.example/d/af2",
    reactions: [
      { emoji_name: "+1", emoji_code: "1f44d", user_id: bo },
      { emoji_name: "+1", emoji_code: "1f44d", user_id: you },
      { emoji_name: "eyes", emoji_code: "1f440", user_id: mei },
    ],
  },
  {
    by: mei,
    to: deploy,
    at: "11:41",
    text: "+1 from me. `pool_size` was never raised after the split:\n```yaml\npool_size: 10\nmax_overflow: 0\n```\nso under load every worker waits for the same ten connections",
  },
  {
    by: priya,
    to: deploy,
    at: "11:41",
    text: "> rolling back 4.2\n\nfine by me. runbook says *announce in* #**ops** first",
  },
  { by: ana, to: [ana], at: "11:02", text: "can you look at the deploy before noon?" },
  { by: ana, to: [ana], at: "11:03", text: "I am in a meeting until then" },
  {
    by: ci,
    to: inTopic(backend, "flaky tests"),
    at: "10:58",
    text: "3 failures on main, all in test_pool_recycle",
  },
  { by: bo, to: inTopic(backend, "flaky tests"), at: "11:20", text: "that one again" },
  {
    by: mei,
    to: inTopic(design, "icons"),
    at: "10:20",
    text: "new set attached, please look at the small sizes",
  },
  { by: ana, to: inTopic(design, "colours"), at: "9:55", text: "the darker one, without doubt" },
  {
    by: priya,
    to: inTopic(general, "lunch"),
    at: "11:15",
    text: "the dumpling place is open again",
  },
  { by: ken, to: inTopic(general, "日本語チーム"), at: "9:12", text: "明日の会議は十時から" },
  { by: ci, to: inTopic(ops, "backups"), at: "4:00", text: "nightly backup finished in 14 min" },
  { by: bo, to: inTopic(random, "weekend"), at: "10:00", text: "anybody up for a hike?" },
];

/** Acme with the messages of the morning, and the history of the deployment's topic. */
export function acme(): Replica {
  const known = withMessages(emptyAcme(), morning);
  return withHistory(known, deployWindow, idsOf(known, deployWindow));
}

/** A store with the replica and a live session. */
export function storeOf(
  replica: Replica,
  screen: Partial<Screen> = {},
  rest: Partial<Pick<State, "journal" | "session">> = {},
): Store {
  return createStore({
    replica,
    screen: { ...emptyScreen, ...screen },
    session: { ...newSession, connection: { kind: "live" } },
    ...rest,
  });
}

/** A screen that shows a narrow, with `newFrom` selected if present. */
export function readingScreen(narrow: ReadNarrow, newFrom?: MessageId): Partial<Screen> {
  return {
    place: { kind: "narrow", narrow },
    readers: new Map([
      [narrowKey(narrow), { selected: newFrom, top: undefined, newFrom, jumpTarget: newFrom }],
    ]),
    composing: {
      kind: "new",
      address: narrow.kind === "topic" || narrow.kind === "direct" ? narrow : undefined,
    },
  };
}

/** An intent to send a message to a conversation. */
export function sending(narrow: Narrow, content: string, intent: Partial<Intent> = {}): Intent {
  if (narrow.kind !== "topic" && narrow.kind !== "direct") throw new Error("Nobody to write to.");
  return {
    id: `send-${conversationKey(narrow)}-${content.length}` as IntentId,
    createdAt: now * 1000,
    action: { kind: "send", address: narrow, content },
    phase: "sending",
    attempts: 1,
    ...intent,
  };
}

export function journalOf(...intents: readonly Intent[]): State["journal"] {
  return { ...emptyJournal, intents: new Map(intents.map((intent) => [intent.id, intent])) };
}
