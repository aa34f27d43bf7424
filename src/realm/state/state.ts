/** The state of a realm: people, streams, messages, personal state, and settings. */
import type { Blueprint, BlueprintMessage } from "#realm/seed/blueprint.ts";
import { type Customization, customizationOf } from "./customization.ts";
import { type Files, noFiles } from "./files.ts";
import {
  addMessage,
  emptyMessages,
  type Mentions,
  type Message,
  type Messages,
  noMentions,
  topicKey,
} from "./messages.ts";
import { type People, type Person, type ProfileField, peopleOf } from "./people.ts";
import {
  alertPattern,
  emptyPersonal,
  freshSubscription,
  isReadOnArrival,
  type Personal,
} from "./personal.ts";
import {
  canReadHistory,
  canSee,
  type Stream,
  type Streams,
  streamsOf,
  wasSubscribed,
} from "./streams.ts";

export type State = {
  readonly people: People;
  readonly streams: Streams;
  readonly messages: Messages;
  /** Only of active people; see `personalOf`. */
  readonly personal: Map<number, Personal>;
  /** In display order. */
  profileFields: readonly ProfileField[];
  readonly customization: Customization;
  readonly files: Files;
  /** The highest ID assigned so far, for each kind except messages. */
  readonly newest: Record<Numbered, number>;
  /** The realm's settings without their prefix: `allow_message_editing` and so on. */
  readonly settings: Map<string, unknown>;
  /** Messages up to this ID are from the blueprint: read by everybody except the main account. */
  readonly lastInitial: number;
};

export type Numbered = "draft" | "scheduled" | "group" | "stream" | "field" | "file";

/** Finds the mentions in a text; a port, because it needs the renderer. */
export type ReadMentions = (state: State, content: string) => Mentions;

/** Looks up an emoji by name; undefined if unknown. */
export type ReadEmoji = (
  name: string,
) => { readonly code: string; readonly type: string } | undefined;

function messageOf(drawn: BlueprintMessage, emoji: ReadEmoji): Message {
  const inStream = "streamId" in drawn;
  const edited = drawn.editedFrom;
  return {
    id: drawn.id,
    senderId: drawn.senderId,
    content: drawn.content,
    sentAt: drawn.sentAt,
    client: "website",
    streamId: inStream ? drawn.streamId : undefined,
    sentIn: inStream ? drawn.streamId : undefined,
    topic: inStream ? drawn.topic : "",
    participants: inStream ? [] : drawn.to,
    readBySender: true,
    mentions: noMentions,
    reactions: (drawn.reactions ?? []).flatMap(({ userId, name }) => {
      const known = emoji(name);
      return known === undefined ? [] : [{ userId, name, ...known }];
    }),
    edits:
      edited === undefined
        ? []
        : [{ userId: drawn.senderId, at: drawn.sentAt + 60, content: edited }],
    submessages: [],
    lostBy: undefined,
  };
}

export function stateOf(blueprint: Blueprint, mentions: ReadMentions, emoji: ReadEmoji): State {
  const messages = emptyMessages();
  const people = peopleOf(blueprint);
  const streams = streamsOf(blueprint);
  const state: State = {
    people,
    streams,
    messages,
    personal: new Map(),
    profileFields: [],
    customization: customizationOf(blueprint),
    files: noFiles(),
    newest: initialNewest(people, streams),
    settings: new Map<string, unknown>([
      ["name", blueprint.realm.name],
      ["description", blueprint.realm.description],
    ]),
    lastInitial: blueprint.messages.at(-1)?.id ?? 0,
  };
  for (const drawn of blueprint.messages) {
    const message = messageOf(drawn, emoji);
    if (message.content.includes("@*")) message.mentions = mentions(state, message.content);
    addMessage(messages, message);
  }
  applyOwnState(state, blueprint);
  return state;
}

function initialNewest({ groups }: People, streams: Streams): Record<Numbered, number> {
  return {
    draft: 0,
    scheduled: 0,
    field: 0,
    file: 0,
    group: Math.max(0, ...groups.keys()),
    stream: Math.max(0, ...streams.byId.keys()),
  };
}

const policies = { muted: 1, unmuted: 2, followed: 3 } as const;

/** Applies the main account's state from the blueprint. */
function applyOwnState(state: State, blueprint: Blueprint): void {
  const { you } = blueprint;
  if (!state.people.byId.has(you.userId)) return;
  const personal = personalOf(state, you.userId);
  for (const id of you.unread) personal.unread.add(id);
  for (const id of you.starred) personal.starred.add(id);
  for (const { streamId, color, isMuted, pinToTop } of you.subscriptions) {
    const own = freshSubscription(color ?? state.streams.byId.get(streamId)?.color ?? "#94c849");
    personal.subscriptions.set(streamId, {
      ...own,
      isMuted: isMuted ?? false,
      pinToTop: pinToTop ?? false,
    });
  }
  for (const { streamId, topic, policy } of you.topicPolicies) {
    const at = state.streams.byId.get(streamId)?.createdAt ?? 0;
    const entry = { streamId, topic, policy: policies[policy], at };
    personal.topicPolicies.set(topicKey(streamId, topic), entry);
  }
  personal.alertWords = you.alertWords;
  raiseAlerts(state, personal);
  personal.drafts = you.drafts.map((draft, index) => ({
    id: index + 1,
    ...("streamId" in draft
      ? { type: "stream" as const, to: [draft.streamId], topic: draft.topic }
      : { type: "private" as const, to: othersOf(draft.to, you.userId), topic: "" }),
    content: draft.content,
    timestamp: draft.savedAt,
  }));
  state.newest.draft = personal.drafts.length;
}

function raiseAlerts(state: State, personal: Personal): void {
  const pattern = alertPattern(personal.alertWords);
  if (pattern === undefined) return;
  for (const message of state.messages.byId.values()) {
    if (!pattern.test(message.content)) continue;
    if (hasReceived(state, personal.userId, message)) personal.alerted.add(message.id);
  }
}

/** The other participants, or the person themselves for a note to oneself. */
export function othersOf(participants: readonly number[], userId: number): readonly number[] {
  const others = participants.filter((id) => id !== userId);
  return others.length === 0 ? participants : others;
}

/** The personal state, derived from the messages on first use. */
export function personalOf(state: State, userId: number): Personal {
  const known = state.personal.get(userId);
  if (known !== undefined) return known;
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

/** False for messages in archived streams, which are never unread. */
function isInUse({ streams }: State, { streamId }: Message): boolean {
  return streamId === undefined || streams.byId.get(streamId)?.isArchived !== true;
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

/** Whether the person may read the message, received or not. */
export function mayRead(state: State, person: Person, message: Message): boolean {
  if (message.streamId === undefined) return message.participants.includes(person.id);
  const stream = state.streams.byId.get(message.streamId);
  if (stream === undefined) return false;
  if (canReadHistory(person, stream)) return true;
  return canSee(person, stream) && hasReceived(state, person.id, message);
}

/** The person's settings for a stream, created on first use. */
export function subscriptionOf(state: State, personal: Personal, streamId: number) {
  const known = personal.subscriptions.get(streamId);
  if (known !== undefined) return known;
  const fresh = freshSubscription(state.streams.byId.get(streamId)?.color ?? "#94c849");
  personal.subscriptions.set(streamId, fresh);
  return fresh;
}
