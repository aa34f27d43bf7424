/** `weir fields create`, `update` and `delete`. */
import { createProfileField, deleteProfileField, updateProfileField } from "#api/administration.ts";
import { safeLine } from "#base/safe-text.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { fieldTypeNumber } from "#cli/field-types.ts";
import { type Invocation, text, texts } from "#cli/invocation.ts";
import { uniqueByName } from "#cli/named.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import type { Replica } from "#model/replica.ts";

const fieldNoun = { one: "field", many: "fields", sign: "" };

function fieldNamed({ organization }: Replica, given: string) {
  const all = organization.profileFields;
  return all.find(({ id }) => `${id}` === given) ?? uniqueByName(given, all, fieldNoun);
}

/** Options in their order, keyed by their numbers; or the account's kind. */
function dataIn(invocation: Invocation) {
  const options = texts(invocation, "option");
  const account = text(invocation, "service");
  const pattern = text(invocation, "url");
  if (account !== undefined)
    return { subtype: account, ...(pattern !== undefined && { url_pattern: pattern }) };
  if (options.length === 0) return undefined;
  return Object.fromEntries(
    options.map((words, at) => [`${at}`, { text: words, order: `${at + 1}` }]),
  );
}

function changeIn(invocation: Invocation) {
  const { options } = invocation;
  const name = text(invocation, "name");
  const hint = text(invocation, "hint");
  const data = dataIn(invocation);
  return {
    ...(name !== undefined && { name }),
    ...(hint !== undefined && { hint }),
    ...(data !== undefined && { field_data: data }),
    ...(options["summary"] !== undefined && {
      display_in_profile_summary: options["summary"] === true,
    }),
    ...(options["required"] !== undefined && { required: options["required"] === true }),
  };
}

export async function create(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation, output } = context;
  const name = args.join(" ");
  await state("fields");
  const { id } = await createProfileField(connection, {
    hint: "",
    ...changeIn(invocation),
    name,
    field_type: fieldTypeNumber(text(invocation, "type") ?? "short-text"),
  });
  if (!output.isTerminal && output.fields === undefined) output.write(`${id}\n`);
  tellDone(context, `Created the field ${name} (${id}).`, { id, name });
}

export async function update(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const field = fieldNamed(await state("fields"), args.join(" "));
  const change = changeIn(invocation);
  if (Object.keys(change).length === 0) throw new Exit("usage", "Say what to change.");
  const { name, hint } = field;
  await updateProfileField(connection, { field_id: field.id, name, hint, ...change });
  tellDone(context, `Changed the field ${change.name ?? name}.`, { id: field.id, name });
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const { id, name } = fieldNamed(await state("fields"), args.join(" "));
  requireYes(
    invocation,
    `The field ${safeLine(name)} and everybody's values would be deleted for good.`,
  );
  await deleteProfileField(connection, id);
  tellDone(context, `Deleted the field ${name}.`, { id, name });
}
