/** `weir fields`: the profile fields of the organization; `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { confirmQuestion, requireYes } from "#cli/fill-form.ts";
import { wordFor } from "#cli/form-options.ts";
import { tellDone } from "#cli/output.ts";
import { fieldToDelete } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deleteFieldQuestion } from "#commands/profile-field/form.ts";

export async function run({ state, output }: VerbContext): Promise<void> {
  const { organization } = await state("fields");
  output.rows(organization.profileFields, {
    none: "There are no profile fields.",
    json: (field) => ({
      id: field.id,
      name: field.name,
      type: wordFor("field", "type", field.type),
      hint: field.hint,
      data: field.field_data,
      in_summary: field.display_in_profile_summary ?? false,
      required: field.required ?? false,
      order: field.order,
    }),
    cells: ({ id, name, type, hint }) => [
      id,
      { text: name, token: "strong" },
      { text: wordFor("field", "type", type), token: "dim" },
      hint,
    ],
  });
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("fields", "people");
  const typed = args.join(" ");
  const field = fieldToDelete(replica, typed);
  if (field === undefined) return tellDone(context, `There is no profile field “${typed}”.`);
  const { id, name } = field;
  requireYes(
    invocation,
    `The field ${safeLine(name)} and everybody's values would be permanently deleted.`,
  );
  await confirmQuestion(context, replica, deleteFieldQuestion(replica, { fieldId: id }));
  tellDone(context, `Deleted the field ${name}.`, { id, name });
}
