/** Messages for a verb: whole pages, decoded, from the newest backwards or around a message; and single ones by ID. */
import type { Connection } from "#api/connection.ts";
import { getMessages } from "#api/messages.ts";
import type { Conversation } from "#model/conversation.ts";
import { decodeMessages, runToEnd } from "#model/decode.ts";
import { everybody, fromWireMessage } from "#model/from-wire.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { Exit } from "./exit-codes.ts";

type Page = Parameters<typeof getMessages>[1];

/** The server's recommended maximum. */
export const pageSize = 1_000;

export async function fetchPage(connection: Connection, page: Page) {
  const answer = await getMessages(connection, { ...page, apply_markdown: false });
  const { messages, skipped } = runToEnd(decodeMessages(answer.messages));
  connection.skips.note(skipped);
  return { answer, messages: messages.toSorted((one, other) => one.id - other.id) };
}

export type MessageRange = {
  readonly narrow: readonly NarrowTerm[];
  /** The maximum number of messages. */
  readonly count: number;
  /** UNIX seconds; older messages are omitted. */
  readonly since?: number | undefined;
  /** UNIX seconds; messages from then on are omitted. They are not fetched if `from` is the first of them. */
  readonly until?: number;
  readonly from?: number | undefined;
};

/** The newest messages that match, oldest first. */
export async function newestMessages(
  connection: Connection,
  { narrow, count, since = 0, until = Infinity, from }: MessageRange,
): Promise<readonly Message[]> {
  if (count === 0) return [];
  let found: readonly Message[] = [];
  for (;;) {
    const [oldest] = found;
    const size = Math.min(pageSize, count - found.length);
    const { answer, messages } = await fetchPage(connection, {
      anchor: oldest?.id ?? from ?? "newest",
      num_before: size + (oldest === undefined ? 0 : 1),
      num_after: 0,
      narrow: [...narrow],
    });
    const older = messages.filter(({ id }) => oldest === undefined || id < oldest.id);
    const fitting = older.filter(({ timestamp }) => timestamp >= since && timestamp < until);
    found = [...fitting, ...found].slice(-count);
    const isAll = answer.found_oldest !== false || older.some(({ timestamp }) => timestamp < since);
    if (isAll || older.length === 0 || found.length >= count) return found;
  }
}

/** All messages above `after`, oldest first, page by page. */
export async function* messagesAfter(
  connection: Connection,
  narrow: readonly NarrowTerm[],
  after: number,
): AsyncGenerator<readonly Message[]> {
  let last = after;
  for (;;) {
    const { answer, messages } = await fetchPage(connection, {
      anchor: last,
      num_before: 0,
      num_after: pageSize,
      narrow: [...narrow],
    });
    const newer = messages.filter(({ id }) => id > last);
    if (newer.length > 0) yield newer;
    last = newer.at(-1)?.id ?? last;
    if (answer.found_newest !== false || newer.length === 0) return;
  }
}

export function noMessage(id: MessageId): Exit {
  return new Exit("refused", `There is no message ${id}, or you may not see it.`);
}

/** Asks the server. Throws an Exit for a message that the user may not see. */
export async function messageOf(connection: Connection, id: MessageId): Promise<Message> {
  const page = { anchor: id, num_before: 0, num_after: 0, narrow: [] };
  const { messages } = await fetchPage(connection, page);
  const one = messages.find((message) => message.id === id);
  if (one === undefined) throw noMessage(id);
  return one;
}

/** Asks the server, like `messageOf`. */
export async function conversationOf(
  connection: Connection,
  id: MessageId,
  ownId: UserId,
): Promise<Conversation> {
  const { streamId, topic, userIds = [] } = fromWireMessage(await messageOf(connection, id));
  return streamId === undefined
    ? { kind: "direct", userIds: everybody(ownId, userIds) }
    : { kind: "topic", streamId, topic };
}
