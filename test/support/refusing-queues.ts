/** A realm as a server that makes queues and, from then on, knows none of them. */
import type { Realm } from "#realm/realm.ts";

const gone = { result: "error", msg: "", code: "BAD_EVENT_QUEUE_ID", queue_id: "x" };

/** `isRefused` is asked at each poll; always unless given. */
export function refusingQueues(realm: Realm, isRefused: () => boolean = () => true): Realm {
  const isPoll = ({ url, method }: Request) => method === "GET" && /\/events/.test(url);
  return {
    ...realm,
    fetch: async (request) =>
      isPoll(request) && isRefused() ? Response.json(gone, { status: 400 }) : realm.fetch(request),
  };
}
