/** Calls for event queues. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/queue.ts";
import { callTo } from "./connection.ts";

/** POST /register: a new queue and the initial state. The long lists are not decoded yet. */
export const register = callTo(wire.register, { deadlineMs: 60_000 });

/** GET /events — get events from an event queue. Pass the register answer's long-poll timeout as the deadline. */
export const getEvents = callTo(wire.getEvents, { priority: "poll" });

/** DELETE /events: deletes the queue. */
export const deleteQueue = callTo(wire.deleteQueue, { deadlineMs: 2000 });

export type RegisterArguments = ArgumentsOf<typeof wire.register>;
