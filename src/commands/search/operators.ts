/** The search operators: their operands, and their names on the server. */

export type OperandKind =
  | "person"
  | "people"
  | "stream"
  | "topic"
  | "message"
  | "time"
  | "one of"
  | "words";

export type Operator = {
  /** The server's name, and the one that completion writes. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** What it selects, for the list of completions. */
  readonly title: string;
  readonly operand: OperandKind;
  /** The possible operands and what each selects. */
  readonly values?: Readonly<Record<string, string>>;
};

export const operators: readonly Operator[] = [
  { name: "sender", aliases: ["from"], title: "messages of a person", operand: "person" },
  { name: "stream", aliases: ["channel"], title: "messages in a stream", operand: "stream" },
  { name: "topic", aliases: ["subject"], title: "messages in a topic", operand: "topic" },
  {
    name: "dm",
    aliases: ["with", "pm-with", "pm"],
    title: "direct messages with exactly these people",
    operand: "people",
  },
  {
    name: "dm-including",
    aliases: ["group-pm-with"],
    title: "direct messages with a person, including groups",
    operand: "person",
  },
  {
    name: "has",
    aliases: [],
    title: "messages with certain content",
    operand: "one of",
    values: {
      link: "with a link",
      image: "with an image",
      attachment: "with a file",
      reaction: "with a reaction",
    },
  },
  {
    name: "is",
    aliases: [],
    title: "messages with a property",
    operand: "one of",
    values: {
      starred: "that you starred",
      mentioned: "that mention you",
      unread: "that are unread",
      dm: "direct messages",
      followed: "in topics that you follow",
      muted: "in muted topics and streams",
      resolved: "in resolved topics",
      alerted: "with one of your alert words",
    },
  },
  {
    name: "in",
    aliases: [],
    title: "with or without muted ones",
    operand: "one of",
    values: { home: "without muted streams and topics", all: "including muted ones" },
  },
  // Servers have no operators for times, which select a part of what they answer.
  { name: "on", aliases: [], title: "messages of a day", operand: "time" },
  { name: "before", aliases: [], title: "messages before a day or time", operand: "time" },
  { name: "after", aliases: [], title: "messages after a day or time", operand: "time" },
  {
    name: "mentions",
    aliases: [],
    title: "messages that mention a person",
    operand: "one of",
    values: { me: "you, by name or as part of everybody" },
  },
  {
    name: "streams",
    aliases: ["channels"],
    title: "messages in public or archived streams",
    operand: "one of",
    values: { public: "including streams that you are not in", archived: "archived streams" },
  },
  {
    name: "search",
    aliases: [],
    title: "these words; -search: without them",
    operand: "words",
  },
  { name: "id", aliases: [], title: "one message by its ID", operand: "message" },
];

const byName = new Map(
  operators.flatMap((operator) =>
    [operator.name, ...operator.aliases].map((name) => [name, operator] as const),
  ),
);

export function operatorNamed(name: string): Operator | undefined {
  return byName.get(name);
}

/** Every name and alias, for finding typos. */
export const operatorNames: readonly string[] = [...byName.keys()];

/** `sender: from: …`: what messages and help list. */
export const operatorList = operators
  .flatMap(({ name, aliases: [alias] }) => [name, ...(alias === "from" ? [alias] : [])])
  .map((name) => `${name}:`)
  .join(" ");
