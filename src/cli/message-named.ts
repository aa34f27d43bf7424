/** Finds a message by its ID or a link, with its conversation. */
import type { Connection } from "#api/connection.ts";
import { safeLine } from "#base/safe-text.ts";
import type { Conversation } from "#model/conversation.ts";
import { everybody, fromWireMessage } from "#model/from-wire.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
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

/** Asks the server. Throws an Exit for a message that the user may not see. */
export async function conversationOf(
  connection: Connection,
  id: MessageId,
  ownId: UserId,
): Promise<Conversation> {
  const page = { anchor: id, num_before: 0, num_after: 0, narrow: [] };
  const { messages } = await fetchPage(connection, page);
  const found = messages.find((message) => message.id === id);
  if (found === undefined)
    throw new Exit("refused", `There is no message ${id}, or you may not see it.`);
  const { streamId, topic, userIds = [] } = fromWireMessage(found);
  return streamId === undefined
    ? { kind: "direct", userIds: everybody(ownId, userIds) }
    : { kind: "topic", streamId, topic };
}
