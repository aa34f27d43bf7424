/** In what the events that were heard differ from the recorded ones: order, keys, types and values. */
import type { Exchange, Happening } from "../support/recordings.ts";
import { situational } from "./replay-events-differences.ts";
import type { Outcome } from "./replay-events-heard.ts";
import type { Heard } from "./replay-events-hearing.ts";
import { type Ranges, rangesOf, shapesDiffer } from "./shapes.ts";

/** What tells events apart: the type, and what stands in it for a type of its own. */
function kindOf(event: Heard): string {
  const { type, op, property, flag, setting_name: setting, notification_name: name } = event;
  const person = event["person"];
  const changed =
    type === "realm_user" && typeof person === "object" && person !== null && op === "update"
      ? Object.keys(person).find((key) => !["user_id", "email"].includes(key))
      : undefined;
  const message = event["message"] as Readonly<Record<string, unknown>> | undefined;
  const notice = message?.["client"] === "Internal" ? "notice" : undefined;
  const parts = [type, notice, op, property, flag, setting, name, changed, event["message_type"]];
  return parts.filter((part) => typeof part === "string").join(" ");
}

/** An event as an answer to its kind, so that one measure serves both. */
function answerOf(event: Heard): Exchange {
  const request = { method: "event", path: kindOf(event).split(" ").slice(0, 2).join(" ") };
  return { request, status: 200, headers: {}, body: event };
}

/** What all recorded events of a kind have in common. */
export function kindsOf(known: readonly (readonly [string, Happening])[]): Ranges {
  const all = known.flatMap(([, { seen_by: seen }]) => Object.values(seen).flat() as Heard[]);
  return rangesOf(all.map(answerOf));
}

/** Streams that somebody gains are told of one by one: how many there are is the situation's. */
function orderOf(events: readonly Heard[]): readonly string[] {
  return events
    .map(kindOf)
    .filter((kind, at, all) => kind !== "subscription peer_add" || all[at - 1] !== kind);
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== "object";
}

/** Lists of IDs and of streams come in no order that a client could rely on. */
function sorted(list: readonly unknown[]): readonly unknown[] {
  const keyOf = (one: unknown) =>
    typeof one === "number" ? one : (one as Readonly<Record<string, unknown>>)["stream_id"];
  if (!list.every((one) => typeof one === "number" || (typeof one === "object" && one !== null)))
    return list;
  if (!list.every((one) => typeof keyOf(one) === "number")) return list;
  return list.toSorted((a, b) => Number(keyOf(a)) - Number(keyOf(b)));
}

/** Who is in each of the streams that somebody gained is told stream by stream: in the order of their IDs here. */
function inOrder(events: readonly Heard[]): readonly Heard[] {
  const firstOf = (event: Heard) => Number((event["stream_ids"] as readonly number[])[0]);
  return events.toSorted((a, b) =>
    kindOf(a) === "subscription peer_add" && kindOf(b) === "subscription peer_add"
      ? firstOf(a) - firstOf(b)
      : 0,
  );
}

function valuesDiffer(place: string, theirs: unknown, ours: unknown): readonly string[] {
  if (situational.some(({ at }) => at.test(place))) return [];
  if (isPlain(theirs) || isPlain(ours)) {
    if (theirs === ours || isPlain(theirs) !== isPlain(ours)) return [];
    return typeof theirs === typeof ours
      ? [`${place} is ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`]
      : [];
  }
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    if (theirs.length !== ours.length)
      return [`${place} has ${ours.length} entries instead of ${theirs.length}`];
    const mine = sorted(ours);
    return sorted(theirs).flatMap((one, at) => valuesDiffer(`${place}[]`, one, mine[at]));
  }
  const own = ours as Readonly<Record<string, unknown>>;
  return Object.entries(theirs as object).flatMap(([key, value]) =>
    key in own ? valuesDiffer(`${place}.${key}`, value, own[key]) : [],
  );
}

const names = [
  "stream_id",
  "topic",
  "topic_name",
  "user_id",
  "id",
  "other_user_id",
  "user_ids_string",
];

/** What tells the entries of a list apart. */
function nameOf(value: unknown): string {
  if (isPlain(value) || Array.isArray(value)) return JSON.stringify(value);
  const own = value as Readonly<Record<string, unknown>>;
  return names.map((name) => String(own[name] ?? "").padStart(8)).join(" ");
}

/** Lists in an order that depends on nothing but what their entries are called by. */
function ordered(value: unknown): unknown {
  if (isPlain(value)) return value;
  if (Array.isArray(value))
    return value.map(ordered).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, one]) => [key, ordered(one)]),
  );
}

/** In what a part of a register answer differs, in words. */
export function partDiffers(key: string, theirs: unknown, ours: unknown): readonly string[] {
  return valuesDiffer(`register.${key}`, ordered(theirs), ordered(ours));
}

function eventDiffers(theirs: Heard, ours: Heard, usual: Ranges): readonly string[] {
  const kind = kindOf(theirs);
  const shapes = shapesDiffer(answerOf(theirs), ours, usual);
  const values = valuesDiffer(kind, theirs, ours);
  return [...shapes.map((one) => `${kind}: ${one}`), ...values];
}

/** In words, one for each difference of each queue; the same words of several queues are said once. */
export function differencesOf(
  { seen_by: seen, status }: Happening,
  { heard, statuses }: Outcome,
  usual: Ranges,
): readonly string[] {
  const failed = statuses.find((one) => one >= 400);
  if (failed !== undefined && (status ?? 200) < 400)
    return [`status ${failed} instead of ${status}`];
  const told = Object.entries(seen).flatMap(([queue, events]) => {
    const theirs = events as readonly Heard[];
    const beats = theirs.some(({ type }) => type === "heartbeat");
    const ours = (heard[queue] ?? []).filter(({ type }) => beats || type !== "heartbeat");
    const [wanted, got] = [orderOf(theirs), orderOf(ours)];
    if (wanted.join() !== got.join())
      return [`${queue} hears [${got.join(", ")}] instead of [${wanted.join(", ")}]`];
    if (theirs.length !== ours.length) return [];
    const own = inOrder(ours);
    return inOrder(theirs).flatMap((event, at) => eventDiffers(event, own[at] ?? event, usual));
  });
  return [...new Set(told)];
}
