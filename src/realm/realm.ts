/** The embedded realm: a complete server as a function from request to response. */
import type { Clock } from "#base/clock.ts";
import { type Log, silent } from "#base/log.ts";
import { below, type Random } from "#base/random.ts";
import { emojiByName } from "#emoji/catalogue.ts";
import { armDelivery } from "#realm/actions/delivery.ts";
import { widgetOf } from "#realm/actions/send.ts";
import {
  type DeliveredMessage,
  type ResidentPort,
  residentPort,
} from "#realm/residents/residents.ts";
import type {
  Blueprint,
  BlueprintMessage,
  BlueprintProfileField,
  Destination,
  You,
} from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/apply.ts";
import { apply } from "#realm/state/apply.ts";
import { addMessage, type Message, noMentions } from "#realm/state/messages.ts";
import type { ProfileField } from "#realm/state/people.ts";
import { alertPattern, type Scheduled } from "#realm/state/personal.ts";
import {
  activeEmoji,
  type Customization,
  hasReceived,
  othersOf,
  type State,
  stateOf,
} from "#realm/state/state.ts";
import { type Stream, streamFacts } from "#realm/state/streams.ts";
import { reminderText } from "#realm/views/personal.ts";
import { since } from "#wire/levels.ts";
import { defaultLevel } from "#wire/limits.ts";
import { type Control, controlOf, type Faults } from "./control.ts";
import { noTopic } from "./empty-topic.ts";
import { Refusal, StateFileProblem } from "./failures.ts";
import { handlerOf } from "./handle.ts";
import { rendererOf, topicReaderOf } from "./html.ts";
import type { Server } from "./server.ts";
import { noVariation, rateLimits, variation } from "./server.ts";
import { type SignInWay, signInOf, takesPasswords } from "./sign-in-ways.ts";
import type { Save } from "./state-file.ts";

export type RealmOptions = {
  readonly clock: Clock;
  readonly random: Random;
  readonly blueprint: Blueprint;
  /** Feature level, up to `newestLevel`; `defaultLevel` when absent. */
  readonly level?: number | undefined;
  /** The prefix in `<brand>_feature_level`. */
  readonly brand?: string | undefined;
  /** In the order in which they are offered; a password when absent. */
  readonly signIn?: readonly SignInWay[] | undefined;
  /** 200 requests a minute unless false. */
  readonly rateLimit?: boolean | undefined;
  /** The seed; without it nothing varies. */
  readonly variation?: number | undefined;
  /** The minimum time between two heartbeats of a poll; 45 s by default. */
  readonly heartbeatMs?: number | undefined;
  readonly save?: Save | undefined;
  readonly log?: Log | undefined;
};

/** An account with credentials. */
export type Account = {
  readonly email: string;
  readonly full_name: string;
  readonly user_id: number;
  readonly role: number;
  readonly api_key: string;
  /** Absent if only the key is accepted. */
  readonly password?: string | undefined;
};

export type Realm = {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The blueprint's main account comes first. */
  readonly accounts: readonly Account[];
  readonly control: Control;
  /** The interface for residents. */
  readonly port: ResidentPort;
  /** Calls the listener for every message; the returned function unsubscribes. */
  readonly onMessage: (listener: (message: DeliveredMessage) => void) => () => void;
  /** Answers all waiting polls. */
  readonly stop: () => void;
};

export function createRealm(options: RealmOptions): Realm {
  const blueprint = options.save?.blueprint ?? options.blueprint;
  const stopping = new AbortController();
  const server = serverOf(options, blueprint, stopping.signal);
  armDelivery(server);
  const faults: Faults = [];
  const control = controlOf(server, faults);
  return {
    fetch: handlerOf(server, faults, control),
    accounts: accountsOf(server, takesPasswords(server.signIn.ways)),
    control,
    port: residentPort(server),
    onMessage: (listener) => listen(server, listener),
    stop: () => stopping.abort(),
  };
}

/** The realm's URL until the first request. */
const unvisited = "http://localhost";

function serverOf(options: RealmOptions, blueprint: Blueprint, stopped: AbortSignal): Server {
  const { clock, random, save, log = silent } = options;
  const brand = options.brand ?? "svc";
  const level = options.level ?? defaultLevel;
  const server: Server = {
    ...worldOf(blueprint, level),
    queues: new Map(),
    clock,
    random,
    you: blueprint.you.userId,
    brand,
    level,
    // Distinguishes realms that start in the same second.
    generation: Math.floor(clock.now() / 1000) + below(random, 1_000_000),
    maxUnreadListed: 50_000,
    runsOutOfTime: false,
    mails: [],
    fileLinks: new Map(),
    uploads: new Map(),
    delivery: { isArmed: false },
    keep: () => undefined,
    variation: options.variation === undefined ? noVariation : variation(options.variation),
    rates: rateLimits(clock, options.rateLimit ?? true),
    signIn: signInOf(options.signIn),
    presences: initialPresences(blueprint, Math.floor(clock.now() / 1000)),
    emoji: (name) => emojiOf(server.state, brand, name),
    log,
    heartbeatMs: options.heartbeatMs ?? 45_000,
    onMessage: new Set(),
    stopped,
    url: unvisited,
  };
  if (save !== undefined) {
    save.restore((change) => apply(server.state, change));
    server.keep = (changes) => keepIn(save, changes, log);
  }
  return server;
}

function keepIn(save: Save, changes: readonly Change[], log: Log): void {
  try {
    save.append(changes);
  } catch (problem) {
    log.warn("The state file failed.", { problem: String(problem) });
    if (!(problem instanceof StateFileProblem)) throw problem;
    throw new Refusal(problem.message, { code: "", status: 500 });
  }
}

/** Custom emoji first, then the one that every realm has, then Unicode. */
function emojiOf({ customization }: State, brand: string, name: string) {
  const custom = activeEmoji(customization, name);
  if (custom !== undefined) return realmEmoji(custom);
  if (name === brand) return { code: brand, type: `${brand}_extra_emoji` };
  return unicodeEmoji(name);
}

function initialPresences({ users }: Blueprint, seconds: number): Server["presences"] {
  return new Map(
    users.flatMap(({ id, presence }) => {
      if (presence === undefined) return [];
      const active = presence === "active" ? seconds : seconds - 1_800;
      return [[id, { active, idle: seconds }] as const];
    }),
  );
}

function accountsOf({ state, you }: Server, hasPasswords: boolean): readonly Account[] {
  const accounts = [...state.people.byId.values()].flatMap(
    ({ loginEmail: email, fullName: full_name, id: user_id, role, apiKey: api_key, ...person }) => {
      const password = hasPasswords ? person.password : undefined;
      return api_key === undefined ? [] : [{ email, full_name, user_id, role, api_key, password }];
    },
  );
  return accounts.sort((a, b) => Number(b.user_id === you) - Number(a.user_id === you));
}

function listen(server: Server, listener: (message: DeliveredMessage) => void): () => void {
  const watch: Parameters<Server["onMessage"]["add"]>[0] = (message) => {
    const { id, senderId, content, streamId, topic, participants } = message;
    const place = streamId === undefined ? { to: participants } : { streamId, topic };
    listener({ id, senderId, content, place });
  };
  server.onMessage.add(watch);
  return () => void server.onMessage.delete(watch);
}

// The state of a realm from its blueprint: people, streams and texts directly, everything else as changes.

/** The state, and the renderer of its texts, which resolves mentions by the names in it. */
export function worldOf(
  blueprint: Blueprint,
  level: number,
): Pick<Server, "state" | "render" | "topicLinks"> {
  const state = stateOf(blueprint);
  const render = rendererOf(state, level);
  for (const drawn of blueprint.messages) {
    const message = messageOf(drawn, state.customization, level);
    // Rendering all messages would dominate the start, and few are ever requested.
    if (message.content.includes("@*"))
      message.mentions = { ...render(message.content).mentions, participants: [] };
    addMessage(state.messages, message);
  }
  for (const change of initialChanges(blueprint, state, level)) apply(state, change);
  raiseAlerts(state, blueprint.you.userId);
  return { state, render, topicLinks: topicReaderOf(state) };
}

function messageOf(drawn: BlueprintMessage, { emoji }: Customization, level: number): Message {
  const { id, senderId, content, sentAt, editedFrom } = drawn;
  const streamId = "streamId" in drawn ? drawn.streamId : undefined;
  return {
    id,
    senderId,
    content,
    sentAt,
    client: "website",
    streamId,
    sentIn: streamId,
    topic: "topic" in drawn ? topicOf(drawn.topic, level) : "",
    participants: "to" in drawn ? drawn.to : [],
    readBySender: true,
    mentions: noMentions,
    reactions: (drawn.reactions ?? []).flatMap(({ userId, name }) => {
      const custom = [...emoji.values()].find((one) => one.name === name);
      const known = custom === undefined ? unicodeEmoji(name) : realmEmoji(custom);
      return known === undefined ? [] : [{ userId, name, ...known }];
    }),
    edits:
      editedFrom === undefined ? [] : [{ userId: senderId, at: sentAt + 60, content: editedFrom }],
    submessages: [],
    lostBy: undefined,
  };
}

/** LEVEL(334): topics are not empty before it. */
function topicOf(topic: string, level: number): string {
  return topic === "" && level < since.emptyTopics ? noTopic : topic;
}

/** Of messages that were there before the alert words. */
function raiseAlerts(state: State, userId: number): void {
  const { alertWords, alerted } = state.personal.get(userId) ?? { alertWords: [] };
  const pattern = alertPattern(alertWords);
  if (pattern === undefined) return;
  for (const message of state.messages.byId.values()) {
    const isAlert = pattern.test(message.content) && hasReceived(state, userId, message);
    if (isAlert) alerted?.add(message.id);
  }
}

function realmEmoji({ id }: { readonly id: number }) {
  return { code: String(id), type: "realm_emoji" };
}

function unicodeEmoji(name: string) {
  const emoji = emojiByName(name);
  return emoji === undefined ? undefined : { code: emoji.code, type: "unicode_emoji" };
}

/** In the order of application. `state` has the streams and messages of the blueprint. */
function initialChanges(blueprint: Blueprint, state: State, level: number): readonly Change[] {
  const streams = state.streams.byId;
  return [
    ...profileChanges(blueprint),
    ...folderChanges(blueprint),
    ...ownChanges(blueprint, streams),
    ...keptChanges(blueprint.you, state, level),
    ...widgetChanges(blueprint.messages),
    ...blueprint.streams.flatMap(({ id, isArchived = false }): readonly Change[] => {
      const stream = streams.get(id);
      if (!isArchived || stream === undefined) return [];
      const isGone = level < since.archivedStreams;
      return [{ kind: "stream saved", stream: { ...streamFacts(stream), isArchived, isGone } }];
    }),
  ];
}

function folderChanges({ folders = [], streams: [first] }: Blueprint): readonly Change[] {
  const createdAt = first?.createdAt ?? 0;
  const common = { creatorId: null, createdAt, isArchived: false };
  const all = folders.map((folder, at) => ({ id: at + 1, ...folder, ...common }));
  return all.length === 0 ? [] : [{ kind: "folders set", folders: all }];
}

function profileChanges({ profileFields = [], users }: Blueprint): readonly Change[] {
  if (profileFields.length === 0) return [];
  return [
    { kind: "profile fields set", fields: profileFields.map(fieldOf) },
    ...users.flatMap(({ id, profile }): readonly Change[] =>
      profile === undefined ? [] : [{ kind: "person changed", personId: id, facts: { profile } }],
    ),
  ];
}

function fieldOf(drawn: BlueprintProfileField, at: number): ProfileField {
  const { type, name, hint = "", data, inSummary = false } = drawn;
  const text = data === undefined ? "" : JSON.stringify(data);
  return { id: at + 1, type, name, hint, data: text, isRequired: false, inSummary };
}

const policies = { muted: 1, unmuted: 2, followed: 3 } as const;

function ownChanges(
  { you, users }: Blueprint,
  streams: ReadonlyMap<number, Stream>,
): readonly Change[] {
  const { userId, scheduled = [], mutedPeople = [], alertWords } = you;
  if (!users.some(({ id }) => id === userId)) return [];
  const readBySender = true;
  const client = "website";
  return [
    { kind: "flag changed", userId, op: "remove", flag: "read", ids: you.unread },
    { kind: "flag changed", userId, op: "add", flag: "starred", ids: you.starred },
    { kind: "alert words set", userId, words: alertWords },
    ...you.subscriptions.flatMap(({ streamId, color, isMuted, pinToTop }): readonly Change[] => {
      const all = [
        ["color", color],
        ["is_muted", isMuted],
        ["pin_to_top", pinToTop],
      ] as const;
      return all.flatMap(([property, value]) =>
        value === undefined
          ? []
          : [{ kind: "subscription set", userId, streamId, property, value }],
      );
    }),
    ...you.topicPolicies.map(({ policy, ...place }): Change => {
      const at = streams.get(place.streamId)?.createdAt ?? 0;
      return {
        kind: "topic policy set",
        userId,
        entry: { ...place, policy: policies[policy], at },
      };
    }),
    {
      kind: "drafts saved",
      userId,
      drafts: you.drafts.map(({ content, savedAt: timestamp, ...place }, at) => {
        const { to, ...address } = addressOf(place, userId);
        return { id: at + 1, ...address, to: [to].flat(), content, timestamp };
      }),
    },
    ...scheduled.map(({ content, at, failed = false, ...place }, index): Change => {
      const address = addressOf(place, userId);
      const one = { id: index + 1, ...address, content, at, failed, readBySender, client };
      return { kind: "scheduled saved", userId, scheduled: one };
    }),
    ...mutedPeople.map(
      ({ userId: otherId, at }): Change => ({ kind: "person muted", userId, otherId, at }),
    ),
  ];
}

/** What the user keeps on the server. */
function keptChanges(
  { userId, snippets = [], reminders = [] }: You,
  state: State,
  level: number,
): readonly Change[] {
  const kept = snippets.map(({ savedAt, ...text }, at) => ({
    id: at + 1,
    createdAt: savedAt,
    ...text,
  }));
  const due = reminders.flatMap(({ messageId, note, at }, index) => {
    const message = state.messages.byId.get(messageId);
    return message === undefined
      ? []
      : [{ id: index + 1, messageId, content: reminderText({ state, level }, message, note), at }];
  });
  return [
    ...(kept.length === 0 ? [] : [{ kind: "snippets set", userId, snippets: kept } as const]),
    ...(due.length === 0 ? [] : [{ kind: "reminders set", userId, reminders: due } as const]),
  ];
}

function addressOf(place: Destination, userId: number): Pick<Scheduled, "type" | "to" | "topic"> {
  if ("streamId" in place) return { type: "stream", to: place.streamId, topic: place.topic };
  return { type: "private", to: othersOf(place.to, userId), topic: "" };
}

/** The submessages of polls and to-do lists, including votes and ticks. */
function widgetChanges(messages: readonly BlueprintMessage[]): readonly Change[] {
  let newest = 0;
  return messages.flatMap(({ id, senderId, content, ticks = [] }) => {
    const added = (userId: number, text: string): Change => {
      newest += 1;
      const submessage = { id: newest, senderId: userId, type: "widget", content: text };
      return { kind: "submessage added", id, submessage };
    };
    const [widget] = widgetOf(content, senderId, 0);
    if (widget === undefined) return [];
    const isPoll = content.startsWith("/poll");
    return [
      added(senderId, widget.content),
      ...ticks.map(({ userId, option }) =>
        added(
          userId,
          JSON.stringify(
            isPoll
              ? { type: "vote", key: `canned,${option - 1}`, vote: 1 }
              : { type: "strike", key: `${option - 1},canned` },
          ),
        ),
      ),
    ];
  });
}
