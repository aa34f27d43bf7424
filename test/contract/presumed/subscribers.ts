/** Who was in the streams of a happening, as far as who heard what tells. */
import { isAdministrator, isGuest } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { numbers, objects } from "../fields.ts";
import {
  type Event,
  isJoining,
  type Past,
  type Presumption,
  putIn,
  streamOf,
  type Told,
  takeOut,
  toldOf,
} from "./past.ts";
import { idsIn } from "./streams.ts";

/** What only those hear who are in the stream of the message, and whoever does it. */
const ofMembers = [
  "message",
  "typing",
  "reaction",
  "submessage",
  "update_message",
  "delete_message",
];

function streamOfMessage(past: Past, event: Event): number | undefined {
  const place = streamOf({ event });
  if (place !== undefined) return place;
  return past.server.state.messages.byId.get(Number(event["message_id"]))?.streamId;
}

/** Who was in them, as far as this can be told by who heard what. */
export const subscribers: Presumption = (past) => {
  const { byId } = past.server.state.streams;
  fromMessages(past);
  fromKnowledge(past);
  for (const { userId, event } of toldOf(past, "subscription", "update")) {
    const stream = byId.get(Number(event["stream_id"]));
    if (stream !== undefined) putIn(stream, userId);
  }
  for (const { event } of toldOf(past, "subscription", "add"))
    fill(past, objects(event["subscriptions"]));
  for (const told of toldOf(past, "subscription")) comeOrGo(past, told);
};

/** Who joins was not in it before; whoever else is told of was. */
function comeOrGo(past: Past, { userId, event }: Told): void {
  const { op } = event;
  const isOwn = op === "add" || op === "remove";
  const own = objects(event["subscriptions"]).map((one) => Number(one["stream_id"]));
  const people = isOwn ? [userId] : numbers(event["user_ids"]);
  const isNew = isJoining(past) && (op === "add" || op === "peer_add");
  for (const id of isOwn ? own : numbers(event["stream_ids"])) {
    const stream = past.server.state.streams.byId.get(id);
    if (stream === undefined) continue;
    for (const one of people) (isNew ? takeOut : putIn)(stream, one);
  }
}

/** Who is told to be in the stream was, whoever joins now too: these are taken out again. */
function fill(past: Past, subscriptions: ReturnType<typeof objects>): void {
  for (const { stream_id: id, subscribers: ids } of subscriptions) {
    const stream = past.server.state.streams.byId.get(Number(id));
    if (stream === undefined || !Array.isArray(ids)) continue;
    for (const one of stream.subscribers) takeOut(stream, one);
    for (const one of numbers(ids)) putIn(stream, one);
  }
}

/** Who heard of messages in a stream, by its ID. */
function hearers(past: Past): ReadonlyMap<number, ReadonlySet<number>> {
  const heard = new Map<number, Set<number>>();
  for (const { userId, event, isWhole } of past.told) {
    if (!ofMembers.includes(event.type) || !isWhole) continue;
    const id = streamOfMessage(past, event);
    if (id !== undefined) heard.set(id, (heard.get(id) ?? new Set()).add(userId));
  }
  return heard;
}

function fromMessages(past: Past): void {
  for (const [id, people] of hearers(past)) {
    const stream = past.server.state.streams.byId.get(id);
    if (stream === undefined) continue;
    for (const one of past.listeners) {
      if (!people.has(one)) takeOut(stream, one);
      else if (one !== past.actor) putIn(stream, one);
    }
  }
}

/** Of what is private only its people are told, and guests only of what they are in; administrators of all. */
function fromKnowledge(past: Past): void {
  const all = [...toldOf(past, "stream"), ...toldOf(past, "subscription")];
  const told = all.filter(({ event: { op } }) => op !== "add");
  for (const id of new Set(told.flatMap(idsIn))) {
    const stream = past.server.state.streams.byId.get(id);
    const about = told.filter((one) => idsIn(one).includes(id));
    if (stream === undefined || about.some(({ event }) => event["op"] === "create")) continue;
    const isClosed = stream.inviteOnly || about.some(({ event }) => event["value"] === true);
    for (const one of past.listeners) {
      if (!isToldAsMember(past, one, isClosed, stream)) continue;
      const heard = about.some(({ userId }) => userId === one);
      (heard ? putIn : takeOut)(stream, one);
    }
  }
}

/** Whether the person hears of the stream only because they are in it. */
function isToldAsMember(past: Past, userId: number, isClosed: boolean, stream: Stream): boolean {
  const person = past.server.state.people.byId.get(userId);
  if (person === undefined || isAdministrator(person)) return false;
  return isClosed || (isGuest(person) && !stream.isWebPublic);
}
