/** Every change of a realm's state, and applying it: the only place where the state is modified after its creation. */
import { addFile, linkFiles, removeFile, type SharedFile } from "./files.ts";
import {
  addMessage,
  countSubmessage,
  type Edit,
  type Message,
  moveMessage,
  type Reaction,
  removeMessage,
  type Submessage,
  topicKey,
} from "./messages.ts";
import { deleteGroup, type Group, type Person, type ProfileField, savePerson } from "./people.ts";
import {
  alertPattern,
  type Draft,
  isReadOnArrival,
  type NotificationOverride,
  type Personal,
  type Reminder,
  type Scheduled,
  type Snippet,
  type TopicPolicy,
  type View,
} from "./personal.ts";
import { hasReceived, personalOf, type State, subscriptionOf } from "./state.ts";
import { type Folder, join, leave, type StreamFacts, saveStream } from "./streams.ts";

// Changes of messages: sent, edited, moved, deleted, reacted to.

const messageHandlers = {
  "message sent": (
    state: State,
    { message: { files = [], ...sent } }: { message: SentMessage },
  ) => {
    const message: Message = {
      ...sent,
      sentIn: sent.streamId,
      reactions: [],
      edits: [],
      lostBy: undefined,
    };
    addMessage(state.messages, message);
    linkFiles(state.files, message.id, files);
    for (const personal of state.personal.values()) {
      if (!hasReceived(state, personal.userId, message)) continue;
      if (!isReadOnArrival(personal, message)) personal.unread.add(message.id);
      if (alertPattern(personal.alertWords)?.test(message.content))
        personal.alerted.add(message.id);
    }
  },
  "message edited": (
    state: State,
    change: Pick<Message, "id" | "content" | "mentions"> &
      Pick<SentMessage, "files"> & { edit: Edit },
  ) => {
    linkFiles(state.files, change.id, change.files ?? []);
    withMessage(state, change.id, (message) => {
      message.content = change.content;
      message.mentions = change.mentions;
      message.edits = [change.edit, ...message.edits];
      for (const { alertWords, alerted, userId } of state.personal.values()) {
        const alerts = alertPattern(alertWords)?.test(change.content) ?? false;
        if (alerts && hasReceived(state, userId, message)) alerted.add(message.id);
        else alerted.delete(message.id);
      }
    });
  },
  "messages moved": move,
  "messages deleted": (state: State, { ids }: { ids: readonly number[] }) => {
    for (const id of ids) {
      removeMessage(state.messages, id);
      linkFiles(state.files, id, []);
      for (const personal of state.personal.values()) forget(personal, id);
    }
  },
  "reaction added": (state: State, { id, reaction }: OfReaction) =>
    withMessage(state, id, (message) => {
      message.reactions = [...message.reactions, reaction];
    }),
  "reaction removed": (state: State, { id, reaction }: OfReaction) =>
    withMessage(state, id, (message) => {
      message.reactions = message.reactions.filter((one) => !sameReaction(one, reaction));
    }),
  "submessage added": (
    state: State,
    { id, submessage }: { id: number; submessage: Submessage },
  ) => {
    countSubmessage(state.messages, submessage.id);
    withMessage(state, id, (message) => {
      message.submessages = [...message.submessages, submessage];
    });
  },
};

/** A message as it is persisted, without derived data. */
export type SentMessage = Omit<Message, "sentIn" | "reactions" | "edits" | "lostBy"> & {
  /** The IDs of uploaded files that it links to, if any. */
  readonly files?: readonly number[];
};

type OfReaction = { id: number; reaction: Reaction };

export function sameReaction(a: Reaction, b: Reaction): boolean {
  return a.userId === b.userId && a.code === b.code && a.type === b.type;
}

function withMessage({ messages }: State, id: number, change: (message: Message) => void): void {
  const message = messages.byId.get(id);
  if (message !== undefined) change(message);
}

type Move = {
  ids: readonly number[];
  streamId: number;
  topic: string;
  edit: Edit;
  /** The message whose text changed in the same request: its history contains the move already. */
  edited: number | undefined;
  /** The people who lost access. */
  lostBy: readonly number[];
};

function move(state: State, change: Move): void {
  for (const id of change.ids) {
    withMessage(state, id, (message) => {
      moveMessage(state.messages, message, change);
      if (id !== change.edited) message.edits = [change.edit, ...message.edits];
      message.lostBy = new Set([...(message.lostBy ?? []), ...change.lostBy]);
    });
  }
  // Messages moved to a stream without a subscription become read, without an event.
  const { subscribers } = state.streams.byId.get(change.streamId) ?? {};
  for (const personal of state.personal.values()) {
    for (const id of change.ids) {
      if (change.lostBy.includes(personal.userId)) forget(personal, id);
      else if (subscribers?.has(personal.userId) !== true) personal.unread.delete(id);
    }
  }
}

function forget(personal: Personal, id: number): void {
  for (const flag of ["unread", "starred", "collapsed", "historical", "alerted"] as const) {
    personal[flag].delete(id);
  }
}

// Changes that affect a single person.

export const ownFlags = ["read", "starred", "collapsed"] as const;
export type OwnFlag = (typeof ownFlags)[number];

export type SubscriptionProperty = "color" | "is_muted" | "pin_to_top" | NotificationOverride;

const personalHandlers = {
  "flag changed": (
    personal: Personal,
    { flag, op, ids }: { op: "add" | "remove"; flag: OwnFlag; ids: readonly number[] },
  ) => {
    // Unread is stored instead of read, because almost everything is read.
    const set = flag === "read" ? personal.unread : personal[flag];
    const adds = (op === "add") !== (flag === "read");
    for (const id of ids) {
      if (adds) set.add(id);
      else set.delete(id);
    }
  },
  "all read": ({ unread }: Personal) => unread.clear(),
  /** Messages added to a person's history without having been received. */
  "history taken": ({ historical }: Personal, { ids }: { ids: readonly number[] }) => {
    for (const id of ids) historical.add(id);
  },
  "topic policy set": ({ topicPolicies }: Personal, { entry }: { entry: TopicPolicy }) => {
    const key = topicKey(entry.streamId, entry.topic);
    if (entry.policy === 0) topicPolicies.delete(key);
    else topicPolicies.set(key, entry);
  },
  "subscription set": (
    personal: Personal,
    change: { streamId: number; property: SubscriptionProperty; value: string | boolean },
    state: State,
  ) => {
    const { property, value } = change;
    const settings = subscriptionOf(state, personal, change.streamId);
    if (property === "color") settings.color = String(value);
    else if (property === "is_muted") settings.isMuted = value === true;
    else if (property === "pin_to_top") settings.pinToTop = value === true;
    else settings.overrides[property] = value === true;
  },
  /** `at`: UNIX seconds; undefined: unmuted. */
  "person muted": (
    { mutedPeople }: Personal,
    { otherId, at }: { otherId: number; at: number | undefined },
  ) => {
    if (at === undefined) mutedPeople.delete(otherId);
    else mutedPeople.set(otherId, at);
  },
  "setting set": (
    { settings }: Personal,
    { property, value }: { property: string; value: unknown },
  ) => void settings.set(property, value),
  "alert words set": (personal: Personal, { words }: { words: readonly string[] }) => {
    personal.alertWords = words;
  },
  /** New ones, and replacements of those with the same ID. */
  "drafts saved": (
    personal: Personal,
    { drafts }: { drafts: readonly Draft[] },
    { newest }: State,
  ) => {
    const ids = new Set(drafts.map(({ id }) => id));
    personal.drafts = [...personal.drafts.filter(({ id }) => !ids.has(id)), ...drafts];
    newest.draft = Math.max(newest.draft, ...ids);
  },
  "draft deleted": (personal: Personal, { draftId }: { draftId: number }) => {
    personal.drafts = personal.drafts.filter(({ id }) => id !== draftId);
  },
  "scheduled saved": (
    personal: Personal,
    { scheduled }: { scheduled: Scheduled },
    { newest }: State,
  ) => {
    const others = personal.scheduled.filter(({ id }) => id !== scheduled.id);
    personal.scheduled = [...others, scheduled].sort((a, b) => a.at - b.at || a.id - b.id);
    newest.scheduled = Math.max(newest.scheduled, scheduled.id);
  },
  /** Sent or deleted. */
  "scheduled gone": (
    personal: Personal,
    { scheduledId, isSent }: { scheduledId: number; isSent: boolean },
  ) => {
    personal.scheduled = personal.scheduled.filter(({ id }) => id !== scheduledId);
    if (isSent) personal.delivered.add(scheduledId);
    else personal.delivered.delete(scheduledId);
  },
  // All of them, in order.
  "snippets set": (
    personal: Personal,
    { snippets }: { snippets: readonly Snippet[] },
    { newest }: State,
  ) => {
    personal.snippets = snippets;
    newest.snippet = Math.max(newest.snippet, ...snippets.map(({ id }) => id));
  },
  "reminders set": (
    personal: Personal,
    { reminders }: { reminders: readonly Reminder[] },
    { newest }: State,
  ) => {
    personal.reminders = reminders;
    newest.reminder = Math.max(newest.reminder, ...reminders.map(({ id }) => id));
  },
  "views set": (personal: Personal, { views }: { views: readonly View[] }) => {
    personal.views = views;
  },
};

// Changes of shared state: people, groups, streams, profile fields, files and the realm's settings.

/** The properties of a person that can change. */
export type PersonFacts = Partial<
  Omit<Person, "id" | "loginEmail" | "password" | "isBot" | "isSystem" | "joinedAt">
>;

type Membership = { userIds: readonly number[]; streamId: number };

const sharedHandlers = {
  "people joined": ({ streams, messages }: State, { streamId, userIds }: Membership) => {
    const stream = streams.byId.get(streamId);
    if (stream !== undefined) for (const id of userIds) join(stream, id, messages.newest + 1);
  },
  "people left": ({ streams, messages }: State, { streamId, userIds }: Membership) => {
    const stream = streams.byId.get(streamId);
    if (stream !== undefined) for (const id of userIds) leave(stream, id, messages.newest + 1);
  },
  "person changed": (
    { people }: State,
    { personId, facts }: { personId: number; facts: PersonFacts },
  ) => {
    const person = people.byId.get(personId);
    if (person !== undefined) savePerson(people, { ...person, ...facts });
  },
  "group saved": ({ people, newest }: State, { group }: { group: Group }) => {
    people.groups.set(group.id, group);
    people.revision += 1;
    newest.group = Math.max(newest.group, group.id);
  },
  "group deleted": ({ people }: State, { groupId }: { groupId: number }) =>
    deleteGroup(people, groupId),
  "stream saved": (state: State, { stream }: { stream: StreamFacts }) => {
    saveStream(state.streams, stream);
    state.newest.stream = Math.max(state.newest.stream, stream.id);
    if (state.streams.byId.get(stream.id)?.isGone) forgetStream(state, stream.id);
  },
  "file added": ({ files, newest }: State, { file }: { file: SharedFile }) => {
    addFile(files, file);
    newest.file = Math.max(newest.file, file.id);
  },
  "file deleted": ({ files, newest }: State, { fileId }: { fileId: number }) => {
    removeFile(files, fileId);
    // Deleted files keep their ID, so that it is not reused.
    newest.file = Math.max(newest.file, fileId);
  },
  /** All fields, in order. */
  "profile fields set": (state: State, { fields }: { fields: readonly ProfileField[] }) => {
    state.profileFields = fields;
    state.newest.field = Math.max(state.newest.field, ...fields.map(({ id }) => id));
    forgetFields(state);
  },
  /** All folders, in order. */
  "folders set": (state: State, { folders }: { folders: readonly Folder[] }) => {
    state.folders = folders;
    state.newest.folder = Math.max(state.newest.folder, ...folders.map(({ id }) => id));
  },
  "realm set": ({ settings }: State, { property, value }: { property: string; value: unknown }) =>
    void settings.set(property, value),
};

/** Removes subscriptions, unread messages and topic policies of a stream that is gone, without events. */
function forgetStream({ streams, messages, personal }: State, streamId: number): void {
  const stream = streams.byId.get(streamId);
  if (stream === undefined) return;
  for (const userId of stream.subscribers) leave(stream, userId, messages.newest + 1);
  const ids = messages.ofStream.get(streamId) ?? [];
  for (const { unread, topicPolicies } of personal.values()) {
    for (const id of ids) unread.delete(id);
    for (const [key, policy] of topicPolicies) {
      if (policy.streamId === streamId) topicPolicies.delete(key);
    }
  }
}

/** Removes the values of deleted fields. */
function forgetFields({ people, profileFields }: State): void {
  const fieldIds = new Set(profileFields.map(({ id }) => String(id)));
  for (const person of people.byId.values()) {
    const remaining = Object.entries(person.profile).filter(([id]) => fieldIds.has(id));
    if (remaining.length === Object.keys(person.profile).length) continue;
    savePerson(people, { ...person, profile: Object.fromEntries(remaining) });
  }
}

const handlers = { ...messageHandlers, ...sharedHandlers };

/** The kinds of changes that the handlers apply, each with the data that its handler takes. */
type ChangeIn<Handlers, More = unknown> = {
  readonly [Kind in keyof Handlers]: Readonly<{ kind: Kind } & DataOf<Handlers[Kind]> & More>;
}[keyof Handlers];
type DataOf<Handler> = Handler extends (of: never, data: infer Data, state: never) => void
  ? Data
  : never;

/** A change of a realm's state, as a value: actions create them, and the state file persists them. */
export type Change =
  | ChangeIn<typeof handlers>
  | ChangeIn<typeof personalHandlers, { userId: number }>;

export function apply(state: State, change: Change): void {
  type Apply<Of> = (of: Of, change: Change, state: State) => void;
  if ("userId" in change) {
    const personal = personalOf(state, change.userId);
    (personalHandlers[change.kind] as Apply<Personal>)(personal, change, state);
  } else (handlers[change.kind] as Apply<State>)(state, change, state);
}
