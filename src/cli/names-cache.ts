/** Names that verbs have seen, cached between runs for completion, and for recipients without a connection. */
import { get, tableOf, values } from "#base/table.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import { decodeMessages, runToEnd } from "#model/decode.ts";
import { fromWirePerson, fromWireStream } from "#model/from-wire.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { emptyReplica } from "#model/replica.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import { archivedStreams } from "#model/streams.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { User } from "#wire/user.ts";
import { draftText, placeText } from "./place.ts";
import type { StatePart } from "./realm-state.ts";

/** Such as a group, or a draft with its place. */
type Entry = readonly [id: number, name: string];
type PersonEntry = readonly [id: number, name: string, email: string];

export type CachedNames = {
  readonly ownId: number;
  readonly streams: readonly Entry[];
  /** Streams that were listed once, the latest last. */
  readonly gone: readonly Entry[];
  readonly archived: readonly Entry[];
  readonly people: readonly PersonEntry[];
  readonly deactivated: readonly PersonEntry[];
  readonly groups: readonly Entry[];
  readonly fields: readonly Entry[];
  readonly snippets: readonly Entry[];
  /** Those of this machine, too. */
  readonly views: readonly string[];
  /** The user's own, of streams. */
  readonly folders: readonly string[];
  /** The organization's own. */
  readonly emoji: readonly string[];
  /** Each with its place. */
  readonly drafts: readonly Entry[];
  readonly scheduled: readonly Entry[];
  /** Each with its sender and place, the latest first; their texts are nowhere but in the archive. */
  readonly messages: readonly Entry[];
  /** By stream ID. */
  readonly topics: Readonly<Record<string, readonly string[]>>;
};

export const noNames: CachedNames = {
  ownId: 0,
  streams: [],
  gone: [],
  archived: [],
  people: [],
  deactivated: [],
  groups: [],
  fields: [],
  snippets: [],
  views: [],
  folders: [],
  emoji: [],
  drafts: [],
  scheduled: [],
  messages: [],
  topics: {},
};

/** Undefined if the text has another format than this version's. */
export function parseNames(text: string | undefined): CachedNames | undefined {
  try {
    const { ownId, topics, ...lists } = { ...noNames, ownId: "", ...JSON.parse(text ?? "") };
    const isWhole = typeof ownId === "number" && typeof topics === "object";
    return isWhole && Object.values(lists).every(Array.isArray)
      ? { ownId, topics, ...lists }
      : undefined;
  } catch {
    return undefined;
  }
}

/** With the parts of the state that were fetched. */
export function namesFrom(
  known: CachedNames,
  replica: Replica,
  parts: readonly StatePart[],
): CachedNames {
  const has = (...names: readonly StatePart[]) =>
    [...names, "whole"].some((name) => parts.some((part) => part === name));
  const { organization, ownId } = replica;
  const people = [...values(replica.people)];
  return {
    ...known,
    ownId,
    ...(has("streams") && {
      streams: [...values(replica.streams)].map(entry),
      gone: goneIn(known, replica),
      archived: archivedStreams(replica).map(entry),
    }),
    ...(has("people") && {
      people: people.filter(({ isActive }) => isActive).map(personEntry),
      deactivated: people.filter(({ isActive }) => !isActive).map(personEntry),
    }),
    ...(has("groups") && {
      groups: [...values(replica.groups)].filter(({ isSystem }) => !isSystem).map(entry),
    }),
    ...(has("fields") && { fields: organization.profileFields.map(entry) }),
    ...(has("snippets") && {
      snippets: [...replica.snippets.values()].map(({ id, title }): Entry => [id, title]),
    }),
    ...(has("rendering", "status") && {
      emoji: ownEmoji(replica).map(({ name }) => name),
    }),
    ...(has("drafts") && {
      drafts: [...replica.drafts.values()].map(
        (draft): Entry => [draft.id ?? 0, draftText(replica, draft) ?? ""],
      ),
    }),
    ...(has("scheduled") && {
      scheduled: [...replica.scheduled.values()].map(
        (message): Entry => [
          message.scheduled_message_id,
          placeText(replica, timedOf(replica, message).address),
        ],
      ),
    }),
  };
}

function entry({ id, name }: { readonly id: number; readonly name: string }): Entry {
  return [id, name];
}

function personEntry({ id, name, email }: Person): PersonEntry {
  return [id, name, email];
}

const mostMessages = 100;

/** `seen`: as the wire gives them. */
export function withMessages(known: CachedNames, seen: readonly unknown[]): CachedNames {
  const { messages } = runToEnd(decodeMessages(seen));
  const fresh = messages
    .toSorted((one, other) => other.id - one.id)
    .map((message): Entry => [message.id, aboutMessage(message)]);
  const all = new Map([...fresh, ...known.messages, ...fresh]);
  return { ...known, messages: [...all].slice(0, mostMessages) };
}

function aboutMessage(message: Message): string {
  const { sender_full_name: sender, display_recipient: recipient, subject } = message;
  const place =
    typeof recipient === "string"
      ? `#${recipient} > ${subject}`
      : recipient.map(({ full_name: name = "" }) => `@${name}`).join(", ");
  return `${sender}, ${place}`;
}

const mostGone = 200;

function goneIn({ gone, streams }: CachedNames, replica: Replica): CachedNames["gone"] {
  const all = new Map([...gone, ...streams]);
  return [...all]
    .filter(([id]) => get(replica.streams, id as StreamId) === undefined)
    .slice(-mostGone);
}

/** Streams that were listed once, and are not in the replica. */
export function goneStreams(known: CachedNames, replica: Replica = emptyReplica) {
  return goneIn(known, replica).map(([id, name]) => ({ id, name }));
}

export function withUsers(known: CachedNames, users: readonly User[]): CachedNames {
  const entries = (wanted: boolean) =>
    users
      .filter(({ is_active: isActive = true }) => isActive === wanted)
      .map((user): PersonEntry => [user.user_id, user.full_name, user.email]);
  return { ...known, people: entries(true), deactivated: entries(false) };
}

export function withTopics(
  known: CachedNames,
  streamId: StreamId,
  topics: readonly string[],
): CachedNames {
  return { ...known, topics: { ...known.topics, [streamId]: topics.slice(0, 500) } };
}

type Deletion = {
  readonly from:
    | "drafts"
    | "fields"
    | "groups"
    | "messages"
    | "people"
    | "scheduled"
    | "snippets"
    | "streams";
  /** Where what is not gone for good is listed then. LEVEL(315): servers did not list archived streams. */
  readonly to?: readonly ("archived" | "gone" | "deactivated")[];
};

/** By the path of the request. */
const deletions: Readonly<Record<string, Deletion>> = {
  "/drafts/{draft_id}": { from: "drafts" },
  "/messages/{message_id}": { from: "messages" },
  "/realm/profile_fields/{field_id}": { from: "fields" },
  "/saved_snippets/{saved_snippet_id}": { from: "snippets" },
  "/scheduled_messages/{scheduled_message_id}": { from: "scheduled" },
  "/streams/{stream_id}": { from: "streams", to: ["archived", "gone"] },
  "/user_groups/{user_group_id}": { from: "groups" },
  "/users/{user_id}": { from: "people", to: ["deactivated"] },
};

type Request = { readonly path: string; readonly values: object };

/** Without what these requests have deleted since it was listed. */
export function withoutDeleted(known: CachedNames, requests: readonly Request[]): CachedNames {
  return requests.reduce(withoutOne, known);
}

function withoutOne(names: CachedNames, { path, values: given }: Request): CachedNames {
  const { from, to = [] } = deletions[path] ?? {};
  if (from === undefined) return names;
  const [deleted] = Object.values(given);
  const isGone = ([id]: readonly [id: number, ...unknown[]]) => id === deleted;
  const left = names[from].filter((one) => !isGone(one));
  const moved = names[from].filter(isGone);
  const others = Object.fromEntries(to.map((list) => [list, [...names[list], ...moved]]));
  return { ...names, [from]: left, ...others };
}

/** A replica with only the cached names. */
export function replicaOf({ ownId, streams, people }: CachedNames): Replica {
  return {
    ...emptyReplica,
    ownId: ownId as UserId,
    streams: tableOf(
      streams.map(([id, name]) =>
        fromWireStream({
          stream_id: id as StreamId,
          name,
          description: "",
          invite_only: false,
        }),
      ),
      ({ id }) => id,
    ),
    people: tableOf(
      people.map(([id, name, email]) =>
        fromWirePerson({ user_id: id as UserId, full_name: name, email }),
      ),
      ({ id }) => id,
    ),
  };
}
