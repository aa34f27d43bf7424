/** Every kind of deed, and how one reads in a report. */
import fc from "fast-check";
import { people } from "../../support/small-blueprint.ts";
import { type Action, bo, cleo, crowd, type Deed, type Doing, don, type Wish } from "./deed.ts";
import { messageDeeds } from "./message-deeds.ts";
import { organizationDeeds } from "./organization-deeds.ts";
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
  ...organizationDeeds,
};

export const kinds = Object.keys(deeds);

/** Kinds of which events tell and which the picture does not hold. */
export const beside: ReadonlySet<string> = new Set(["collapse"]);

/** How often a kind is chosen, where it is not twice: what ends much of what others could do, and what much hangs on. */
const weights: Readonly<Record<string, number>> = {
  ...{ archive: 1, readAll: 1, leave: 1, makeGuest: 1, makeMember: 1, deleteField: 1 },
  ...{ nestGroup: 6, schedule: 4, addDraft: 3 },
};

/**
 * What only goes on from something before it, so that chance alone would hardly ever bring it about. One of six comes
 * next, or nothing where there are fewer.
 */
const sequels: Readonly<Record<string, readonly string[]>> = {
  react: ["takeBack", "takeBack"],
  star: ["unstar", "unstar"],
  sendPoll: ["vote"],
  send: ["edit", "readTopic", "moveStream", "moveTopic", "deleteTopic"],
  muteTopic: ["clearTopic", "clearTopic", "clearTopic"],
  closeStream: ["openStream", "shareHistory"],
  mutePerson: ["unmutePerson", "unmutePerson"],
  deactivate: ["reactivate"],
  makeGroup: ["nestGroup", "nestGroup"],
  nestGroup: ["takeGroupOut", "takeGroupOut", "takeGroupOut", "takeGroupOut"],
  addWord: ["removeWord"],
  addDraft: ["editDraft", "editDraft", "deleteDraft", "deleteDraft"],
  schedule: ["reschedule", "reschedule", "unschedule", "unschedule", "wait", "wait"],
  makeField: ["orderFields", "renameField", "fillField", "writeProfile"],
  fillField: ["clearField"],
  upload: ["deleteFile", "deleteFile"],
};

const anyDeed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...kinds.flatMap((kind) => Array(weights[kind] ?? 2).fill(kind))),
  /** Those who may do most do most. */
  who: fc.constantFrom(...crowd, cleo, cleo, don, bo),
  a: fc.nat(59),
  b: fc.nat(59),
  heard: fc.constantFrom(true, true, true, true, false),
  luck: fc.nat(999),
});

/** A deed, and perhaps what the same person makes of it. */
const anySteps: fc.Arbitrary<readonly Deed[]> = fc.tuple(anyDeed, fc.nat(5)).map(([deed, luck]) => {
  const kind = sequels[deed.kind]?.[luck];
  return kind === undefined ? [deed] : [deed, { ...deed, kind, heard: true }];
});

/** As many deeds as `length`. */
export function anyDeeds(length: number): fc.Arbitrary<readonly Deed[]> {
  const steps = fc.array(anySteps, { minLength: length, maxLength: length });
  return steps.map((all) => all.flat().slice(0, length));
}

export function wishOf(deed: Deed, doing: Omit<Doing, "a" | "b">): Wish {
  const { kind, a, b } = deed;
  const action = deeds[kind];
  if (action === undefined) throw new RangeError(`Nobody does ${kind}.`);
  return action({ ...doing, a, b });
}

const nameOf = new Map<number, string>(Object.entries(people).map(([name, id]) => [id, name]));

/** Without what depends on the run: `don deactivate 3 7 (heard, luck 5)`. */
export function lineOf({ kind, who, a, b, heard, luck }: Deed): string {
  const how = [...(heard ? ["heard"] : []), ...(heard && luck > 0 ? [`luck ${luck}`] : [])];
  return `${nameOf.get(who) ?? who} ${kind} ${a} ${b}${how.length > 0 ? ` (${how.join(", ")})` : ""}`;
}
