/** The calls of a verb: what they leave in doubt, and the names in their answers. */
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import type { Replica } from "#model/replica.ts";
import type { AnswerOf, Endpoint } from "#wire/endpoint.ts";
import { getTopics } from "#wire/endpoints/account.ts";
import { getUsers } from "#wire/endpoints/users.ts";
import type { StreamId } from "#wire/ids.ts";

/** The reason with which a verb's time limit aborts its calls. */
export class TooLate extends Error {}

/** Whether a lost answer leaves the result unknown. */
function changesSomething({ method, path }: Endpoint): boolean {
  return method !== "GET" && path !== "/register" && path !== "/events";
}

type Watched = {
  readonly connection: Connection;
  /** Whether the last change request had no answer. */
  readonly isInDoubt: () => boolean;
};

/** Names that a verb has seen, for the cache. */
export type Seen = {
  replica?: Replica;
  people?: AnswerOf<typeof getUsers>["members"];
  readonly topics: Map<StreamId, readonly string[]>;
};

/** Adds the names in an answer. */
function note(seen: Seen, { path }: Endpoint, values: unknown, answer: unknown): void {
  if (path === getUsers.path) seen.people = (answer as AnswerOf<typeof getUsers>).members;
  if (path !== getTopics.path) return;
  const { topics } = answer as AnswerOf<typeof getTopics>;
  const { stream_id: id } = values as { readonly stream_id?: unknown };
  seen.topics.set(
    id as StreamId,
    topics.map(({ name }) => name),
  );
}

/** The connection with calls that `signal` aborts; the topics in its answers are noted. */
export function watched(connection: Connection, signal: AbortSignal, seen: Seen): Watched {
  let isInDoubt = false;
  const call: Connection["call"] = async (endpoint, values, options = {}) => {
    const signals =
      options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]);
    let hasLeft = false;
    const beforeSending = async () => {
      await options.beforeSending?.();
      hasLeft = true;
    };
    try {
      const answer = await connection.call(endpoint, values, {
        ...options,
        signal: signals,
        beforeSending,
      });
      if (changesSomething(endpoint)) isInDoubt = false;
      note(seen, endpoint, values, answer);
      return answer;
    } catch (error) {
      const isOpen = error instanceof ApiError ? error.failure.sent === "maybe" : hasLeft;
      if (changesSomething(endpoint)) isInDoubt = isOpen;
      throw error;
    }
  };
  return { connection: { ...connection, call }, isInDoubt: () => isInDoubt };
}
