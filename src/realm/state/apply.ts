/** Every change of a realm's state, and applying it: the only place where the state is modified after its creation. */
import { addFile, linkFiles, removeFile, type SharedFile } from "./files.ts";
import {
  addMessage,
  countSubmessage,
  type Edit,
  type Mentions,
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
  type Scheduled,
  type TopicPolicy,
} from "./personal.ts";
import { hasReceived, personalOf, type State, subscriptionOf } from "./state.ts";
import { join, leave, type StreamFacts, saveStream } from "./streams.ts";

// Applies changes of messages: sent, edited, moved, deleted, reacted to.

const messageHandlers = {
  "message sent": deliver,
  "message edited": rewrite,
  "messages moved": move,
  "messages deleted": (state, { ids }) => {
    for (const id of ids) {
      removeMessage(state.messages, id);
      linkFiles(state.files, id, []);
      for (const personal of state.personal.values()) forget(personal, id);
    }
  },
  "reaction added": (state, { id, reaction }) =>
    withMessage(state, id, (message) => {
      message.reactions = [...message.reactions, reaction];
    }),
  "reaction removed": (state, { id, reaction }) =>
    withMessage(state, id, (message) => {
      message.reactions = message.reactions.filter((one) => !sameReaction(one, reaction));
    }),
  "submessage added": (state, { id, submessage }) => {
    countSubmessage(state.messages, submessage.id);
    withMessage(state, id, (message) => {
      message.submessages = [...message.submessages, submessage];
    });
  },
} satisfies Partial<Handlers<State>>;

export function sameReaction(a: Reaction, b: Reaction): boolean {
  return a.userId === b.userId && a.code === b.code && a.type === b.type;
}

function withMessage({ messages }: State, id: number, change: (message: Message) => void): void {
  const message = messages.byId.get(id);
  if (message !== undefined) change(message);
}

function deliver(
  state: State,
  { message: { files = [], ...sent } }: ChangeOf<"message sent">,
): void {
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
    if (alertPattern(personal.alertWords)?.test(message.content)) personal.alerted.add(message.id);
  }
}

function rewrite(state: State, change: ChangeOf<"message edited">): void {
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
}

function move(state: State, change: ChangeOf<"messages moved">): void {
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

// Applies changes that affect a single person.

const personalHandlers: {
  readonly [K in PersonalChange["kind"]]: (
    personal: Personal,
    change: ChangeOf<K>,
    state: State,
  ) => void;
} = {
  "flag changed": (personal, { flag, op, ids }) => {
    // Unread is stored instead of read, because almost everything is read.
    const set = flag === "read" ? personal.unread : personal[flag];
    const adds = (op === "add") !== (flag === "read");
    for (const id of ids) {
      if (adds) set.add(id);
      else set.delete(id);
    }
  },
  "all read": ({ unread }) => unread.clear(),
  "history taken": ({ historical }, { ids }) => {
    for (const id of ids) historical.add(id);
  },
  "topic policy set": ({ topicPolicies }, { entry }) => {
    const key = topicKey(entry.streamId, entry.topic);
    if (entry.policy === 0) topicPolicies.delete(key);
    else topicPolicies.set(key, entry);
  },
  "subscription set": (personal, { streamId, property, value }, state) => {
    const settings = subscriptionOf(state, personal, streamId);
    if (property === "color") settings.color = String(value);
    else if (property === "is_muted") settings.isMuted = value === true;
    else if (property === "pin_to_top") settings.pinToTop = value === true;
    else settings.overrides[property] = value === true;
  },
  "person muted": ({ mutedPeople }, { otherId, at }) => {
    if (at === undefined) mutedPeople.delete(otherId);
    else mutedPeople.set(otherId, at);
  },
  "setting set": ({ settings }, { property, value }) => void settings.set(property, value),
  "alert words set": (personal, { words }) => {
    personal.alertWords = words;
  },
  "drafts saved": (personal, { drafts }, { newest }) => {
    const ids = new Set(drafts.map(({ id }) => id));
    personal.drafts = [...personal.drafts.filter(({ id }) => !ids.has(id)), ...drafts];
    newest.draft = Math.max(newest.draft, ...ids);
  },
  "draft deleted": (personal, { draftId }) => {
    personal.drafts = personal.drafts.filter(({ id }) => id !== draftId);
  },
  "scheduled saved": (personal, { scheduled }, { newest }) => {
    const others = personal.scheduled.filter(({ id }) => id !== scheduled.id);
    personal.scheduled = [...others, scheduled].sort((a, b) => a.at - b.at || a.id - b.id);
    newest.scheduled = Math.max(newest.scheduled, scheduled.id);
  },
  "scheduled gone": (personal, { scheduledId, isSent }) => {
    personal.scheduled = personal.scheduled.filter(({ id }) => id !== scheduledId);
    if (isSent) personal.delivered.add(scheduledId);
    else personal.delivered.delete(scheduledId);
  },
};

type Handler = (personal: Personal, change: PersonalChange, state: State) => void;

function applyPersonal(state: State, change: PersonalChange): void {
  (personalHandlers[change.kind] as Handler)(personalOf(state, change.userId), change, state);
}

// Applies changes of shared state: people, groups, streams, profile fields, files and the realm's settings.

const sharedHandlers = {
  "people joined": ({ streams, messages }, { streamId, userIds }) => {
    const stream = streams.byId.get(streamId);
    if (stream !== undefined) for (const id of userIds) join(stream, id, messages.newest + 1);
  },
  "people left": ({ streams, messages }, { streamId, userIds }) => {
    const stream = streams.byId.get(streamId);
    if (stream !== undefined) for (const id of userIds) leave(stream, id, messages.newest + 1);
  },
  "person changed": ({ people }, { personId, facts }) => {
    const person = people.byId.get(personId);
    if (person !== undefined) savePerson(people, { ...person, ...facts });
  },
  "group saved": ({ people, newest }, { group }) => {
    people.groups.set(group.id, group);
    people.revision += 1;
    newest.group = Math.max(newest.group, group.id);
  },
  "group deleted": ({ people }, { groupId }) => deleteGroup(people, groupId),
  "stream saved": (state, { stream }) => {
    saveStream(state.streams, stream);
    state.newest.stream = Math.max(state.newest.stream, stream.id);
    if (stream.isArchived) forgetStream(state, stream.id);
  },
  "file added": ({ files, newest }, { file }) => {
    addFile(files, file);
    newest.file = Math.max(newest.file, file.id);
  },
  "file deleted": ({ files, newest }, { fileId }) => {
    removeFile(files, fileId);
    // Deleted files keep their ID, so that it is not reused.
    newest.file = Math.max(newest.file, fileId);
  },
  "profile fields set": (state, { fields }) => {
    state.profileFields = fields;
    state.newest.field = Math.max(state.newest.field, ...fields.map(({ id }) => id));
    forgetFields(state);
  },
  "realm set": ({ settings }, { property, value }) => void settings.set(property, value),
} satisfies Partial<Handlers<State>>;

/** Removes subscriptions, unread messages and topic policies of an archived stream, without events. */
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
  const known = new Set(profileFields.map(({ id }) => String(id)));
  for (const person of people.byId.values()) {
    const remaining = Object.entries(person.profile).filter(([id]) => known.has(id));
    if (remaining.length === Object.keys(person.profile).length) continue;
    savePerson(people, { ...person, profile: Object.fromEntries(remaining) });
  }
}

const handlers: Handlers<State> = { ...messageHandlers, ...sharedHandlers };

export function apply(state: State, change: Change): void {
  if ("userId" in change) applyPersonal(state, change);
  else (handlers[change.kind] as (state: State, change: Change) => void)(state, change);
}

// All changes of a realm's state, as values: actions create them, `apply` applies them, and the state file persists
// them.

export const ownFlags = ["read", "starred", "collapsed"] as const;
export type OwnFlag = (typeof ownFlags)[number];

/** A message as it is persisted, without derived data. */
export type SentMessage = Omit<Message, "sentIn" | "reactions" | "edits" | "lostBy"> & {
  /** The IDs of uploaded files that it links to; absent: none. */
  readonly files?: readonly number[];
};

type Membership = { userIds: readonly number[]; streamId: number };
type OfReaction = { id: number; reaction: Reaction };
/** A change for one person. */
type OfUser<Facts = unknown> = { userId: number } & Facts;

/** The data of each kind of change. */
type Facts = {
  "message sent": { message: SentMessage };
  "message edited": {
    id: number;
    content: string;
    mentions: Mentions;
    /** As in `SentMessage`. */
    files?: readonly number[];
    edit: Edit;
  };
  "messages moved": {
    ids: readonly number[];
    streamId: number;
    topic: string;
    edit: Edit;
    /** The message whose text changed in the same request: its history contains the move already. */
    edited: number | undefined;
    /** The people who lost access. */
    lostBy: readonly number[];
  };
  "messages deleted": { ids: readonly number[] };
  "reaction added": OfReaction;
  "reaction removed": OfReaction;
  "submessage added": { id: number; submessage: Submessage };
  "flag changed": OfUser<{ op: "add" | "remove"; flag: OwnFlag; ids: readonly number[] }>;
  "all read": OfUser;
  /** Messages added to a person's history without having been received. */
  "history taken": OfUser<{ ids: readonly number[] }>;
  "topic policy set": OfUser<{ entry: TopicPolicy }>;
  "subscription set": OfUser<{
    streamId: number;
    property: SubscriptionProperty;
    value: string | boolean;
  }>;
  /** `at`: UNIX seconds; undefined: unmuted. */
  "person muted": OfUser<{ otherId: number; at: number | undefined }>;
  "setting set": OfUser<{ property: string; value: unknown }>;
  "alert words set": OfUser<{ words: readonly string[] }>;
  /** New ones, and replacements of those with the same ID. */
  "drafts saved": OfUser<{ drafts: readonly Draft[] }>;
  "draft deleted": OfUser<{ draftId: number }>;
  "scheduled saved": OfUser<{ scheduled: Scheduled }>;
  /** Sent or deleted. */
  "scheduled gone": OfUser<{ scheduledId: number; isSent: boolean }>;
  "people joined": Membership;
  "people left": Membership;
  "person changed": { personId: number; facts: PersonFacts };
  "group saved": { group: Group };
  "group deleted": { groupId: number };
  "stream saved": { stream: StreamFacts };
  "file added": { file: SharedFile };
  "file deleted": { fileId: number };
  /** All fields, in order. */
  "profile fields set": { fields: readonly ProfileField[] };
  "realm set": { property: string; value: unknown };
};

/** A change of that kind. */
type ChangeOf<Kind extends keyof Facts> = Kind extends keyof Facts
  ? { readonly kind: Kind } & Readonly<Facts[Kind]>
  : never;

export type Change = ChangeOf<keyof Facts>;

/** The properties of a person that can change. */
export type PersonFacts = Partial<
  Omit<Person, "id" | "loginEmail" | "password" | "isBot" | "isSystem" | "joinedAt">
>;

export type SubscriptionProperty = "color" | "is_muted" | "pin_to_top" | NotificationOverride;

/** Changes that affect a single person. */
type PersonalChange = Extract<Change, { readonly userId: number }>;

/** Applies each kind of the other changes. */
type Handlers<State> = {
  readonly [Kind in Exclude<Change, PersonalChange>["kind"]]: (
    state: State,
    change: ChangeOf<Kind>,
  ) => void;
};
