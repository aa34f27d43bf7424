/** What a queue was told before, and how much was asked before. */
import { signInBucket, signIns } from "#realm/rates.ts";
import type { Premise } from "./scene.ts";

/** Events that a queue was told before, and what of them was acknowledged. */
export const queue: Premise = ({ server, exchange, words, isDone, touch }) => {
  const last = Number(exchange.request.params?.["last_event_id"] ?? Number.NaN);
  const told = exchange.body["events"];
  for (const one of server.queues.values()) {
    touch();
    if (isDone && last >= 0) one.events.push({ type: "heartbeat", id: last });
    if (isDone && Array.isArray(told) && exchange.body["queue_id"] === undefined)
      one.events.push(...told);
    if (/already been pruned/.test(words)) one.pruned = last + 5;
  }
};

/** So many requests came before, or guesses of that name's password, that no further one is allowed. */
export const flood: Premise = ({ server, exchange, me }) => {
  if (exchange.status !== 429) return;
  const { path, params = {} } = exchange.request;
  const kind = path.endsWith("/events") ? "events" : "other";
  const name = params["username"];
  for (let asked = 0; asked < 1_000; asked += 1) {
    if (me !== undefined) server.rates.ask(`${kind}:${me.id}`);
    if (name !== undefined) server.rates.ask(signInBucket(name), signIns);
  }
};

/** Whoever could sign in without a password asked a server for developers. */
export const developers: Premise = ({ server, exchange, touch }) => {
  if (!exchange.request.path.endsWith("/dev_fetch_api_key") || exchange.status === 400) return;
  server.state.settings.set("development_environment", true);
  touch();
};
