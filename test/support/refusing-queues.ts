/** A realm that creates queues but refuses all polls. */
import type { Realm } from "#realm/realm.ts";

const gone = { result: "error", msg: "", code: "BAD_EVENT_QUEUE_ID", queue_id: "x" };

/** `isRefused` is called at each poll; by default all are refused. */
export function refusingQueues(realm: Realm, isRefused: () => boolean = () => true): Realm {
  const isPoll = ({ url, method }: Request) => method === "GET" && /\/events/.test(url);
  return {
    ...realm,
    fetch: async (request) =>
      isPoll(request) && isRefused() ? Response.json(gone, { status: 400 }) : realm.fetch(request),
  };
}
