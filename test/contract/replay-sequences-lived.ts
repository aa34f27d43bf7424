/** A recorded hour of one person, brought about in an embedded realm step by step. */
import type { Sequence, Step } from "../support/recordings.ts";
import { objects } from "./fields.ts";
import { beginWith } from "./presumed/beginning.ts";
import { time } from "./presumed/messages.ts";
import { numbering } from "./presumed/papers.ts";
import type { Event, Past } from "./presumed/past.ts";
import { repliedTo, requestOf } from "./replay.ts";
import type { Found } from "./replay-differences.ts";
import { differencesOf, partDiffers } from "./replay-events-compared.ts";
import type { Heard } from "./replay-events-hearing.ts";
import type { Ranges } from "./shapes.ts";
import type { SituatedRealm, Situation } from "./situation.ts";

function pastOf(sequence: Sequence, { realm }: SituatedRealm): Past {
  const userId = sequence.user_id;
  return {
    server: realm.control.server,
    actions: sequence.steps.flatMap(({ request }) => request ?? []),
    actor: undefined,
    told: sequence.steps.flatMap(({ events }) =>
      events.map((event) => ({ userId, event: event as Event, isWhole: true })),
    ),
    listeners: [userId],
  };
}

/** Messages that the person does not hear of take numbers, too. */
function keepCount({ realm }: SituatedRealm, { request, answer, events }: Step): void {
  const told = (events as readonly Event[]).find(({ type }) => type === "message");
  const message = told?.["message"] as { readonly id: number } | undefined;
  const id = answer?.["id"] ?? message?.id;
  const { messages, newest } = realm.control.server.state;
  if (request?.path.endsWith("/profile_fields") && typeof answer?.["id"] === "number")
    newest.field = answer["id"] - 1;
  else if (typeof id === "number" && id > messages.newest) messages.newest = id - 1;
}

/** The streams that come into being get the numbers that they had. */
function numberStreams({ server, told, actions }: Past): void {
  const joins = actions.some(({ path }) => path.endsWith("/users/me/subscriptions"));
  const made = told
    .filter(({ event }) => joins && event.type === "stream" && event["op"] === "create")
    .flatMap(({ event }) => objects(event["streams"]))
    .map((one) => Number(one["stream_id"]))
    .filter((id) => server.state.streams.byId.get(id)?.isArchived !== false);
  for (const id of made) server.state.streams.byId.delete(id);
  if (made.length > 0) server.state.newest.stream = Math.min(...made) - 1;
}

/** A realm at the moment of the register answer. */
function begin(sequence: Sequence, given: Situation): SituatedRealm {
  const place = given.start(false);
  const past = pastOf(sequence, place);
  time(past);
  beginWith(past, sequence.user_id, sequence.register, given.idOf);
  numbering(past);
  numberStreams(past);
  const { messages } = past.server.state;
  messages.newest = Math.max(Number(sequence.register["max_message_id"]), messages.ids.at(-1) ?? 0);
  return place;
}

/** Does what was done, one step after another, and says in what each differs in answer and events. */
export async function lived(
  sequence: Sequence,
  given: Situation,
  usual: Ranges,
): Promise<readonly Omit<Found, "name">[]> {
  const place = begin(sequence, given);
  const own = sequence.person.replace(/^.*:/, "");
  const ask = async (method: string, path: string, params: Readonly<Record<string, string>>) => {
    const request = { method, path, as: sequence.person, params };
    const answer = await place.realm.fetch(requestOf(given, request));
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };
  const wishes = { ...sequence.register_request, fetch_event_types: "[]" };
  const { queue_id: queue } = await ask("POST", "/api/v1/register", wishes);
  let last = -1;
  const found: Omit<Found, "name">[] = [];
  for (const step of sequence.steps) {
    const action = step.request;
    if (!action) continue;
    keepCount(place, step);
    const { status } = await repliedTo(place, requestOf(given, action));
    const poll = { queue_id: String(queue), last_event_id: String(last), dont_block: "true" };
    const events = (await ask("GET", "/api/v1/events", poll))["events"] as readonly Heard[];
    last = Number(events.at(-1)?.["id"] ?? last);
    const happening = { action, status: step.status ?? 200, seen_by: { [own]: step.events } };
    const outcome = { heard: { [own]: events }, statuses: [status] };
    const request = `${action.method} ${action.path}`;
    for (const differs of differencesOf(happening, outcome, usual))
      found.push({ request, differs });
  }
  const after = await ask("POST", "/api/v1/register", sequence.register_request);
  const request = "POST /api/v1/register";
  for (const key of sequence.changed_keys)
    for (const differs of partDiffers(key, sequence.register_after[key], after[key]))
      found.push({ request, differs });
  return found;
}
