/** Fills the placeholders of a reusable scene (`{place}`, `{n}`, `{@b}`), each with the same value throughout. */
import { below, pick, type Random } from "#base/random.ts";
import type { ScriptLine } from "#realm/seed/screenplay.ts";
import { character, commitHash, type Short } from "./people.ts";

/** The parts of a reusable scene. */
export const parts = ["a", "b", "c"] as const;
export type SlotName = (typeof parts)[number];

const choices: Readonly<Record<string, readonly string[]>> = {
  place: [
    "Porto",
    "Tromsø",
    "Kyoto",
    "Ljubljana",
    "Galway",
    "Valparaíso",
    "札幌",
    "Tbilisi",
    "Ghent",
    "Lugano",
    "Split",
    "Reykjavík",
  ],
  module: [
    "the rollup",
    "the tile server",
    "the gateway",
    "the importer",
    "the forecast cache",
    "the export",
    "the alarm queue",
    "the map",
    "the login page",
  ],
  food: [
    "ramen",
    "soup",
    "a sandwich",
    "dumplings",
    "leftover lasagne",
    "jollof",
    "mujaddara",
    "pierogi",
    "tortilla",
    "smørrebrød",
    "poutine",
  ],
  sky: [
    "fog up to the second floor",
    "a rainbow with both ends visible",
    "snow that melts before it lands",
    "a sky like wet slate",
    "one single, very confident cloud",
    "hail on the left side of the street only",
    "sun. Just sun. Suspicious",
    "wind that opens umbrellas for you",
  ],
  when: [
    "this morning",
    "since Tuesday",
    "last night",
    "for an hour now",
    "since the last release",
  ],
  device: ["the gateway box", "board rev. C", "the solar panel", "the spare mast", "the test rig"],
};

/** Replaces the placeholders of one performance. */
export type Telling = (text: string) => string;

export function telling(random: Random, roles: Readonly<Record<SlotName, Short>>): Telling {
  const filled = new Map<string, string>();
  const fill = (blank: string): string => {
    const known = filled.get(blank) ?? choose(random, roles, blank);
    filled.set(blank, known);
    return known;
  };
  return (text) =>
    text.replaceAll(/\{([@\w]+)\}/g, (_, blank: string, at: number) =>
      at === 0 ? capitalised(fill(blank)) : fill(blank),
    );
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function choose(random: Random, roles: Readonly<Record<SlotName, Short>>, blank: string): string {
  const part = parts.find((one) => blank === one || blank === `@${one}`);
  if (part !== undefined) {
    const { firstName, fullName } = character(roles[part]);
    return blank.startsWith("@") ? `@**${fullName}**` : firstName;
  }
  if (blank === "n") return String(below(random, 60) + 3);
  if (blank === "station") return String(below(random, 4_000) + 20);
  if (blank === "hash") return commitHash(random);
  return pick(random, choices[blank] ?? []);
}

/** The scene with this cast. */
export function played(
  lines: readonly ScriptLine<SlotName>[],
  roles: Readonly<Record<SlotName, Short>>,
  random: Random,
): readonly ScriptLine<Short>[] {
  const tell = telling(random, roles);
  return lines.map(({ speaker, after, text, reactions, was }) => ({
    speaker: roles[speaker],
    after,
    text: tell(text),
    reactions: reactions.map(({ by, name }) => ({ by: roles[by], name })),
    ...(was === undefined ? {} : { was: tell(was) }),
  }));
}
