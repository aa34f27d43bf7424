/** `weir fields`: the profile fields of the organization. */

import type { VerbContext } from "#cli/verb-context.ts";
import { fieldTypeName } from "#cli/word-tables.ts";

export async function run({ state, output }: VerbContext): Promise<void> {
  const { organization } = await state("fields");
  output.rows(organization.profileFields, {
    none: "There are no profile fields.",
    json: (field) => ({
      id: field.id,
      name: field.name,
      type: fieldTypeName(field.type),
      hint: field.hint,
      data: field.field_data,
      in_summary: field.display_in_profile_summary ?? false,
      required: field.required ?? false,
      order: field.order,
    }),
    cells: ({ id, name, type, hint }) => [
      id,
      { text: name, token: "strong" },
      { text: fieldTypeName(type), token: "dim" },
      hint,
    ],
  });
}
