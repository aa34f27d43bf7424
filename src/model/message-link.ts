/** Links in messages: to pages outside, and to places of the realm; and the permanent link of a message. */
import { get } from "#base/table.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Message } from "./message.ts";
import { conversationOfMessage } from "./messages.ts";
import type { Narrow } from "./narrow.ts";
import type { Replica } from "./replica.ts";

export type MessageLink =
  /** The URL as the message has it, made absolute: not safe for a terminal. */
  | { readonly kind: "web"; readonly url: string }
  | {
      readonly kind: "place";
      readonly narrow: Narrow;
      /** The message to select there. */
      readonly near: MessageId | undefined;
    };

/** A term of a link into the realm. */
type Term = { readonly operator: string; readonly operand: string; readonly negated: boolean };

const idsAtStart = /^\d+(?:,\d+)*/;

function idsOf(operand: string): readonly number[] {
  return (idsAtStart.exec(operand)?.[0] ?? "").split(",").filter(Boolean).map(Number);
}

/** `9-backend`, `9`, or only a name in links of old servers. */
function streamOf({ streams }: Replica, operand: string): StreamId | undefined {
  const [id] = idsOf(operand) as readonly StreamId[];
  return id !== undefined && get(streams, id) !== undefined ? id : undefined;
}

const stateNarrows: Readonly<Partial<Record<string, Narrow>>> = {
  starred: { kind: "starred" },
  mentioned: { kind: "mentions" },
  dm: { kind: "directs" },
  private: { kind: "directs" },
};

/** The place that a link's terms lead to; undefined where weir has no such place, or the stream is not known. */
export function placeOfTerms(
  replica: Replica,
  terms: readonly Term[],
): Extract<MessageLink, { kind: "place" }> | undefined {
  if (terms.some(({ negated }) => negated)) return undefined;
  const operand = (...names: readonly string[]) =>
    terms.find(({ operator }) => names.includes(operator))?.operand;
  const [near] = idsOf(operand("near", "id", "with") ?? "") as readonly MessageId[];
  const narrow = narrowOfTerms(replica, operand);
  return narrow && { kind: "place", narrow, near };
}

function narrowOfTerms(
  replica: Replica,
  operand: (...names: readonly string[]) => string | undefined,
): Narrow | undefined {
  const stream = operand("stream", "channel");
  if (stream !== undefined) {
    const streamId = streamOf(replica, stream);
    if (streamId === undefined) return undefined;
    const topic = operand("topic", "subject");
    return topic === undefined ? { kind: "stream", streamId } : { kind: "topic", streamId, topic };
  }
  const people = operand("dm", "pm-with");
  if (people !== undefined) {
    const named = idsOf(people) as readonly UserId[];
    const userIds = [...new Set([...named, replica.ownId])].sort((one, other) => one - other);
    return named.length === 0 ? undefined : { kind: "direct", userIds };
  }
  return stateNarrows[operand("is") ?? ""];
}

/** In such links the percent sign is written as a dot, and the dot as `.2E`. */
function encodedOperand(text: string): string {
  return encodeURIComponent(text)
    .replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

/** The URL by which others find the message. */
export function permalinkOf(replica: Replica, message: Message): string {
  const { url, featureLevel } = replica.realm;
  const conversation = conversationOfMessage(message);
  const near = `near/${message.id}`;
  if (conversation.kind === "direct") {
    const operator = featureLevel < since.dmOperators ? "pm-with" : "dm";
    const others = conversation.userIds.length > 2 ? "group" : "dm";
    return `${url}/#narrow/${operator}/${conversation.userIds.join(",")}-${others}/${near}`;
  }
  const { streamId, topic } = conversation;
  const name = (get(replica.streams, streamId)?.name ?? "").replaceAll(" ", "-");
  const place = `stream/${streamId}-${encodedOperand(name)}/topic/${encodedOperand(topic)}`;
  return `${url}/#narrow/${place}/${near}`;
}
