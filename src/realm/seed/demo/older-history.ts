/** The older history: everyday exchanges spread over two weeks of working days, and messages of bots. */

import { below, pick, type Random } from "#base/random.ts";
import { sorted } from "#base/sorted.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import { alarm, build, character, extras, nightly, type Short } from "./people.ts";
import {
  type DatedLine,
  dateLines,
  duration,
  type Exchange,
  exchangesOf,
  played,
  type SlotName,
} from "./story.ts";
import { readers, streamId } from "./streams.ts";

// Working days and office hours, in UTC. Times are UNIX seconds.

const daySeconds = 86_400;

function isWeekend(moment: number): boolean {
  // The first of January 1970 was a Thursday.
  const weekday = (Math.floor(moment / daySeconds) + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** Midnight of the `count`-th working day before the day of `now`. */
export function workdayBefore(now: number, count: number): number {
  let day = midnight(now);
  for (let left = count; left > 0; ) {
    day -= daySeconds;
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

/** Seconds into the day of "09:40". */
export function clockTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 3_600 + minutes * 60;
}

/** Whether it is within somebody's office hours. */
function isAtWork(short: Short, moment: number): boolean {
  const local = moment + character(short).utcOffset * 3_600;
  const hour = (local % daySeconds) / 3_600;
  return !isWeekend(local) && hour >= 8 && hour < 19;
}

/** A plausible time for a message from `short` in the two weeks before `now`: rarely at weekends. */
function officeMoment(random: Random, now: number, short: Short): number {
  const { utcOffset } = character(short);
  for (;;) {
    const day = midnight(now) - below(random, 14) * daySeconds;
    const local = day + (8.5 + random() * 10) * 3_600;
    if (isWeekend(local) && random() > 0.12) continue;
    return Math.floor(local - utcOffset * 3_600);
  }
}

const midnight = (moment: number) => moment - (moment % daySeconds);

/** It ends this long before now, so that the last hours only contain unread messages. */
const quietSeconds = 5 * 3_600;

const exchanges = ["engineering", "everyday", "desk", "direct"].flatMap(exchangesOf);

/** Exactly `count` messages that do not interrupt a conversation in `taken`. */
export function olderHistory(
  now: number,
  taken: readonly DatedLine[],
  count: number,
  random: Random,
): readonly DatedLine[] {
  const room = freeRoom(taken);
  const told: DatedLine[] = [];
  const peopleCount = Math.floor(count * 0.75);
  while (told.length < peopleCount) {
    for (const card of shuffled(exchanges, random)) {
      if (told.length + card.scene.length > peopleCount)
        return [...told, ...machines(now, count - told.length, random)];
      told.push(...dealt(card, now, room, random));
    }
  }
  return [...told, ...machines(now, count - told.length, random)];
}

function dealt(card: Exchange, now: number, room: FreeRoom, random: Random): readonly DatedLine[] {
  const length = duration(card.scene);
  for (;;) {
    const roles = casting(card, now, random);
    const place = destinationOf(card, roles);
    const { moment } = roles;
    const fits = moment > now - 14 * daySeconds && moment + length < now - quietSeconds;
    if (fits && room(place, moment, moment + length)) {
      return dateLines(played(card.scene, roles, random), place, { start: moment }, random);
    }
  }
}

type Casting = Readonly<Record<SlotName, Short>> & { readonly moment: number };

/**
 * Assigns people and a time: the lead determines the hour, the others are people at work then, or who read it later.
 */
function casting(card: Exchange, now: number, random: Random): Casting {
  if ("with" in card.where) {
    const b = pick(random, extras);
    return { a: "you", b, c: b, moment: officeMoment(random, now, b) };
  }
  const crew = readers(card.where.stream).filter((one) => one === "you" || extras.includes(one));
  const a = pick(random, crew);
  const moment = officeMoment(random, now, a);
  const others = shuffled(
    crew.filter((one) => one !== a),
    random,
  );
  const [b = a, c = a] = others.toSorted(
    (one, other) => Number(isAtWork(other, moment)) - Number(isAtWork(one, moment)),
  );
  return { a, b, c, moment };
}

function destinationOf(card: Exchange, roles: Casting): Destination {
  if ("stream" in card.where) {
    return { streamId: streamId(card.where.stream), topic: card.where.topic };
  }
  return { to: sorted([character(roles.b).id, character("you").id]) };
}

/** Messages of bots at all hours. */
function machines(now: number, count: number, random: Random): readonly DatedLine[] {
  const say = (speaker: Short, stream: string, topic: string, text: string, at: number) => {
    const line = { speaker, after: 0, text, reactions: [] };
    return dateLines([line], { streamId: streamId(stream), topic }, { start: at }, random);
  };
  return Array.from({ length: count }, (_, at) => {
    if (at < 13) {
      const night = now - (now % daySeconds) - at * daySeconds - 23 * 3_600;
      return say("ci", "firmware", "nightly builds", nightly(random), night + below(random, 600));
    }
    if (at % 4 === 0) {
      const moment = now - quietSeconds - below(random, 13 * daySeconds);
      return say("alerts", "ops", "alerts", alarm(random), moment);
    }
    const moment = Math.min(officeMoment(random, now, pick(random, extras)), now - quietSeconds);
    return say("ci", "backend", "builds", build(random), Math.max(moment, now - 14 * daySeconds));
  }).flat();
}

type FreeRoom = ReturnType<typeof freeRoom>;

/** Tracks free intervals in each conversation; taking one fails if it would overlap. */
function freeRoom(taken: readonly DatedLine[]) {
  const keyOf = (place: Destination) =>
    "to" in place ? place.to.join() : `${place.streamId} ${place.topic}`;
  const stretches = Map.groupBy(
    taken.map(({ place, scene }) => ({
      key: keyOf(place),
      start: scene[0]?.sentAt ?? 0,
      end: scene.at(-1)?.sentAt ?? 0,
    })),
    ({ key }) => key,
  );
  return (place: Destination, start: number, end: number): boolean => {
    const key = keyOf(place);
    const messages = stretches.get(key) ?? [];
    if (messages.some((other) => start <= other.end && other.start <= end)) return false;
    stretches.set(key, [...messages, { key, start, end }]);
    return true;
  };
}

function shuffled<T>(cards: readonly T[], random: Random): readonly T[] {
  return cards
    .map((card) => ({ card, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ card }) => card);
}
