/** The state of a realm: people, streams, messages, personal state, and settings. */
import type { Blueprint, BlueprintEmoji, BlueprintLinkifier } from "#realm/seed/blueprint.ts";
import { type Files, noFiles } from "./files.ts";
import { emptyMessages, type Message, type Messages } from "./messages.ts";
import { type People, type ProfileField, peopleOf } from "./people.ts";
import { emptyPersonal, freshSubscription, isReadOnArrival, type Personal } from "./personal.ts";
import { type Folder, type Stream, type Streams, streamsOf, wasSubscribed } from "./streams.ts";

export type State = {
  readonly people: People;
  readonly streams: Streams;
  readonly messages: Messages;
  /** Only of active people; see `personalOf`. */
  readonly personal: Map<number, Personal>;
  /** In display order. */
  profileFields: readonly ProfileField[];
  /** In display order, archived ones included. */
  folders: readonly Folder[];
  readonly customization: Customization;
  readonly files: Files;
  /** The highest ID assigned so far, for each kind except messages. */
  readonly newest: Record<Numbered, number>;
  /** The realm's settings without their prefix: `allow_message_editing` and so on. */
  readonly settings: Map<string, unknown>;
  /** Messages up to this ID are from the blueprint: read by everybody except the main account. */
  readonly lastInitial: number;
};

type Numbered =
  | "draft"
  | "scheduled"
  | "snippet"
  | "reminder"
  | "group"
  | "stream"
  | "field"
  | "file"
  | "folder";

/** Without the messages of the blueprint, and what the main account has done. */
export function stateOf(blueprint: Blueprint): State {
  const people = peopleOf(blueprint);
  const streams = streamsOf(blueprint);
  return {
    people,
    streams,
    messages: emptyMessages(),
    personal: new Map(),
    profileFields: [],
    folders: [],
    customization: customizationOf(blueprint),
    files: noFiles(),
    newest: initialNewest(people, streams),
    settings: new Map<string, unknown>([
      ["name", blueprint.realm.name],
      ["description", blueprint.realm.description],
    ]),
    lastInitial: blueprint.messages.at(-1)?.id ?? 0,
  };
}

function initialNewest({ groups }: People, streams: Streams): Record<Numbered, number> {
  return {
    draft: 0,
    scheduled: 0,
    snippet: 0,
    reminder: 0,
    field: 0,
    folder: 0,
    file: 0,
    group: Math.max(0, ...groups.keys()),
    stream: Math.max(0, ...streams.byId.keys()),
  };
}

/** The other participants, or the person themselves for a note to oneself. */
export function othersOf(participants: readonly number[], userId: number): readonly number[] {
  const others = participants.filter((id) => id !== userId);
  return others.length === 0 ? participants : others;
}

/** The personal state, derived from the messages on first use. */
export function personalOf(state: State, userId: number): Personal {
  const existing = state.personal.get(userId);
  if (existing !== undefined) return existing;
  const person = state.people.byId.get(userId);
  if (person === undefined) throw new RangeError(`Nobody has the ID ${userId}.`);
  const personal = emptyPersonal(person);
  const { ids, byId } = state.messages;
  for (let at = ids.length - 1; at >= 0 && (ids[at] as number) > state.lastInitial; at -= 1) {
    const message = byId.get(ids[at] as number);
    if (message === undefined || !hasReceived(state, userId, message)) continue;
    if (isInUse(state, message) && !isReadOnArrival(personal, message))
      personal.unread.add(message.id);
  }
  state.personal.set(userId, personal);
  return personal;
}

/** False for messages in streams that are gone, which are never unread. */
function isInUse({ streams }: State, { streamId }: Message): boolean {
  return streamId === undefined || streams.byId.get(streamId)?.isGone !== true;
}

/** The stream of the message; undefined for direct messages. */
export function streamOf({ streams }: State, { streamId }: Message): Stream | undefined {
  return streamId === undefined ? undefined : streams.byId.get(streamId);
}

/** Whether the person received the message when it was sent, and still has access. */
export function hasReceived(state: State, userId: number, message: Message): boolean {
  if (message.lostBy?.has(userId)) return false;
  if (message.sentIn === undefined) return message.participants.includes(userId);
  const stream = state.streams.byId.get(message.sentIn);
  return stream !== undefined && wasSubscribed(stream, userId, message.id);
}

/** Whether the message is in the person's history: received, or added later. */
export function isOwn(state: State, personal: Personal, message: Message): boolean {
  return personal.historical.has(message.id) || hasReceived(state, personal.userId, message);
}

/** The person's settings for a stream, created on first use. */
export function subscriptionOf(state: State, personal: Personal, streamId: number) {
  const existing = personal.subscriptions.get(streamId);
  if (existing !== undefined) return existing;
  const fresh = freshSubscription(state.streams.byId.get(streamId)?.color ?? "#94c849");
  personal.subscriptions.set(streamId, fresh);
  return fresh;
}

// Custom emoji and link patterns, from the blueprint.

/** Deactivated ones are kept for old reactions. */
type RealmEmoji = Required<BlueprintEmoji> & { readonly id: number };
export type LinkPattern = BlueprintLinkifier & { readonly id: number };

export type Customization = {
  /** By ID. */
  readonly emoji: ReadonlyMap<number, RealmEmoji>;
  /** The first match wins. */
  readonly linkifiers: readonly LinkPattern[];
};

function customizationOf({ emoji = [], linkifiers = [] }: Blueprint): Customization {
  const numbered = emoji.map((one, at) => ({ isActive: true, ...one, id: at + 1 }));
  return {
    emoji: new Map(numbered.map((one) => [one.id, one])),
    linkifiers: linkifiers.map((one, at) => ({ ...one, id: at + 1 })),
  };
}

/** The active emoji with that name; there is at most one. */
export function activeEmoji({ emoji }: Customization, name: string): RealmEmoji | undefined {
  for (const one of emoji.values()) if (one.isActive && one.name === name) return one;
  return undefined;
}

/** The path of its image below the realm's root. */
export function emojiPath({ name }: RealmEmoji): string {
  return `/static/images/emoji-${name.replaceAll("_", "-")}.svg`;
}

// A person's flags on a message, in the order of real servers.

/** Whether the message mentions the person by name or through a group. */
export function mentionsPerson(message: Message, userId: number): boolean {
  return message.mentions.people.includes(userId);
}

/** Whether it mentions them by a wildcard. */
export function mentionsAll(message: Message, userId: number): boolean {
  return message.mentions.everybody || message.mentions.participants.includes(userId);
}

export function flagsOf(state: State, personal: Personal, message: Message): string[] {
  const { id } = message;
  if (!isOwn(state, personal, message)) return ["read", "historical"];
  const historical = personal.historical.has(id);
  const everybody = message.mentions.everybody && !historical;
  const topic = message.mentions.participants.includes(personal.userId) && !historical;
  const held: readonly (readonly [string, boolean])[] = [
    ["read", !personal.unread.has(id)],
    ["starred", personal.starred.has(id)],
    ["collapsed", personal.collapsed.has(id)],
    ["mentioned", mentionsPerson(message, personal.userId) && !historical],
    ["stream_wildcard_mentioned", everybody],
    ["topic_wildcard_mentioned", topic],
    ["has_alert_word", personal.alerted.has(id)],
    ["historical", historical],
    ["wildcard_mentioned", everybody || topic],
  ];
  return held.filter(([, set]) => set).map(([flag]) => flag);
}

/** The conversation of an unread message, for clients that have not loaded it. */
export function unreadDetail(personal: Personal, message: Message) {
  const mentioned =
    mentionsPerson(message, personal.userId) || mentionsAll(message, personal.userId);
  const place =
    message.streamId === undefined
      ? {
          type: "private",
          user_ids: othersOf(message.participants, personal.userId).filter(
            (id) => id !== personal.userId,
          ),
        }
      : {
          type: "stream",
          stream_id: message.streamId,
          topic: message.topic,
          unmuted_stream_msg: personal.subscriptions.get(message.streamId)?.isMuted !== true,
        };
  return { ...place, ...(mentioned ? { mentioned: true } : {}) };
}
