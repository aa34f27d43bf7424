/** The streams that a happening takes for granted: that they exist, and as they were before. */
import { commit } from "#realm/server.ts";
import type { Stream, StreamFacts } from "#realm/state/streams.ts";
import { fieldsOf, numbers, objects } from "../fields.ts";
import { described, factsOf } from "./described-streams.ts";
import { type Event, isJoining, type Past, type Presumption, streamOf, toldOf } from "./past.ts";

/** Every stream that an event names. */
export function idsIn({ event }: { readonly event: Event }): readonly number[] {
  const lists = [...objects(event["streams"]), ...objects(event["subscriptions"])];
  const own = typeof event["stream_id"] === "number" ? [event["stream_id"]] : [];
  const message = fieldsOf(event["message"])["stream_id"];
  return [
    ...lists.map((one) => Number(one["stream_id"])),
    ...numbers(event["stream_ids"]),
    ...own,
    ...(typeof message === "number" ? [message] : []),
  ];
}

/** The streams that came into being: whoever makes one is told of it. */
function made(past: Past): ReadonlySet<number> {
  if (!isJoining(past)) return new Set();
  const creations = toldOf(past, "stream", "create").filter(({ userId }) => userId === past.actor);
  return new Set(creations.flatMap(idsIn));
}

function save({ server }: Past, facts: StreamFacts): void {
  commit(server, { kind: "stream saved", stream: facts });
}

function change(past: Past, { subscribers: _, spans: __, ...facts }: Stream, more: object): void {
  save(past, { ...facts, ...more });
}

/** Those that are there no more in the end. A stream that is made gets its own ID. */
export const streams: Presumption = (past) => {
  const { byId } = past.server.state.streams;
  const own = past.told.flatMap(({ event }) => [
    ...objects(event["streams"]),
    ...objects(event["subscriptions"]),
    ...objects(event["default_streams"]),
  ]);
  const fresh = made(past);
  for (const id of new Set([...past.told.flatMap(idsIn), ...pathIds(past)])) {
    const fields = own.find((one) => one["stream_id"] === id && "invite_only" in one);
    if (fresh.has(id)) {
      const gone = byId.get(id);
      if (gone !== undefined) change(past, gone, { isArchived: true, name: `gone ${id}` });
      byId.delete(id);
      past.server.state.newest.stream = Math.min(...fresh) - 1;
    } else if (fields !== undefined) save(past, factsOf(fields));
    else if (byId.get(id)?.isArchived !== false) {
      const told = described().get(id);
      if (told !== undefined) save(past, factsOf(told));
    }
    callAsTold(past, id);
  }
};

/** A stream goes by the name that the first event calls it by. */
function callAsTold(past: Past, id: number): void {
  const stream = past.server.state.streams.byId.get(id);
  const names = past.told.flatMap(({ event }) => {
    const message = fieldsOf(event["message"]);
    if (event.type === "stream" && event["stream_id"] === id) return [event["name"]];
    return message["stream_id"] === id ? [message["display_recipient"]] : [];
  });
  const [name] = names;
  if (stream !== undefined && typeof name === "string") change(past, stream, { name });
}

function pathIds({ actions }: Past): readonly number[] {
  return actions.flatMap(({ path, params = {} }) => {
    const id = /\/streams\/(\d+)/.exec(path)?.[1] ?? params["stream_id"] ?? params["to"] ?? "";
    const data = /"stream_id": ?(\d+)/.exec(params["subscription_data"] ?? "")?.[1] ?? "";
    return [id, data].filter((one) => /^\d+$/.test(one)).map(Number);
  });
}

type Other = (value: unknown, before: Stream) => Partial<StreamFacts>;

const others: Readonly<Record<string, Other>> = {
  description: (value, { description }) =>
    description === value ? { description: `not ${String(value)}` } : {},
  stream_post_policy: (value, { postPolicy }) =>
    postPolicy === value ? { postPolicy: value === 1 ? 2 : 1 } : {},
  message_retention_days: (value, { retention }) =>
    (retention ?? -1) === (value ?? -1) ? { retention: (value ?? -1) === -1 ? 30 : null } : {},
  can_remove_subscribers_group: () => ({ removers: undefined }),
};

/** What is announced is announced in the stream where everybody heard of it. */
export const announcements: Presumption = (past) => {
  const fresh = made(past);
  if (past.actions[0]?.params?.["announce"] !== "true") return;
  const place = toldOf(past, "message")
    .map(streamOf)
    .find((id) => id !== undefined && !fresh.has(id));
  if (place === undefined) return;
  const property = "new_stream_announcements_stream_id";
  commit(past.server, { kind: "realm set", property, value: place });
};

/** What is told to have changed was something else before. */
export const streamSettings: Presumption = (past) => {
  const { byId } = past.server.state.streams;
  for (const { event } of toldOf(past, "stream", "update")) {
    const stream = byId.get(Number(event["stream_id"]));
    if (stream === undefined) continue;
    const before = others[String(event["property"])]?.(event["value"], stream);
    if (before !== undefined) change(past, stream, { ...before, ...saidBefore(past) });
    if (event["property"] === "invite_only")
      change(past, stream, privacyBefore(past, stream, event));
  }
  const [action] = past.actions;
  const isDefault = action?.params?.["is_default_stream"];
  const [id] = pathIds(past);
  const stream = byId.get(id ?? 0);
  if (isDefault !== undefined && stream !== undefined)
    change(past, stream, { isDefault: isDefault !== "true" });
};

/** Where somebody gained the stream, it was private; else it was what its notice says that it was. */
function privacyBefore(past: Past, { id }: Stream, event: Event): Partial<StreamFacts> {
  const said = /from <strong>([^<]*)<\/strong> to/.exec(noticesOf(past))?.[1];
  if (said !== undefined)
    return {
      inviteOnly: said.startsWith("Private"),
      historyPublic: !said.includes("protected"),
      isWebPublic: said === "Web-public",
    };
  const gained = toldOf(past, "stream", "create").flatMap(idsIn).includes(id);
  const isPublic = !gained && event["value"] === false;
  return {
    inviteOnly: gained,
    historyPublic: true,
    isWebPublic: isPublic && event["is_web_public"] !== true,
  };
}

/** What the realm's own bot said. */
function noticesOf(past: Past): string {
  return toldOf(past, "message")
    .map(({ event }) => String(fieldsOf(event["message"])["content"]))
    .join("\n");
}

const permissions: readonly string[] = [
  "",
  "All ",
  "Only organization administrators can",
  "Only organization full members",
  "Only organization administrators and",
];

/** What its notices say that a stream was before. */
function saidBefore(past: Past): Partial<StreamFacts> {
  const notices = noticesOf(past);
  const posting = /Old permissions<\/strong>: ([^<]*)/.exec(notices)?.[1];
  const period = /Old retention period<\/strong>: (\d+|Forever)/.exec(notices)?.[1];
  const text = /Old description:<\/strong><\/li>\s*<\/ul>\s*<blockquote>\s*<p>(.*?)<\/p>/.exec(
    notices,
  )?.[1];
  const description = text?.replace(/<\/?strong>/g, "**").replace(/<\/?em>/g, "*");
  const postPolicy = permissions.findLastIndex((words) => posting?.startsWith(words));
  return {
    ...(description === undefined ? {} : { description }),
    ...(posting === undefined ? {} : { postPolicy }),
    ...(period === undefined ? {} : { retention: period === "Forever" ? null : Number(period) }),
  };
}
