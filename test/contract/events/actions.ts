/** Every kind of action, random actions, and their lines in a report. */
import fc from "fast-check";
import { people } from "../../support/small-blueprint.ts";
import {
  type Action,
  bo,
  cleo,
  clientUsers,
  type Doing,
  don,
  type Operation,
  type Perform,
} from "./action.ts";
import { messageActions } from "./message-actions.ts";
import { organizationActions } from "./organization-actions.ts";
import { ownActions } from "./own-actions.ts";
import { peopleActions } from "./people-actions.ts";
import { realmActions } from "./realm-actions.ts";
import { streamActions } from "./stream-actions.ts";

export const actions: Readonly<Record<string, Perform>> = {
  ...messageActions,
  ...streamActions,
  ...peopleActions,
  ...ownActions,
  ...realmActions,
  ...organizationActions,
};

export const kinds = Object.keys(actions);

/** Kinds that cause events but do not change the replica. */
export const beside: ReadonlySet<string> = new Set(["collapse", "deleteFile", "upload"]);

/** Weights other than 2: low for kinds that prevent others, high for those that others depend on. */
const weights: Readonly<Record<string, number>> = {
  archive: 1,
  readAll: 1,
  leave: 1,
  makeGuest: 1,
  makeMember: 1,
  deleteField: 1,
  nestGroup: 6,
  schedule: 4,
  addDraft: 3,
};

/** Actions that depend on an earlier one, and would rarely succeed by chance. The first five follow with a chance of 1/6 each. */
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
  saveSnippet: ["editSnippet", "editSnippet", "deleteSnippet", "deleteSnippet"],
  remind: ["forgetReminder", "forgetReminder"],
  addView: ["editView", "editView", "removeView", "removeView"],
  makeFolder: ["changeFolder", "orderFolders", "putIntoFolder", "putIntoFolder"],
  makeField: ["orderFields", "renameField", "fillField", "writeProfile"],
  fillField: ["clearField"],
  upload: ["deleteFile", "deleteFile"],
};

const anyAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(...kinds.flatMap((kind) => Array(weights[kind] ?? 2).fill(kind))),
  /** Users with more permissions act more often. */
  who: fc.constantFrom(...clientUsers, cleo, cleo, don, bo),
  a: fc.nat(59),
  b: fc.nat(59),
  isPolled: fc.constantFrom(true, true, true, true, false),
  luck: fc.nat(999),
});

/** An action, possibly followed by one of the same user that depends on it. */
const anySteps: fc.Arbitrary<readonly Action[]> = fc
  .tuple(anyAction, fc.nat(5))
  .map(([action, luck]) => {
    const kind = sequels[action.kind]?.[luck];
    return kind === undefined ? [action] : [action, { ...action, kind, isPolled: true }];
  });

export function anyActions(length: number): fc.Arbitrary<readonly Action[]> {
  const steps = fc.array(anySteps, { minLength: length, maxLength: length });
  return steps.map((all) => all.flat().slice(0, length));
}

export function operationOf(action: Action, doing: Omit<Doing, "a" | "b">): Operation {
  const { kind, a, b } = action;
  const perform = actions[kind];
  if (perform === undefined) throw new RangeError(`Unknown kind ${kind}.`);
  return perform({ ...doing, a, b });
}

const nameOf = new Map<number, string>(Object.entries(people).map(([name, id]) => [id, name]));

/** For example `don deactivate 3 7 (polled, luck 5)`. */
export function lineOf({ kind, who, a, b, isPolled, luck }: Action): string {
  const how = [...(isPolled ? ["polled"] : []), ...(isPolled && luck > 0 ? [`luck ${luck}`] : [])];
  return `${nameOf.get(who) ?? who} ${kind} ${a} ${b}${how.length > 0 ? ` (${how.join(", ")})` : ""}`;
}
