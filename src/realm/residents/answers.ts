/** How residents answer the user's messages: who, after how long, and with which text. */

import { below, pick } from "#base/random.ts";
import { roles } from "#realm/seed/blueprint.ts";
import { cast, character, extras, type Short } from "#realm/seed/demo/people.ts";
import { telling } from "#realm/seed/demo/slots.ts";
import { postsOnlyByModerators, readersOf } from "#realm/seed/demo/streams.ts";
import { type DeliveredMessage, placeKey } from "./port.ts";
import { type Repertoire, repertoires, voices } from "./replies.ts";
import { type ResidentContext, write } from "./resident-context.ts";

export type Answers = {
  /** Records a message: people who write in a conversation are more likely to answer there. */
  readonly overheard: (message: DeliveredMessage) => void;
  /** Answers a message of the user's. An answer already being typed will be to the latest message. */
  readonly answer: (message: DeliveredMessage) => void;
};

const general = repertoires.at(-1) as Repertoire;

/** The number of conversations whose senders are remembered. */
const memory = 200;

export function answers(stage: ResidentContext, you: number): Answers {
  const speakers = new Map<string, readonly Short[]>();
  const latest = new Map<string, DeliveredMessage>();
  return {
    overheard: ({ senderId, place }) => {
      const speaker = cast.find(({ id }) => id === senderId);
      if (speaker === undefined || senderId === you) return;
      const key = placeKey(place);
      const before = (speakers.get(key) ?? []).filter((short) => short !== speaker.short);
      speakers.delete(key);
      speakers.set(key, [speaker.short, ...before].slice(0, 3));
      const [oldest] = speakers.keys();
      if (speakers.size > memory && oldest !== undefined) speakers.delete(oldest);
    },
    answer: (message) => {
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
  return !postsOnlyByModerators(streamId) || character(short).role <= roles.moderator;
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
  const own = voices.get(who) ?? [];
  const isBot = extras.every((short) => short !== who) && who !== "jules";
  const isInCharacter = isBot || (repertoire === general && random() < 0.4);
  const text = deal(isInCharacter && own.length > 0 ? own : repertoire.say);
  const others = extras.filter((short) => short !== who);
  const third = others[below(random, others.length)] ?? who;
  return telling(random, { a: who, b: "you", c: third })(text);
}
