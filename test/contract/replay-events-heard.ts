/** A recorded happening brought about in an embedded realm, and what the queues of the same people heard of it. */
import { capabilities } from "../support/realm.ts";
import type { Asked, Happening } from "../support/recordings.ts";
import { presume } from "./presumed.ts";
import { repliedTo, requestOf } from "./replay.ts";
import {
  type Heard,
  type HeardBy,
  type Hearing,
  type Listening,
  ownerOf,
} from "./replay-events-hearing.ts";
import type { SituatedRealm, Situation } from "./situation.ts";

const usual: Listening = {
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: true,
  include_subscribers: true,
  client_capabilities: capabilities,
  fetch_event_types: [],
};

function params(listening: Listening): Readonly<Record<string, string>> {
  const set = Object.entries({ ...usual, ...listening }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, JSON.stringify(value)]));
}

export type Queues = ReadonlyMap<string, string>;

/** Asks without letting time pass. */
async function ask(situation: Situation, { realm }: SituatedRealm, request: Asked) {
  const answer = await realm.fetch(requestOf(situation, request));
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

/** Queues of those people, by their names. */
async function listen(
  situation: Situation,
  place: SituatedRealm,
  { happening, listening }: Hearing,
): Promise<Queues> {
  const queues = new Map<string, string>();
  for (const queue of Object.keys(happening.seen_by)) {
    const register = { method: "POST", path: "/api/v1/register", as: ownerOf(queue) };
    const body = await ask(situation, place, { ...register, params: params(listening(queue)) });
    if (body["queue_id"] === undefined) throw new Error(`${queue}: ${String(body["msg"])}`);
    queues.set(queue, String(body["queue_id"]));
  }
  return queues;
}

/** What the queues hold. Heartbeats are no news, unless nothing else happened. */
async function drained(situation: Situation, place: SituatedRealm, queues: Queues) {
  const heard: Record<string, readonly Heard[]> = {};
  for (const [queue, id] of queues) {
    const asked = { queue_id: id, last_event_id: "-1", dont_block: "true" };
    const poll = { method: "GET", path: "/api/v1/events", as: ownerOf(queue), params: asked };
    const { events, msg } = await ask(situation, place, poll);
    if (!Array.isArray(events)) throw new Error(`${queue}: ${String(msg)}`);
    heard[queue] = events;
  }
  return heard;
}

/** The queue of a recording is gone: the one that its owner has here stands for it. */
function within(queues: Queues, action: Asked): Asked {
  if (action.params?.["queue_id"] === undefined) return action;
  const own = [...queues].find(([queue]) => action.as?.includes(queue));
  return { ...action, params: { ...action.params, queue_id: own?.[1] ?? "" } };
}

function actionsOf({ action }: Happening): readonly Asked[] {
  return Array.isArray(action) ? action : [action as Asked];
}

/** Does what was done, where it was a request; else the server is said to have been restarted. */
async function act(situation: Situation, place: SituatedRealm, queues: Queues, action: Asked) {
  if (action.method === null) {
    place.realm.control.setLevel(place.realm.control.server.level);
    return undefined;
  }
  return repliedTo(place, requestOf(situation, within(queues, action)));
}

const dueSeconds = 62;

/** What was to be sent at a time that is over is to be sent soon. */
function postponed({ clock }: SituatedRealm, action: Asked): Asked {
  const now = clock.now() / 1000;
  const due = Number(action.params?.["scheduled_delivery_timestamp"]);
  if (Number.isNaN(due) || due > now || action.method !== "POST") return action;
  const soon = { scheduled_delivery_timestamp: String(Math.floor(now) + dueSeconds) };
  return { ...action, params: { ...action.params, ...soon } };
}

/** Whether several things are scheduled: then it is of interest only how they are sent. */
function isOfDelivery({ action }: Happening): boolean {
  return Array.isArray(action) && action.every(({ path }) => path.endsWith("/scheduled_messages"));
}

/** Until they are sent. What is told to have failed may no longer be. */
async function wait({ realm, clock }: SituatedRealm, happening: Happening): Promise<void> {
  const { streams } = realm.control.server.state;
  for (const event of Object.values(happening.seen_by).flat() as Heard[]) {
    const scheduled = event["scheduled_message"] as Readonly<Record<string, unknown>> | undefined;
    const stream = streams.byId.get(Number(scheduled?.["failed"] === true && scheduled["to"]));
    if (stream !== undefined) streams.byId.set(stream.id, { ...stream, postPolicy: 2 });
  }
  await clock.pass("3 min");
}

export type Outcome = {
  readonly heard: HeardBy;
  /** The statuses of the answers; 200 where there was no request. */
  readonly statuses: readonly number[];
};

/** In a realm of its own: what was taken for granted, the queues, the action, and what they heard. */
export async function heardOf(situation: Situation, hearing: Hearing): Promise<Outcome> {
  const place = situation.start(false);
  presume(situation, place.realm, hearing);
  const queues = await listen(situation, place, hearing);
  const statuses: number[] = [];
  for (const action of actionsOf(hearing.happening)) {
    const answer = await act(situation, place, queues, postponed(place, action));
    statuses.push(answer?.status ?? 200);
  }
  const before = await drained(situation, place, queues);
  if (!isOfDelivery(hearing.happening)) return { heard: before, statuses };
  await wait(place, hearing.happening);
  const after = await drained(situation, place, queues);
  const heard = Object.entries(after).map(([queue, events]) => [
    queue,
    events.slice(before[queue]?.length ?? 0),
  ]);
  return { heard: Object.fromEntries(heard), statuses };
}
