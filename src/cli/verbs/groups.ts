/** `weir groups`: the user groups and their members; `add`, `remove` and `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { confirmQuestion, fillForm, requireYes } from "#cli/fill-form.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { groupFor, personFor } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { namesOf } from "#commands/forms/names.ts";
import { deleteGroupQuestion } from "#commands/group/form.ts";

export async function run({ state, output, invocation }: VerbContext): Promise<void> {
  const replica = await state("people", "groups");
  const withSystem = invocation.options["system"] === true;
  const rows = [...values(replica.groups)].filter(({ isSystem }) => withSystem || !isSystem);
  const nameOf = (id: (typeof rows)[number]["members"][number]) =>
    get(replica.people, id)?.name ?? `${id}`;
  output.rows(rows, {
    none: "There are no groups; --system lists those of the server.",
    json: ({ id, name, description, members, subgroups, isSystem }) => ({
      id,
      name,
      description,
      members: members.map(nameOf),
      subgroups: subgroups.map((one) => get(replica.groups, one)?.name ?? `${one}`),
      system: isSystem,
    }),
    cells: ({ name, members, description }) => [
      { text: name, token: "strong" },
      members.length,
      description,
      members.map((id) => `@${nameOf(id)}`).join(" "),
    ],
  });
}

async function changeMembers(context: VerbContext, op: "add" | "delete"): Promise<void> {
  const { args, state } = context;
  const [typed = "", ...people] = args;
  const replica = await state("people", "groups", "rules");
  const { id, name, members: before } = groupFor(replica, typed);
  const named = people.map((person) => personFor(replica, person).id);
  const rest = before.filter((member) => !named.includes(member));
  const after = op === "add" ? [...rest, ...named] : rest;
  await fillForm(context, replica, { name: "group", id }, { members: namesOf(replica, after) });
  const count = after.length === 1 ? "1 member" : `${after.length} members`;
  const members = after.map((member) => get(replica.people, member)?.name ?? `${member}`);
  const inverse = op === "add" ? "remove" : "add";
  const undo = wayBack(context, { verb: `groups ${inverse}`, args: [id, ...named].map(String) });
  tellDone(context, `The group ${name} now has ${count}.${undo}`, { id, name, members });
}

export const add = (context: VerbContext) => changeMembers(context, "add");
export const remove = (context: VerbContext) => changeMembers(context, "delete");

export async function destroy(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("people", "groups", "rules");
  const { id, name } = groupFor(replica, args[0] ?? "");
  requireYes(invocation, `The group ${safeLine(name)} would be permanently deleted.`);
  await confirmQuestion(context, replica, deleteGroupQuestion(replica, { groupId: id }));
  tellDone(context, `Deleted the group ${name}.`, { id, name });
}
