/** The demo's residents: what they write among themselves, and how they answer the user. */

import type { Clock } from "#base/clock.ts";
import { below, pick, type Random } from "#base/random.ts";
import { personNumbered } from "#realm/actions/access.ts";
import { applyEdit, editContent, requireEditable } from "#realm/actions/edit.ts";
import { addReaction } from "#realm/actions/react.ts";
import { send } from "#realm/actions/send.ts";
import { noSuchMessage } from "#realm/failures.ts";
import { markRead } from "#realm/routes/flags.ts";
import { ping, typeInStream, typeToPeople } from "#realm/routes/presence.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import { alarm, build, cast, character, extras, type Short } from "#realm/seed/demo/people.ts";
import { parts, played, type SlotName, scenesIn, telling } from "#realm/seed/demo/story.ts";
import { postersOf, readers, readersOf, streamId } from "#realm/seed/demo/streams.ts";
import { linesIn, type ScriptLine, screenplay, sections } from "#realm/seed/screenplay.ts";
import { seedText } from "#realm/seed/texts.ts";
import type { Server } from "#realm/server.ts";

export type Cast = {
  readonly clock: Clock;
  readonly random: Random;
  readonly realm: ResidentPort;
  /** The user's account, which residents never use. */
  readonly you: number;
  /** While true, residents only answer. */
  readonly isQuiet?: () => boolean;
  /** Called with errors of residents' actions, which are else ignored. */
  readonly onFault?: (fault: unknown) => void;
};

export function residents(cast: Cast) {
  const { clock, random, realm, you, isQuiet = () => false, onFault = () => {} } = cast;
  let awake: { readonly sleep: AbortController; readonly answers: Answers } | undefined;
  return {
    /** Starts them; no effect if they are running. */
    start: () => {
      if (awake !== undefined) return;
      const sleep = new AbortController();
      const stage = residentContext(clock, random, realm, sleep.signal, onFault);
      awake = { sleep, answers: answers(stage, you) };
      stage.aside(() => ambientLife(stage, isQuiet));
      stage.aside(() => presences(stage));
    },
    /** Stops all activity immediately. */
    stop: () => {
      awake?.sleep.abort();
      awake = undefined;
    },
    /** Call for every delivered message, including theirs. Ignored before `start` and after `stop`. */
    onMessage: (message: DeliveredMessage) => {
      awake?.answers.overheard(message);
      if (message.senderId === you) awake?.answers.answer(message);
    },
  };
}

// Background activity of the demo: scenes line by line, reactions, corrected typos, bots, presence.

/** A scene in progress. */
type Play = {
  readonly place: Destination;
  readonly people: readonly Short[];
  lines: readonly ScriptLine<Short>[];
};

/**
 * Endless: every 20 to 60 seconds, the next line of one of two scenes, or a message from a bot. So there are never more
 * than three messages in a minute. While `isQuiet`, there are none.
 */
async function ambientLife(stage: ResidentContext, isQuiet: () => boolean): Promise<never> {
  const plays = [nextPlay(stage), nextPlay(stage)];
  // The first message comes soon, to show a new user that the realm is alive.
  await stage.pause(4_000, 9_000);
  for (;;) {
    if (!isQuiet()) await nextWord(stage, plays);
    await stage.pause(20_000, 55_000);
  }
}

async function nextWord(stage: ResidentContext, plays: Play[]): Promise<void> {
  const { random, realm } = stage;
  if (random() < 0.1) {
    const [bot, stream, topic, text] =
      random() < 0.6
        ? (["ci", "backend", "builds", build(random)] as const)
        : (["alerts", "ops", "alerts", alarm(random)] as const);
    realm.send(character(bot).id, { streamId: streamId(stream), topic }, text);
    return;
  }
  const at = random() < 0.6 ? 0 : 1;
  const play = plays[at] ?? nextPlay(stage);
  const [line, ...rest] = play.lines;
  plays[at] = rest.length === 0 ? nextPlay(stage) : { ...play, lines: rest };
  if (line !== undefined) await spoken(stage, play, line);
}

/** Sends a line; afterwards, others mark it read or react, and its sender may correct it. */
async function spoken(stage: ResidentContext, play: Play, line: ScriptLine<Short>): Promise<void> {
  const { realm, pause, aside } = stage;
  const pace = Math.min(4_500, 1_500 + line.text.length * 25);
  const first = line.was ?? line.text;
  const id = await write(stage, line.speaker, play.place, () => first, [pace, pace + 1_500]);
  aside(async () => {
    await pause(1_500, 4_000);
    for (const reader of play.people) realm.read(character(reader).id, [id]);
  });
  if (line.was !== undefined) {
    aside(async () => {
      await pause(4_000, 8_000);
      realm.edit(character(line.speaker).id, id, line.text);
    });
  }
  for (const { by, name } of line.reactions) {
    aside(async () => {
      await pause(3_000, 12_000);
      realm.react(character(by).id, id, name);
    });
  }
}

/** The next scene with its cast. After the last one, they repeat in another order, with other people. */
function nextPlay({ deal, random }: ResidentContext): Play {
  const { stream, topic, lines }: Scene = deal(scenes);
  const crew = readers(stream).filter((one) => extras.includes(one));
  const drawn = (): Short => {
    const one = pick(random, crew);
    crew.splice(crew.indexOf(one), 1);
    return one;
  };
  const parts: Record<SlotName, Short> = { a: drawn(), b: drawn(), c: drawn() };
  return {
    place: { streamId: streamId(stream), topic },
    people: Object.values(parts),
    lines: played(lines, parts, random),
  };
}

/** Endless: online people report presence every minute, and sometimes somebody leaves or returns. */
async function presences({ realm, random, pause }: ResidentContext): Promise<never> {
  const here = new Map<number, "active" | "idle">();
  for (const person of cast) {
    if (person.presence !== undefined && person.short !== "you")
      here.set(person.id, person.presence);
  }
  for (;;) {
    for (const [id, presence] of here) {
      const next = random() < 0.05 ? other[presence] : presence;
      here.set(id, next);
      realm.setPresence(id, next);
    }
    await pause(55_000, 60_000);
  }
}

const other = { active: "idle", idle: "active" } as const;

// The residents' texts: scenes among themselves, and replies to the user by subject, by person, and, failing both,
// generic ones.

type Repertoire = {
  readonly about: RegExp;
  readonly say: readonly string[];
  /** Suitable reactions; empty if a reaction would be odd. */
  readonly react: readonly string[];
  /** Whether a reaction may be the entire answer. */
  readonly mayOnlyReact: boolean;
};

const replies = sections(seedText("demo/residents/replies")).map(
  (section): Repertoire & { readonly head: string } => {
    const [head = "", emoji = "", alone] = section.head.split(" | ");
    const [, source = "(?:)", flags] = /^\/(.+)\/(\w*)$/.exec(head) ?? [];
    return {
      head,
      about: new RegExp(source, flags),
      say: linesIn(section),
      react: emoji.split(" ").filter((name) => name !== ""),
      mayOnlyReact: alone === "alone",
    };
  },
);

/** Tried in this order; the last one matches everything. */
export const repertoires: readonly Repertoire[] = replies.filter(({ head }) =>
  /^\/|^general$/.test(head),
);

/** Personal replies, by short name. */
const voices: ReadonlyMap<string, readonly string[]> = new Map(
  replies.map(({ head, say }) => [head, say]),
);

type Scene = {
  readonly stream: string;
  readonly topic: string;
  readonly lines: readonly ScriptLine<SlotName>[];
};

export const scenes: readonly Scene[] = scenesIn("residents/scenes").flatMap(({ where, script }) =>
  "stream" in where ? { ...where, lines: screenplay(parts, script) } : [],
);

// How residents answer the user's messages: who, after how long, and with which text.

type Answers = ReturnType<typeof answers>;

const general = repertoires.at(-1) as Repertoire;

/** The number of conversations whose senders are remembered. */
const memory = 200;

function answers(stage: ResidentContext, you: number) {
  const speakers = new Map<string, readonly Short[]>();
  const latest = new Map<string, DeliveredMessage>();
  return {
    /** Records a message: people who write in a conversation are more likely to answer there. */
    overheard: ({ senderId, place }: DeliveredMessage) => {
      const speaker = cast.find(({ id }) => id === senderId);
      if (speaker === undefined || senderId === you) return;
      const key = placeKey(place);
      const before = (speakers.get(key) ?? []).filter((short) => short !== speaker.short);
      speakers.delete(key);
      speakers.set(key, [speaker.short, ...before].slice(0, 3));
      const [oldest] = speakers.keys();
      if (speakers.size > memory && oldest !== undefined) speakers.delete(oldest);
    },
    /** Answers a message of the user's. An answer already being typed will be to the latest message. */
    answer: (message: DeliveredMessage) => {
      const key = placeKey(message.place);
      const isAwaited = latest.has(key);
      latest.set(key, message);
      if (isAwaited) return;
      const who = answerer(stage, message, you, speakers.get(key) ?? []);
      stage.aside(async () => {
        try {
          if (who !== undefined) await respond(stage, who, () => latest.get(key) ?? message);
        } finally {
          latest.delete(key);
        }
      });
    },
  };
}

/** Undefined if nobody can answer, as in a note to oneself. */
function answerer(
  { random }: ResidentContext,
  { place, content }: DeliveredMessage,
  you: number,
  recent: readonly Short[],
): Short | undefined {
  const present = cast.filter(({ id, short }) => {
    if (id === you || short === "viktor") return false;
    return "to" in place ? place.to.includes(id) : canAnswerIn(place.streamId, short);
  });
  const called = present.find(({ fullName }) => content.includes(`@**${fullName}`));
  if (called !== undefined) return called.short;
  const shorts = present.map(({ short }) => short);
  const familiar = recent.filter((short) => shorts.includes(short));
  if (familiar.length > 0) return pick(random, familiar);
  return shorts.length === 0 ? undefined : pick(random, shorts);
}

/** In a stream that was created later, any member may answer. */
function canAnswerIn(streamId: number, short: Short): boolean {
  if (!extras.includes(short)) return false;
  const readers = readersOf(streamId);
  if (readers !== undefined && !readers.includes(short)) return false;
  return postersOf(streamId)?.includes(character(short).id) !== false;
}

/** Takes two to six seconds in all; answers the latest message at the end of typing. */
async function respond(
  stage: ResidentContext,
  who: Short,
  latest: () => DeliveredMessage,
): Promise<void> {
  const { realm, random, pause } = stage;
  const { id } = character(who);
  await pause(500, 1_000);
  realm.read(id, [latest().id]);
  const repertoire = about(latest().content);
  if (repertoire.react.length > 0 && random() < (repertoire.mayOnlyReact ? 0.6 : 0.25)) {
    await pause(200, 500);
    realm.react(id, latest().id, pick(random, repertoire.react));
    if (repertoire.mayOnlyReact && random() < 0.6) return;
  }
  const say = () => words(stage, who, about(latest().content));
  await write(stage, who, latest().place, say, [1_700, 3_900]);
}

function about(content: string): Repertoire {
  return repertoires.find((one) => one.about.test(content)) ?? general;
}

function words(stage: ResidentContext, who: Short, repertoire: Repertoire): string {
  const { random, deal } = stage;
  const lines = voices.get(who) ?? [];
  const isBot = extras.every((short) => short !== who) && who !== "jules";
  const isInCharacter = isBot || (repertoire === general && random() < 0.4);
  const text = deal(isInCharacter && lines.length > 0 ? lines : repertoire.say);
  const others = extras.filter((short) => short !== who);
  const third = others[below(random, others.length)] ?? who;
  return telling(random, { a: who, b: "you", c: third })(text);
}

// What residents need to act: time, randomness, and a memory of used texts.

type ResidentContext = ReturnType<typeof residentContext>;

/** `onFault` receives errors, except those from stopping. */
function residentContext(
  clock: Clock,
  random: Random,
  realm: ResidentPort,
  stopped: AbortSignal,
  onFault: (fault: unknown) => void,
) {
  return {
    random,
    realm,
    /** Resolves after a random time between the two (milliseconds); rejects once the residents are stopped. */
    pause: (fromMs: number, toMs: number) =>
      clock.sleep(fromMs + below(random, toMs - fromMs + 1), stopped),
    /** Starts a background task, which ends by itself, with a refusal, or when the residents are stopped. */
    aside: (act: () => Promise<void>) => {
      act().catch((fault: unknown) => {
        if (!stopped.aborted) onFault(fault);
      });
    },
    deal: dealer(random),
  };
}

/** Deals random elements; none is repeated before all were used. */
function dealer(random: Random) {
  const decks = new Map<readonly unknown[], unknown[]>();
  return <T>(choices: readonly T[]): T => {
    const cards = decks.get(choices) as T[] | undefined;
    const deck = cards === undefined || cards.length === 0 ? [...choices] : cards;
    decks.set(choices, deck);
    const [dealt] = deck.splice(below(random, deck.length), 1);
    if (dealt === undefined) throw new RangeError("Nothing to deal from.");
    return dealt;
  };
}

/** Types for a while, then sends the result of `text`; resolves with the message ID. Bots do not type. */
async function write(
  { realm, pause }: ResidentContext,
  who: Short,
  place: Destination,
  text: () => string,
  [fromMs, toMs]: readonly [number, number],
): Promise<number> {
  const { id, isBot } = { isBot: false, ...character(who) };
  if (!isBot) realm.type(id, place, "start");
  await pause(fromMs, toMs);
  if (!isBot) realm.type(id, place, "stop");
  return realm.send(id, place, text());
}

// The residents' interface to the realm, with the same actions as over HTTP.

/** A delivered message from anybody. */
export type DeliveredMessage = {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
  readonly place: Destination;
};

/** A unique key for each conversation. */
export function placeKey(place: Destination): string {
  return "to" in place ? place.to.join() : `${place.streamId}:${place.topic.toLowerCase()}`;
}

/** Each action is performed as a user. A refusal is thrown, and ends the resident's task. */
export type ResidentPort = ReturnType<typeof residentPort>;

export function residentPort(server: Server) {
  return {
    /** Returns the message ID. */
    send: (userId: number, place: Destination, content: string): number => {
      const address =
        "streamId" in place
          ? ({ type: "stream", to: String(place.streamId), topic: place.topic } as const)
          : ({ type: "direct", to: JSON.stringify(place.to), topic: undefined } as const);
      const sending = { ...address, content, client: "website", readBySender: true };
      return send(server, personNumbered(server, userId), sending).id;
    },
    type: (userId: number, place: Destination, what: "start" | "stop"): void => {
      const person = personNumbered(server, userId);
      if ("to" in place) typeToPeople(server, person, what, place.to);
      else typeInStream(server, person, what, place.streamId, place.topic);
    },
    /** `emoji` is a name in the catalogue. */
    react: (userId: number, messageId: number, emoji: string): void =>
      addReaction(server, personNumbered(server, userId), messageId, { emoji_name: emoji }),
    edit: (userId: number, messageId: number, content: string): void => {
      const person = personNumbered(server, userId);
      const message = server.state.messages.byId.get(messageId);
      if (message === undefined) throw noSuchMessage();
      requireEditable(server, person, message);
      applyEdit(server, person, message, editContent(server, person, message, content));
    },
    read: (userId: number, ids: readonly number[]): void =>
      markRead(server, personNumbered(server, userId), ids),
    setPresence: (userId: number, presence: "active" | "idle"): void =>
      ping(server, personNumbered(server, userId), presence),
  };
}
