/**
 * What `--json` prints, as JSON Schema: what each field of a verb's rows is.
 *
 * Fields of one name mean the same in all verbs, but for the exceptions at the end.
 */
import { ownProperty } from "#base/own-property.ts";
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "./exit-codes.ts";

type Type = "string" | "integer" | "boolean" | "array" | "object" | "null";

/** A part of a schema, in the words of JSON Schema. */
export type Fragment = {
  readonly type: Type | readonly Type[];
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly format?: "date-time" | "uri";
  readonly items?: Fragment;
  readonly properties?: Readonly<Record<string, Fragment>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Fragment;
};

const text = (description: string): Fragment => ({ type: "string", description });
const integer = (description: string): Fragment => ({ type: "integer", description });
const flag = (description: string): Fragment => ({ type: "boolean", description });
const time = (description: string): Fragment => ({
  type: "string",
  format: "date-time",
  description,
});
const oneOf = (description: string, ...words: readonly string[]): Fragment => ({
  type: "string",
  enum: words,
  description,
});
const list = (description: string, items: Fragment): Fragment => ({
  type: "array",
  items,
  description,
});
const byName = (description: string, values: Fragment): Fragment => ({
  type: "object",
  additionalProperties: values,
  description,
});
const record = (properties: Readonly<Record<string, Fragment>>): Fragment => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function orNull(fragment: Fragment): Fragment {
  const types = Array.isArray(fragment.type) ? fragment.type : [fragment.type];
  const words = fragment.enum && { enum: [...fragment.enum, null] };
  return { ...fragment, type: [...types, "null"], ...words };
}

/** A key of a nested object, whose description says enough. */
const word: Fragment = { type: "string" };

const names = (description: string) => list(description, word);

/** A message of a digest. */
const mentioned = {
  message_id: integer("the message's ID"),
  time: time("when it was sent"),
  sender: text("who wrote it"),
  sender_id: integer("that person's ID"),
  content: text("its Markdown"),
  link: text("its address in the web client"),
};

const linked = record({
  ...mentioned,
  url: text("where the link leads"),
  name: text("the text of the link"),
});

/** Which conversation, in fields of its own: those of streams are null for direct messages, and the other way round. */
const conversation = {
  stream: orNull(text("the stream's name; null: a direct conversation")),
  stream_id: orNull(integer("the stream's ID; null: a direct conversation")),
  topic: orNull(text("the topic; null: a direct conversation")),
  people: orNull(names("the others of a direct conversation; null: a topic")),
};

/** A verb's field without a meaning here does not compile. */
const fields = {
  account: orNull(text("the account's name in the configuration file; null: it is not from there")),
  active: flag("whether the account is active"),
  acts: integer("on how many messages it would have acted"),
  advice: orNull(text("what to do about it; null: nothing")),
  answered: names("the people who were asked too, and have answered"),
  archived: flag("whether the stream is archived"),
  at: time("when the server sends it"),
  billing_admin: orNull(flag("whether they manage billing; null: the server does not say")),
  bot: flag("whether it is a bot"),
  check: text("what was checked"),
  color: orNull(text("your colour of the stream; null: you are not subscribed")),
  command: text("the command's ID, as the configuration file names it"),
  complete: flag("whether all messages of the time are on this machine now"),
  content: text("the Markdown, as it was written"),
  created: integer("when it was saved, in seconds since 1970"),
  data: text("the choices of the field, as the server has them"),
  decided: list(
    "what was decided",
    record({
      kind: text("by what it was decided"),
      ...mentioned,
      thumbs: orNull(integer("how many thumbs up it has; null: it was decided otherwise")),
      options: orNull(names("the options that won; null: it was no poll")),
    }),
  ),
  default: orNull(flag("whether it is the default; null: the server was not asked")),
  description: text("what it is for"),
  does: text("what the rule does"),
  edited: orNull(time("when it was changed last; null: not known")),
  email: orNull(text("the address; null: not known")),
  emoji: orNull(text("the emoji's name; null: none")),
  examples: list("the IDs of the newest of them", { type: "integer" }),
  failed: flag("whether the server could not send it"),
  file: text("the file that was written"),
  files: list("the files that were shared", linked),
  finding: text("what was found"),
  first: record(mentioned),
  first_unread: orNull(integer("the ID of the oldest unread message; null: none is unread")),
  folder: orNull(text("the name of the folder that they are in; null: none")),
  folder_id: orNull(integer("the ID of the stream's folder; null: none")),
  hint: text("what the field says below its input"),
  history_public: flag("whether new subscribers see older messages"),
  id: orNull(integer("the ID of what the row is about; null: the server has not told it")),
  in_summary: flag("whether the person's card shows it"),
  joined: orNull(time("when the account was made; null: not known")),
  keyring: flag("whether the key is in the system's keyring"),
  keys: names("its keys"),
  kind: oneOf("me: it waits for you; them: you wait for them", "me", "them"),
  known: integer("how many of the messages were on this machine before"),
  last: record(mentioned),
  link: orNull(text("its address in the web client; null: not known yet")),
  links: list("the links that were shared", linked),
  live: flag("whether the chat screen opens it"),
  local: flag("whether only this machine has it"),
  markdown: text("a Markdown link to the file"),
  members: names("the names of its members"),
  mentioned: flag("whether it mentions you"),
  mentions: integer("how many of the unread messages mention you"),
  message_id: integer("the message's ID"),
  message_ids: list("the IDs of all messages that ask it", { type: "integer" }),
  messages: integer("how many messages"),
  method: text("the name of the way to sign in, for --browser"),
  mine: flag("whether you have voted for it, or it is checked"),
  muted: orNull(flag("whether you have muted the stream; null: you are not subscribed")),
  name: text("its name"),
  newest: integer("the ID of the newest message"),
  note: orNull(text("the note of a reminder; null: none")),
  number: integer("its number in the list, from 1"),
  oldest: orNull(integer("when the oldest message was sent, in seconds since 1970; null: none")),
  option: integer("the option's number, from 1"),
  order: integer("its place among the fields, from 0"),
  owed_by: oneOf(
    "each: every one of those who were asked; one: any of them; anybody: whoever answers",
    "each",
    "one",
    "anybody",
  ),
  overruled: integer("on how many messages another rule comes first, and does the opposite"),
  overruled_by: orNull(text("the title of that rule; null: the row is about all of them")),
  person: orNull(text("until whose answer; null: until a time")),
  pinned: orNull(flag("whether it is pinned; null: you are not subscribed")),
  place: orNull(text("the place, as commands take it; null: none was chosen yet")),
  policy: orNull(
    text("what you get of the topic: muted, unmuted or followed; null: as its stream"),
  ),
  post_policy: orNull(
    integer(
      "who may post: 1 anybody, 2 administrators, 3 full members, 4 moderators; null: others, or not known",
    ),
  ),
  private: flag("whether only its subscribers can see it"),
  problem: orNull(text("why it cannot be used; null: it can")),
  profile: byName("the profile fields by their names", word),
  query: orNull(text("the search; null: weir cannot read it")),
  queued: flag("whether it was not sent yet: the chat screen sends it when it opens next"),
  questions: list("what you were asked", record(mentioned)),
  rc: orNull(text("the file with the account's key; null: another place")),
  reactions: byName("how many people reacted, by the emoji's name", { type: "integer" }),
  read: orNull(integer("how many messages were marked as read; null: the server does not say")),
  reason: orNull(text("why it is listed, or why it failed; null: it did not")),
  required: flag("whether everybody must fill it in"),
  retention_days: orNull(
    integer(
      "after how many days messages are deleted; -1: never; null: as the organization has it",
    ),
  ),
  role: text("the person's role"),
  rule: text("the rule by which it waits"),
  section: oneOf(
    "the part of the inbox",
    ...["needs-you", "followed", "streams", "bots", "snoozed"],
  ),
  sender: text("who wrote it"),
  sender_email: text("that person's address; absent: not known"),
  sender_id: integer("that person's ID"),
  sentence: text("the sentence that asks"),
  setting: text("the setting, as its option is called"),
  since: time("since when it waits"),
  site: orNull(text("the server's address; null: not known")),
  source: oneOf("where it was found", "server", "archive"),
  starred: flag("whether you have starred it"),
  state: oneOf("the state of the account", "connected", "signed out", "unreachable", "refused"),
  status: orNull(text("what their status says; null: nothing")),
  status_emoji: orNull(text("the emoji of their status; null: none")),
  streams: orNull(names("the streams that they are in; null: the server does not say")),
  subgroups: names("the names of the groups in it"),
  subscribed: flag("whether you are subscribed"),
  subscriber_count: orNull(integer("how many subscribe; null: the server does not say")),
  system: flag("whether the server made it"),
  tested: flag("whether weir rules test has shown what it would do: only then it runs"),
  text: orNull(text("the text; null: none")),
  time: time("when it was sent"),
  timezone: orNull(text("the time zone; null: not known")),
  title: text("what it is called"),
  type: text("what kind of field it is"),
  unless_answered: flag("whether what somebody writes before ends it"),
  unread: orNull(integer("how many messages are unread; null: not known")),
  until: orNull(time("until when; null: until it is changed")),
  url: text("the file's address"),
  value: text("its value, as its option takes it"),
  verdict: oneOf("how it looks", "good", "note", "bad"),
  version: orNull(text("the server's version; null: not known")),
  votes: orNull(integer("how many have voted for it; null: it is a task")),
  waits_for: names("the people whose answer is missing; empty: nobody in particular"),
  waits_for_ids: list("their IDs", { type: "integer" }),
  web_public: flag("whether anybody can read it in the web"),
  where: names("the parts of the screen in which the keys work"),
  words: text("what the rule has found in it; empty: nothing but the message"),
  ...conversation,
} satisfies Readonly<Record<string, Fragment>>;

export type FieldName = keyof typeof fields;

const ofMessage = { unread: flag("whether you have not read it") };
const filedStreams = { streams: names("the names of the streams in it") };
const changedPeople = { people: names("who was added or removed") };

/** By verb, where a field is something else than elsewhere. */
export const exceptions: Readonly<Record<string, Partial<Record<FieldName, Fragment>>>> = {
  digest: {
    people: list(
      "who wrote",
      record({
        id: integer("the person's ID"),
        name: text("the person's name"),
        messages: integer("how many messages they wrote"),
      }),
    ),
  },
  folders: filedStreams,
  "folders add": filedStreams,
  "folders put": filedStreams,
  "folders take": { streams: names("the names of the streams that were in it") },
  later: {
    kind: oneOf("what comes later", "reminder", "snooze", "scheduled"),
    at: orNull(time("when it comes; null: when that person answers")),
    place: orNull(text("the place, as commands take it; null: you may not see the message")),
    message_id: orNull(integer("of which message it reminds; null: it is no reminder")),
    id: orNull(integer("the ID of what the server has; null: this machine has it")),
    content: orNull(text("the Markdown of the message; null: it is a snooze, or not known")),
  },
  read: ofMessage,
  "rules test": {
    kind: oneOf("rule: what it does; conflict: where another one overrules it", "rule", "conflict"),
    messages: integer("how many messages it is about"),
  },
  search: ofMessage,
  tail: ofMessage,
  "streams create": changedPeople,
  "streams edit": changedPeople,
  "streams add": changedPeople,
  "streams remove": changedPeople,
  "groups create": changedPeople,
  "groups edit": changedPeople,
  "groups add": changedPeople,
  "groups remove": changedPeople,
};

/** What may be absent of a row; all other fields are there, or null. */
const optional: ReadonlySet<FieldName> = new Set(["sender_email"]);

const dialect = "https://json-schema.org/draft/2020-12/schema";

type Printing = {
  readonly name: string;
  readonly alias?: string;
  readonly description: string;
  /** If absent, the verb prints no rows. */
  readonly fields?: readonly FieldName[];
};

function rowSchema({ name, description, fields: own = [] }: Printing): Fragment {
  const other = ownProperty(exceptions, name) ?? {};
  return {
    type: "object",
    description: `A line of weir ${name} --json: ${description}. --json=FIELDS prints some of these.`,
    properties: Object.fromEntries(own.map((field) => [field, other[field] ?? fields[field]])),
    required: own.filter((field) => !optional.has(field)),
    additionalProperties: false,
  };
}

/**
 * The schema of each line that the verb of this name, or alias, prints with `--json`. Without a name, one schema with
 * those of all verbs under `$defs`, by their names. Throws an Exit for a verb that has none.
 */
export function schemaNamed(name: string, verbs: readonly Printing[]): unknown {
  const printing = verbs.filter((verb) => verb.fields !== undefined);
  if (name === "") {
    const schemas = printing.map((verb) => [verb.name, rowSchema(verb)]);
    return { $schema: dialect, title: "weir", $defs: Object.fromEntries(schemas) };
  }
  const verb = printing.find((one) => one.name === name || one.alias === name);
  if (verb === undefined)
    throw new Exit("misuse", `No command "${safeLine(name)}" prints rows of JSON.`);
  return { $schema: dialect, title: `weir ${verb.name}`, ...rowSchema(verb) };
}
