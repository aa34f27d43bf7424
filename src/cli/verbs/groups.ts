/** `weir groups`: the user groups and their members; changing who is in one, and whether it is there. */
import { counted } from "#base/counted.ts";
import { type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { Exit } from "#cli/exit-codes.ts";
import { confirmQuestion, fillForm, requireYes } from "#cli/fill-form.ts";
import { peopleIn } from "#cli/form-options.ts";
import { groupListing } from "#cli/group-listing.ts";
import { printListing } from "#cli/listing.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { groupFor, groupToDelete } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { namesOf } from "#commands/forms/names.ts";
import {
  type GroupStep,
  groupQuestion,
  groupStep,
  membershipQuestion,
} from "#commands/group/form.ts";
import { thoseAre } from "#sync/asks/refusal.ts";
import type { UserId } from "#wire/ids.ts";

export async function run(context: VerbContext): Promise<void> {
  const replica = await context.state("people", "groups");
  printListing(context, groupListing(replica, context.invocation));
}

async function changeMembers(context: VerbContext, op: "add" | "delete"): Promise<void> {
  const { args, state } = context;
  const [typed = "", ...people] = args;
  const replica = await state("people", "groups", "rules");
  const { id, name, members: before } = groupFor(replica, typed);
  const named = peopleIn(replica, people);
  const isIn = (one: UserId) => before.includes(one);
  const nameOf = (member: UserId) => get(replica.people, member)?.name ?? `${member}`;
  const changed = named.filter((one) => isIn(one) !== (op === "add"));
  const absent = op === "add" ? undefined : named.find((one) => !isIn(one));
  // Of several people, one may be another than was meant.
  if (absent !== undefined && changed.length > 0)
    throw new Exit("refused", safeLine(`@${nameOf(absent)} is not in the group ${name}.`));
  const after =
    op === "add" ? [...before, ...changed] : before.filter((one) => !changed.includes(one));
  if (changed.length > 0)
    await fillForm(context, replica, { name: "group", id }, { members: namesOf(replica, after) });
  const count = counted(after.length, "member");
  const shown = changed.map(nameOf);
  const whom = shown.map((one) => `@${one}`).join(", ");
  const what = op === "add" ? `Added ${whom} to` : `Removed ${whom} from`;
  const inverse = op === "add" ? "remove" : "add";
  const command = { verb: `groups ${inverse}`, args: [id, ...changed].map(String) };
  const undo = changed.length > 0 ? wayBack(context, command) : "";
  const same = named.filter((one) => !changed.includes(one));
  const [where, already] = op === "add" ? ["in", " already"] : ["not in", ""];
  const sentences = [
    ...(changed.length > 0 ? [`${what} the group ${name}, which now has ${count}.`] : []),
    ...(same.length > 0
      ? [`${thoseAre(replica, same)} ${where} the group ${name}${already}.`]
      : []),
  ];
  const members = after.map(nameOf);
  tellDone(context, `${sentences.join(" ")}${undo}`, { id, name, members, people: shown });
}

export const add = (context: VerbContext) => changeMembers(context, "add");
export const remove = (context: VerbContext) => changeMembers(context, "delete");

/** The user's own membership, by the same question as on the screen. */
async function changeOwn(context: VerbContext, op: "join" | "leave"): Promise<void> {
  const replica = await context.state("people", "groups", "rules");
  const { id, name, members } = groupFor(replica, context.args[0] ?? "");
  const isIn = members.includes(replica.ownId);
  if (isIn === (op === "join"))
    return tellDone(context, `You are ${isIn ? "already" : "not"} in the group ${name}.`, {
      id,
      name,
    });
  await confirmQuestion(context, replica, membershipQuestion(replica, { groupId: id }));
  const undo = wayBack(context, { verb: `groups ${isIn ? "join" : "leave"}`, args: [`${id}`] });
  tellDone(context, `${isIn ? "Left" : "Joined"} the group ${name}.${undo}`, { id, name });
}

export const join = (context: VerbContext) => changeOwn(context, "join");
export const leave = (context: VerbContext) => changeOwn(context, "leave");

const consequences: Readonly<Record<GroupStep, string>> = {
  delete: "permanently deleted",
  deactivate: "deactivated",
  reactivate: "reactivated",
};

/** Throws an Exit with the verb that the server has for it, if that is another one. */
async function changeState(context: VerbContext, step: GroupStep): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("people", "groups", "streams", "rules");
  const [typed = ""] = args;
  const group = (step === "delete" ? groupToDelete : groupFor)(replica, typed);
  if (group === undefined) return tellDone(context, `There is no group “${typed}”.`);
  const { id, name } = group;
  const possible = groupStep(replica, group);
  const same = alreadyIs(step, possible);
  if (same !== undefined) return tellDone(context, `The group ${name} ${same}.`, { id, name });
  if (possible !== step) throw new Exit("refused", whyNot(step, possible, safeLine(name)));
  if (step === "delete")
    requireYes(invocation, `The group ${safeLine(name)} would be ${consequences[step]}.`);
  await confirmQuestion(context, replica, groupQuestion(replica, { groupId: id }));
  const inverse = step === "deactivate" ? "reactivate" : "deactivate";
  const undo =
    step === "delete" ? "" : wayBack(context, { verb: `groups ${inverse}`, args: [`${id}`] });
  const done = { delete: "Deleted", deactivate: "Deactivated", reactivate: "Reactivated" }[step];
  tellDone(context, `${done} the group ${name}.${undo}`, { id, name });
}

/** Undefined if it is not as it would be after the step. */
function alreadyIs(step: GroupStep, possible: GroupStep): string | undefined {
  if (step === "deactivate" && possible === "reactivate") return "is deactivated already";
  return step === "reactivate" && possible === "deactivate" ? "is not deactivated" : undefined;
}

function whyNot(step: GroupStep, possible: GroupStep, name: SafeText): string {
  if (possible === "reactivate") return `The group ${name} is deactivated already.`;
  const here = consequences[possible].replace("permanently ", "");
  return `The group cannot be ${consequences[step]}: here, groups are ${here} (weir groups ${possible} ${name}).`;
}

export const destroy = (context: VerbContext) => changeState(context, "delete");
export const deactivate = (context: VerbContext) => changeState(context, "deactivate");
export const reactivate = (context: VerbContext) => changeState(context, "reactivate");
