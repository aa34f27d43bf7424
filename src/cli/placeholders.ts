/** What the placeholders in the arguments and options of verbs stand for, such as `<place...>`. */

/** What the answers of completion come from. */
export type Kind =
  | "account"
  | "archived-stream"
  | "deactivated-person"
  | "draft"
  | "emoji"
  | "field"
  /** `Team=`, before a value. */
  | "field-value"
  | "file"
  | "folder"
  | "group"
  /** A group among people: `group:crew`. */
  | "members"
  | "message"
  /** An ID among places, which is offered once it was begun. */
  | "begun-message"
  /** `all`, `mentions` … */
  | "narrow"
  | "page"
  | "person"
  /** Several make one conversation: `@ana,@bo`. */
  | "people"
  | "scheduled"
  | "shell"
  | "snippet"
  | "stream"
  /** Behind its stream. */
  | "topic"
  /** A command that prints rows of JSON. */
  | "verb"
  | "view"
  /** A time zone. */
  | "zone";

const nothing: readonly Kind[] = [];

const kinds: Readonly<Record<string, readonly Kind[]>> = {
  account: ["account"],
  "archived-stream": ["archived-stream"],
  "deactivated-person": ["deactivated-person"],
  conversation: ["topic", "people"],
  draft: ["draft"],
  emoji: ["emoji"],
  field: ["field"],
  "field=value": ["field-value"],
  file: ["file"],
  folder: ["folder"],
  group: ["group"],
  message: ["message"],
  "message-or-place": ["topic", "people", "narrow", "begun-message"],
  page: ["page"],
  path: ["file"],
  people: ["person", "members"],
  person: ["person"],
  place: ["topic", "people", "narrow"],
  recipient: ["topic", "people"],
  scheduled: ["scheduled"],
  shell: ["shell"],
  snippet: ["snippet"],
  stream: ["stream"],
  target: ["topic"],
  topic: ["topic"],
  verb: ["verb"],
  view: ["view"],
  what: ["topic", "person"],
  who: ["person", "members"],
  zone: ["zone"],
  // Texts, times and new names; choices are the words of their option.
  address: nothing,
  call: nothing,
  command: nothing,
  format: nothing,
  method: nothing,
  name: nothing,
  "name=value": nothing,
  number: nothing,
  option: nothing,
  pattern: nothing,
  provider: nothing,
  query: nothing,
  role: nothing,
  seconds: nothing,
  seed: nothing,
  server: nothing,
  text: nothing,
  time: nothing,
  ways: nothing,
  word: nothing,
};

/** Throws for a placeholder that nobody has said it of. */
export function kindsOf(placeholder: string): readonly Kind[] {
  const [word = ""] = /[\w=-]+/.exec(placeholder) ?? [];
  const kind = kinds[word];
  if (kind === undefined) throw new RangeError(`What does ${placeholder} stand for?`);
  return kind;
}

/** The placeholder of a verb's argument at this index; the last one stands for all that follow. */
export function argumentAt(argument = "", index = 0): string | undefined {
  const all = argument.split(" ").filter((word) => word !== "");
  return all[Math.min(index, all.length - 1)];
}

/** The placeholder of an option's value, as in `--since <time>`, unless it is a flag. */
export function valueIn(flags: string): string | undefined {
  return /[<[].*$/.exec(flags)?.[0];
}
