/** `weir groups create`, `update`, `add`, `remove` and `delete`. */
import { changeGroupMembers, createGroup, deleteGroup, updateGroup } from "#api/administration.ts";
import { safeLine } from "#base/safe-text.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { groupNamed, personNamed } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";

export async function create(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const [name = "", ...people] = args;
  const replica = await state("people", "groups");
  await createGroup(connection, {
    name,
    description: text(invocation, "description") ?? "",
    members: people.map((person) => personNamed(replica, person).id),
  });
  tellDone(context, `Created the group ${name}.`, { name });
}

export async function update(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const group = groupNamed(await state("groups"), args[0] ?? "");
  const name = text(invocation, "name");
  const description = text(invocation, "description");
  if (name === undefined && description === undefined)
    throw new Exit("usage", "Say what to change: --name or --description.");
  await updateGroup(connection, {
    user_group_id: group.id,
    // LEVEL(165): both are needed before it.
    name: name ?? group.name,
    description: description ?? group.description,
  });
  tellDone(context, `Changed the group ${name ?? group.name}.`, { name: name ?? group.name });
}

async function changeMembers(context: VerbContext, op: "add" | "delete"): Promise<void> {
  const { args, state, connection } = context;
  const [given = "", ...people] = args;
  const replica = await state("people", "groups");
  const { id, name } = groupNamed(replica, given);
  const members = people.map((person) => personNamed(replica, person).id);
  await changeGroupMembers(connection, { user_group_id: id, [op]: members });
  tellDone(context, `Changed the members of ${name}.`, { name });
}

export const add = (context: VerbContext) => changeMembers(context, "add");
export const remove = (context: VerbContext) => changeMembers(context, "delete");

export async function destroy(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const { id, name } = groupNamed(await state("groups"), args[0] ?? "");
  requireYes(invocation, `The group ${safeLine(name)} would be deleted for good.`);
  await deleteGroup(connection, id);
  tellDone(context, `Deleted the group ${name}.`, { name });
}
