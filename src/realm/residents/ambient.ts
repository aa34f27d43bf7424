/** Background activity of the demo: scenes line by line, reactions, corrected typos, bots, presence. */

import { pick } from "#base/random.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import { alarm, build } from "#realm/seed/demo/bots.ts";
import { cast, character, extras, type Short } from "#realm/seed/demo/people.ts";
import { played, type SlotName } from "#realm/seed/demo/slots.ts";
import { readers, streamId } from "#realm/seed/demo/streams.ts";
import type { ScriptLine } from "#realm/seed/screenplay.ts";
import { type Scene, scenes } from "./replies.ts";
import { type ResidentContext, write } from "./resident-context.ts";

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
export async function ambientLife(stage: ResidentContext, isQuiet: () => boolean): Promise<never> {
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
export async function presences({ realm, random, pause }: ResidentContext): Promise<never> {
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
