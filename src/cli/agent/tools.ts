/**
 * The tools that programs may call over the protocol: all that there are.
 *
 * They read, or they propose. None sends, and none makes another request of the API.
 */

type Property = {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  /** What it does waits for the user's key. If absent, it only reads. */
  readonly proposes?: true;
};

export type ToolArguments = Readonly<Record<string, string | number | boolean>>;

const count = (most: number): Property => ({
  type: "integer",
  minimum: 1,
  maximum: most,
  description: `at most this many rows, 1 to ${most}`,
});
const place = "#stream > topic, #stream or @person";
const flag = (description: string): Property => ({ type: "boolean", description });
const text = (description: string): Property => ({ type: "string", description });

const reading: readonly Tool[] = [
  {
    name: "inbox",
    title: "Unread conversations",
    description: "The conversations with unread messages, most urgent first.",
    properties: { needs_me: flag("only direct messages and mentions of you"), count: count(200) },
  },
  {
    name: "read",
    title: "Messages of a place",
    description: "The newest messages of a conversation, a stream or a person, oldest first.",
    properties: {
      place: text(`where: ${place}`),
      count: count(200),
      since: text("only since this time: 2h, yesterday, 2026-11-20 9:00"),
      unread: flag("only unread ones"),
    },
    required: ["place"],
  },
  {
    name: "search",
    title: "Search messages",
    description:
      "The newest messages that match words and operators such as sender:ana stream:ops.",
    properties: { query: text("words and operators"), count: count(200) },
    required: ["query"],
  },
  {
    name: "digest",
    title: "What happened",
    description:
      "What happened since a time, by conversation: who wrote, what was asked and decided.",
    properties: { since: text("since this time: yesterday 18:00, 2h, mon"), count: count(100) },
  },
  {
    name: "waiting",
    title: "What waits",
    description: "What waits for the user, and what they wait for, oldest first.",
    properties: {
      kind: {
        ...text("only what waits for the user, or what they wait for"),
        enum: ["me", "them"],
      },
      count: count(200),
    },
  },
  {
    name: "people",
    title: "People",
    description: "The people of the organization.",
    properties: { match: text("only whose name or address contains this"), count: count(500) },
  },
  {
    name: "places",
    title: "Streams and topics",
    description: "The streams of the user, or the topics of one, newest first.",
    properties: { stream: text("the topics of this stream"), count: count(500) },
  },
];

const waits = "It is not done before the user approves it in weir, which may be never.";
const messageId: Property = {
  type: "integer",
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "the message's ID",
};

const proposing: readonly Tool[] = [
  {
    name: "propose_message",
    title: "Propose a message",
    description: `Propose to send a message. ${waits}`,
    properties: {
      place: text("#stream > topic, or @person"),
      text: text("the message's Markdown"),
    },
    required: ["place", "text"],
    proposes: true,
  },
  {
    name: "propose_reply",
    title: "Propose a reply",
    description: `Propose to answer in the conversation of a message. ${waits}`,
    properties: { message_id: messageId, text: text("the answer's Markdown") },
    required: ["message_id", "text"],
    proposes: true,
  },
  {
    name: "propose_done",
    title: "Propose to mark as read",
    description: `Propose to mark what is unread in a conversation now as read. ${waits}`,
    properties: { place: text("#stream > topic, or @person") },
    required: ["place"],
    proposes: true,
  },
  {
    name: "propose_reaction",
    title: "Propose a reaction",
    description: `Propose to react to a message. ${waits}`,
    properties: { message_id: messageId, emoji: text("the emoji's name, such as thumbs_up") },
    required: ["message_id", "emoji"],
    proposes: true,
  },
];

/** In the order in which clients list them. */
export const tools: readonly Tool[] = [...reading, ...proposing];

/** As the protocol describes a tool. */
export function declared({ name, title, description, properties, required, proposes }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties,
      ...(required && { required }),
      additionalProperties: false,
    },
    // What is proposed changes nothing by itself.
    annotations: { title, readOnlyHint: proposes !== true, destructiveHint: false },
  };
}

/** What is wrong with the arguments of a call. */
export function argumentsProblem(
  { properties, required = [] }: Tool,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const lacking = required.find((name) => values[name] === undefined);
  if (lacking !== undefined) return `The argument ${lacking} is missing.`;
  for (const [name, value] of Object.entries(values)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined)
      return `There is no such argument. There are: ${Object.keys(properties).join(", ")}.`;
    const wrong = valueProblem(name, property, value);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function valueProblem(name: string, property: Property, value: unknown): string | undefined {
  const { type, minimum = -Infinity, maximum = Infinity } = property;
  if (type === "integer") {
    const fits =
      Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    return fits
      ? undefined
      : `The argument ${name} must be a whole number: ${property.description}.`;
  }
  if (typeof value !== type) return `The argument ${name} must be a ${type}.`;
  if (value === "") return `The argument ${name} is empty.`;
  if (property.enum?.includes(String(value)) === false)
    return `The argument ${name} must be ${property.enum.join(" or ")}.`;
  return undefined;
}
