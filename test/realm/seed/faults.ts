/** Finds faults of a blueprint: dangling references and wrong orders. */
import type { Blueprint } from "#realm/seed/blueprint.ts";

/** A sentence for each fault; empty for a valid blueprint generated at `now`. */
export function faults(blueprint: Blueprint, now: number): readonly string[] {
  return [...messageFaults(blueprint, now), ...placeFaults(blueprint), ...yourFaults(blueprint)];
}

function messageFaults({ messages, users }: Blueprint, now: number): readonly string[] {
  const userIds = new Set(users.map(({ id }) => id));
  return messages.flatMap((message, at) => {
    const before = messages[at - 1];
    const reactions = message.reactions ?? [];
    const twice = new Set(reactions.map(({ userId, name }) => `${userId} ${name}`));
    const checks: readonly (readonly [boolean, string])[] = [
      [before === undefined || before.id < message.id, "has no ascending ID"],
      [before === undefined || before.sentAt <= message.sentAt, "is older than the one before"],
      [message.sentAt <= now, "is in the future"],
      [message.content.trim() !== "", "is empty"],
      [userIds.has(message.senderId), "has an unknown sender"],
      [reactions.every(({ userId }) => userIds.has(userId)), "has a reaction by an unknown user"],
      [twice.size === reactions.length, "has the same reaction twice"],
    ];
    return checks
      .filter(([holds]) => !holds)
      .map(([, fault]) => `message ${message.id} ${fault}: ${message.content.slice(0, 40)}`);
  });
}

function placeFaults({ messages, streams, users }: Blueprint): readonly string[] {
  const userIds = new Set(users.map(({ id }) => id));
  const subscribers = new Map(streams.map((one) => [one.id, new Set(one.subscribers)]));
  const unknown = streams
    .filter((one) => !one.subscribers.every((id) => userIds.has(id)) || !ascends(one.subscribers))
    .map(({ name }) => `stream ${name} has wrong subscribers`);
  const misplaced = messages
    .filter((message) =>
      "to" in message
        ? !(message.to.includes(message.senderId) && ascends(message.to))
        : !subscribers.get(message.streamId)?.has(message.senderId),
    )
    .map(({ id, content }) => `message ${id} is in a place without its sender: ${content}`);
  return [...unknown, ...misplaced];
}

function yourFaults({ messages, streams, you }: Blueprint): readonly string[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const mine = new Set(
    streams.filter((one) => one.subscribers.includes(you.userId)).map(({ id }) => id),
  );
  const reaches = (id: number) => {
    const message = byId.get(id);
    if (message === undefined) return false;
    return "to" in message ? message.to.includes(you.userId) : mine.has(message.streamId);
  };
  return [
    ...(ascends(you.unread) && ascends(you.starred) ? [] : ["unread or starred do not ascend"]),
    ...[...you.unread, ...you.starred]
      .filter((id) => !reaches(id))
      .map((id) => `you cannot see ${id}, which you have not read or starred`),
    ...you.unread
      .filter((id) => byId.get(id)?.senderId === you.userId)
      .map((id) => `you have not read your own ${id}`),
    ...you.subscriptions
      .filter(({ streamId }) => !mine.has(streamId))
      .map(({ streamId }) => `you are not subscribed to ${streamId}`),
  ];
}

function ascends(ids: readonly number[]): boolean {
  return ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? id));
}
