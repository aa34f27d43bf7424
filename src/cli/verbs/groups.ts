/** `weir groups`: the user groups and their members. */
import { get, values } from "#base/table.ts";
import type { VerbContext } from "#cli/verb-context.ts";

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
