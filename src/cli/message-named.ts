/** Finds a message by its ID or a link, with its conversation. */
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { safeLine } from "#base/safe-text.ts";
import type { Conversation } from "#model/conversation.ts";
import { everybody, fromWireMessage } from "#model/from-wire.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import { Exit } from "./exit-codes.ts";
import { fetchPage } from "./fetch-messages.ts";
import { splitPlace } from "./written-place.ts";

/** Throws an Exit if the argument is neither an ID nor a link to a message. */
export function messageNamed(word: string): MessageId {
  const { place } = splitPlace([word]);
  if (place?.kind === "message") return place.id;
  const near = place?.kind === "link" && place.terms.find(({ operator }) => operator === "near");
  if (near) return Number(near.operand) as MessageId;
  throw new Exit("misuse", `"${safeLine(word)}" is neither a message's ID nor a link to one.`);
}

export function noMessage(id: MessageId): Exit {
  return new Exit("refused", `There is no message ${id}, or you may not see it.`);
}

/** Asks the server. Throws an Exit for a message that the user may not see. */
export async function messageOf(connection: Connection, id: MessageId): Promise<Message> {
  const page = { anchor: id, num_before: 0, num_after: 0, narrow: [] };
  const { messages } = await fetchPage(connection, page);
  const found = messages.find((message) => message.id === id);
  if (found === undefined) throw noMessage(id);
  return found;
}

/** Does something with messages. The server's refusal does not say which of them is missing: that is found out. */
export async function withMessages(
  connection: Connection,
  ids: readonly MessageId[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === "refused")
      for (const id of ids) await messageOf(connection, id);
    throw error;
  }
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
