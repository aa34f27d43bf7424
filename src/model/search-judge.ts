/** Decides, as far as the client can, whether a message matches a search. */
import type { UserId } from "#wire/ids.ts";
import type { Message } from "./message.ts";
import { others, type SearchTerm } from "./narrow.ts";

/** `unknown`: only the server can decide, for example for words. */
export type Verdict = "matches" | "differs" | "unknown";

/** Whether the message matches all of these terms; `own` is the reader's ID. */
export function searchVerdict(
  terms: readonly SearchTerm[],
  message: Message,
  own: UserId,
): Verdict {
  const verdicts = terms.map((term) => verdictOf(term, message, own));
  if (verdicts.includes("differs")) return "differs";
  return verdicts.includes("unknown") ? "unknown" : "matches";
}

function verdictOf(term: SearchTerm, message: Message, own: UserId): Verdict {
  const holds = isTrue(term, message, own);
  if (holds === undefined) return "unknown";
  return holds === (term.negated !== true) ? "matches" : "differs";
}

/** Whether the message matches the term without its negation; undefined if the client cannot decide. */
function isTrue({ operator, operand }: SearchTerm, message: Message, own: UserId) {
  switch (operator) {
    case "stream":
    case "channel":
      return typeof operand === "number" ? message.streamId === operand : undefined;
    case "topic":
      return message.streamId !== undefined && sameWords(message.topic, operand);
    case "sender":
      return typeof operand === "number" ? message.senderId === operand : undefined;
    case "dm":
      return typeof operand === "object" ? isBetween(message, operand, own) : undefined;
    case "dm-including":
      return typeof operand === "number" ? isWith(message, operand) : undefined;
    case "is":
      return isOfKind(operand, message);
    default:
      return undefined;
  }
}

function sameWords(topic: string, operand: SearchTerm["operand"]): boolean {
  return typeof operand === "string" && topic.toLowerCase() === operand.toLowerCase();
}

function isWith({ userIds = [] }: Message, id: number): boolean {
  return userIds.some((each) => each === id);
}

function isBetween({ userIds }: Message, operandIds: readonly number[], own: UserId): boolean {
  if (userIds === undefined) return false;
  const rest = others(userIds, own);
  const meant = new Set(operandIds.filter((id) => id !== own || operandIds.length === 1));
  return rest.length === meant.size && rest.every((id) => meant.has(id));
}

function isOfKind(operand: SearchTerm["operand"], message: Message): boolean | undefined {
  switch (operand) {
    case "dm":
    case "private":
      return message.streamId === undefined;
    case "mentioned":
      return message.mentioned || message.wildcardMentioned;
    case "alerted":
      return message.alerted;
    default:
      return undefined;
  }
}
