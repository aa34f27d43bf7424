/** Every kind of deed, and how one reads in a report. */
import fc from "fast-check";
import { people } from "../../support/small-blueprint.ts";
import { type Action, bo, cleo, crowd, type Deed, type Doing, don, type Wish } from "./deed.ts";
import { messageDeeds } from "./message-deeds.ts";
import { ownDeeds } from "./own-deeds.ts";
import { peopleDeeds } from "./people-deeds.ts";
import { realmDeeds } from "./realm-deeds.ts";
import { streamDeeds } from "./stream-deeds.ts";

export const deeds: Readonly<Record<string, Action>> = {
  ...messageDeeds,
  ...streamDeeds,
  ...peopleDeeds,
  ...ownDeeds,
  ...realmDeeds,
};

export const kinds = Object.keys(deeds);

/** Kinds of which events tell and which the picture does not hold. */
export const beside: ReadonlySet<string> = new Set(["collapse", "upload", "deleteFile"]);

/** What ends much of what others could do is done seldom. */
const seldom =
  /^(?:archive|deactivate|makeGuest|deleteGroup|deleteField|readAll|leave|deleteTopic)$/;
/** What only goes on from something before it is done often, and so is that. */
const often =
  /^(?:react|takeBack|star|unstar|edit|move|nestGroup|takeGroupOut|makeField|orderFields|fillField|join|send$)/;

function weightOf(kind: string): number {
  if (seldom.test(kind)) return 1;
  return often.test(kind) ? 6 : 3;
}

export const anyDeed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...kinds.flatMap((kind) => Array<string>(weightOf(kind)).fill(kind))),
  /** Those who may do most do most. */
  who: fc.constantFrom(...crowd, cleo, cleo, don, bo),
  a: fc.nat(59),
  b: fc.nat(59),
  heard: fc.boolean(),
});

export function wishOf(deed: Deed, doing: Omit<Doing, "a" | "b">): Wish | undefined {
  const { kind, a, b } = deed;
  const action = deeds[kind];
  if (action === undefined) throw new RangeError(`Nobody does ${kind}.`);
  return action({ ...doing, a, b });
}

const nameOf = new Map<number, string>(Object.entries(people).map(([name, id]) => [id, name]));

/** Without what depends on the run: `don deactivate 3 7 (heard)`. */
export function lineOf({ kind, who, a, b, heard }: Deed): string {
  return `${nameOf.get(who) ?? who} ${kind} ${a} ${b}${heard ? " (heard)" : ""}`;
}
