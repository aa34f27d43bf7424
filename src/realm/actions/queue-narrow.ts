/** The narrow of a queue: pairs of words that filter its messages. */
import { entryOf } from "#base/entry.ts";
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import { mentionsAll, mentionsPerson } from "#realm/state/flags.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Queue } from "#realm/state/queues.ts";
import { personalOf } from "#realm/state/state.ts";

type Test = (server: Server, message: Message, operand: string, queue: Queue) => boolean;

const operators: Readonly<Record<string, Test>> = {
  stream: inStream,
  channel: inStream,
  topic: (_server, message, operand) => message.topic.toLowerCase() === operand.toLowerCase(),
  sender: (server, message, operand) =>
    server.state.people.byId.get(message.senderId)?.email.toLowerCase() === operand.toLowerCase(),
  is,
};

function inStream(server: Server, message: Message, operand: string): boolean {
  if (message.streamId === undefined) return false;
  const name = server.state.streams.byId.get(message.streamId)?.name;
  return name?.toLowerCase() === operand.toLowerCase();
}

function is(server: Server, message: Message, operand: string, queue: Queue): boolean {
  const personal = personalOf(server.state, queue.userId);
  switch (operand) {
    case "dm":
    case "private":
      return message.streamId === undefined;
    case "starred":
      return personal.starred.has(message.id);
    case "unread":
      return personal.unread.has(message.id);
    case "mentioned":
    case "alerted":
      return mentionsPerson(message, queue.userId) || mentionsAll(message, queue.userId);
    case "resolved":
      return message.topic.startsWith("✔ ");
    default:
      // Operands that nobody knows match everything, as on real servers.
      return true;
  }
}

export function passesNarrow(server: Server, queue: Queue, message: Message): boolean {
  return queue.wishes.narrow.every(([operator, operand]) =>
    entryOf(operators, operator)?.(server, message, operand, queue),
  );
}

/** Throws for operators that a queue does not take. */
export function requireNarrow(narrow: readonly (readonly [string, string])[]): void {
  for (const [operator, operand] of narrow) {
    if (entryOf(operators, operator) === undefined) {
      throw new Refusal(`Operator ${operator} not supported.`);
    }
    if (operator === "is" && operand === "followed") {
      throw new Refusal("Operand followed not supported.");
    }
  }
}
