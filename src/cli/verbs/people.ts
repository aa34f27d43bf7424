/** `weir people`: everybody in the organization. */
import { values } from "#base/table.ts";
import { text } from "#cli/invocation.ts";
import { roleName } from "#cli/roles.ts";
import type { VerbContext } from "#cli/verb-context.ts";

export async function run({ state, output, invocation }: VerbContext): Promise<void> {
  const { bots = false, deactivated = false } = invocation.options;
  const match = text(invocation, "match")?.toLowerCase() ?? "";
  const { people, statuses } = await state("people", "status");
  const rows = [...values(people)]
    .filter(({ isBot, isActive }) => isBot === bots && isActive !== deactivated)
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(match))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  output.rows(rows, {
    json: (person) => ({
      id: person.id,
      name: person.name,
      email: person.deliveryEmail ?? person.email,
      role: roleName(person.role),
      bot: person.isBot,
      active: person.isActive,
      timezone: person.timezone || null,
      status: statuses.get(person.id)?.text || null,
      status_emoji: statuses.get(person.id)?.emojiName || null,
    }),
    cells: ({ id, name, role, email, deliveryEmail }) => [
      { text: `@${name}`, token: "strong" },
      { text: roleName(role), token: "dim" },
      deliveryEmail ?? email,
      statuses.get(id)?.text ?? "",
    ],
  });
}
