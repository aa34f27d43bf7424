/** Calls for event queues. */

import type { AnswerOf, ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/queue.ts";
import type { QueueId } from "#wire/ids.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /register: a new queue and the initial state. The long lists are not decoded yet. */
export const register = callTo(wire.register, { deadlineMs: 60_000 });

/** GET /events — get events from an event queue. Pass the register answer's long-poll timeout as the deadline. */
export function getEvents(
  connection: Connection,
  cursor: {
    readonly queue_id: QueueId;
    readonly last_event_id: number;
    readonly dont_block?: boolean;
  },
  options?: CallOptions,
): Promise<AnswerOf<typeof wire.getEvents>> {
  return connection.call(wire.getEvents, cursor, { priority: "poll", ...options });
}

/** DELETE /events: deletes the queue. */
export function deleteQueue(connection: Connection, queueId: QueueId, options?: CallOptions) {
  return connection.call(wire.deleteQueue, { queue_id: queueId }, { deadlineMs: 2000, ...options });
}

export type RegisterArguments = ArgumentsOf<typeof wire.register>;
