/** The narrow of a queue: pairs of words that filter its messages. */
import { ownProperty } from "#base/own-property.ts";
import { Refusal } from "#realm/failures.ts";
import { conditionOf } from "#realm/narrow/conditions.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Queue } from "#realm/state/queues.ts";
import { personalOf } from "#realm/state/state.ts";

type Test = (server: Server, message: Message, operand: string) => boolean;

const operators: Readonly<Record<string, Test>> = {
  stream: inStream,
  channel: inStream,
  topic: (_server, { topic }, operand) => topic.toLowerCase() === operand.toLowerCase(),
  sender: ({ state }, { senderId }, operand) =>
    state.people.byId.get(senderId)?.email.toLowerCase() === operand.toLowerCase(),
};

function inStream({ state }: Server, { streamId }: Message, operand: string): boolean {
  const name = state.streams.byId.get(streamId ?? -1)?.name;
  return name?.toLowerCase() === operand.toLowerCase();
}

export function passesNarrow(server: Server, queue: Queue, message: Message): boolean {
  const person = server.state.people.byId.get(queue.userId);
  if (person === undefined) return false;
  const asking = { server, person, personal: personalOf(server.state, person.id) };
  return queue.wishes.narrow.every(([operator, operand]) =>
    operator === "is"
      ? conditionOf(asking, { operator, operand, negated: false }).holds(message)
      : ownProperty(operators, operator)?.(server, message, operand),
  );
}

const states = ["dm", "private", "starred", "unread", "mentioned", "alerted", "resolved"];

/** Throws for what a queue cannot filter by. */
export function requireNarrow(narrow: readonly (readonly [string, string])[]): void {
  for (const [operator, operand] of narrow) {
    const isKnown =
      operator === "is" ? states.includes(operand) : Object.hasOwn(operators, operator);
    if (!isKnown) throw new Refusal(`Operator ${operator} ${operand} not supported.`);
  }
}
