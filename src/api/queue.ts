/** Calls for event queues. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import { getDrafts } from "#wire/endpoints/drafts.ts";
import * as wire from "#wire/endpoints/queue.ts";
import { type CallOptions, type Connection, callTo } from "./connection.ts";
import { ApiError } from "./failure.ts";

const callRegister = callTo(wire.register, { deadlineMs: 60_000 });

/** How many a register lists; the oldest are missing if there are more. */
const mostDrafts = 1_000;
const mostStarred = 10_000;

/**
 * POST /register: a new queue and the initial state, with all drafts. The long lists are not decoded yet. What is not listed
 * whole is noted as unreadable.
 */
export async function register(
  connection: Connection,
  values: RegisterArguments,
  options: CallOptions = {},
) {
  const answer = await callRegister(connection, values, options);
  const { drafts = [], starred_messages: starred = [] } = answer;
  const note = (path: string, most: number) =>
    connection.skips.note([
      { path, reason: `only the newest ${most} are listed`, isNewWord: false },
    ]);
  if (starred.length >= mostStarred) note("starred_messages", mostStarred);
  if (drafts.length < mostDrafts) return answer;
  try {
    const { signal } = options;
    const whole = await connection.call(getDrafts, {}, signal === undefined ? {} : { signal });
    return { ...answer, drafts: whole.drafts };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    note("drafts", mostDrafts);
    return answer;
  }
}

/** GET /events — get events from an event queue. Pass the register answer's long-poll timeout as the deadline. */
export const getEvents = callTo(wire.getEvents, { priority: "poll" });

/** DELETE /events: deletes the queue. */
export const deleteQueue = callTo(wire.deleteQueue, { deadlineMs: 2000 });

export type RegisterArguments = ArgumentsOf<typeof wire.register>;
