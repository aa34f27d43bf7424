/** `weir groups create`, `update`, `add`, `remove` and `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { confirmQuestion, fillForm } from "#cli/fill-form.ts";
import { text } from "#cli/invocation.ts";
import { groupNamed, personNamed } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deleteGroupQuestion } from "#commands/forms/group.ts";
import { namesOf } from "#commands/forms/parts.ts";

export async function create(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const [name = "", ...people] = args;
  const replica = await state("people", "groups", "rules");
  const ids = people.map((person) => personNamed(replica, person).id);
  const members = namesOf(replica, ids);
  const description = text(invocation, "description");
  await fillForm(context, replica, { name: "new-group", id: 0 }, { name, description, members });
  tellDone(context, `Created the group ${name}.`, { name });
}

export async function update(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("people", "groups", "rules");
  const group = groupNamed(replica, args[0] ?? "");
  const name = text(invocation, "name");
  const description = text(invocation, "description");
  if (name === undefined && description === undefined)
    throw new Exit("usage", "Specify what to change: --name or --description.");
  await fillForm(context, replica, { name: "group", id: group.id }, { name, description });
  const after = name ?? group.name;
  tellDone(context, `Changed the group ${after}.`, { id: group.id, name: after });
}

async function changeMembers(context: VerbContext, op: "add" | "delete"): Promise<void> {
  const { args, state } = context;
  const [typed = "", ...people] = args;
  const replica = await state("people", "groups", "rules");
  const { id, name, members: before } = groupNamed(replica, typed);
  const named = people.map((person) => personNamed(replica, person).id);
  const rest = before.filter((member) => !named.includes(member));
  const after = op === "add" ? [...rest, ...named] : rest;
  await fillForm(context, replica, { name: "group", id }, { members: namesOf(replica, after) });
  const count = after.length === 1 ? "1 member" : `${after.length} members`;
  const members = after.map((member) => get(replica.people, member)?.name ?? `${member}`);
  tellDone(context, `The group ${name} now has ${count}.`, { id, name, members });
}

export const add = (context: VerbContext) => changeMembers(context, "add");
export const remove = (context: VerbContext) => changeMembers(context, "delete");

export async function destroy(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("people", "groups", "rules");
  const { id, name } = groupNamed(replica, args[0] ?? "");
  requireYes(invocation, `The group ${safeLine(name)} would be permanently deleted.`);
  await confirmQuestion(context, replica, deleteGroupQuestion(replica, { groupId: id }));
  tellDone(context, `Deleted the group ${name}.`, { id, name });
}
