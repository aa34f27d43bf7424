/** `weir fields create`, `update` and `delete`. */
import { safeLine } from "#base/safe-text.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { confirmQuestion, fillForm } from "#cli/fill-form.ts";
import { type Invocation, text, texts } from "#cli/invocation.ts";
import { uniqueByName } from "#cli/named.ts";
import { tellCreated, tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { fieldTypeNumber } from "#cli/word-tables.ts";
import { listOf } from "#commands/forms/parts.ts";
import { deleteFieldQuestion } from "#commands/forms/profile-field.ts";
import type { Replica } from "#model/replica.ts";
import type { AnswerOf } from "#wire/endpoint.ts";
import type { createProfileField } from "#wire/endpoints/profile-fields.ts";

const fieldNoun = { one: "field", many: "fields", sign: "" };

function fieldNamed({ organization }: Replica, typed: string) {
  const all = organization.profileFields;
  return all.find(({ id }) => `${id}` === typed) ?? uniqueByName(typed, all, fieldNoun);
}

/** The values of the form's fields; undefined for options that are absent. */
function changeIn(invocation: Invocation) {
  const { options } = invocation;
  const choices = texts(invocation, "option");
  const flag = (key: string) =>
    options[key] === undefined ? undefined : `${options[key] === true}`;
  return {
    name: text(invocation, "name"),
    hint: text(invocation, "hint"),
    options: choices.length === 0 ? undefined : listOf(choices),
    account: text(invocation, "url") ?? text(invocation, "service"),
    summary: flag("summary"),
    required: flag("required"),
  };
}

export async function create(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const name = args.join(" ");
  const replica = await state("fields", "people");
  const type = `${fieldTypeNumber(text(invocation, "type") ?? "short-text")}`;
  const requested = { ...changeIn(invocation), name, type };
  const [answer] = await fillForm(context, replica, { name: "new-field", id: 0 }, requested);
  const { id } = answer as AnswerOf<typeof createProfileField>;
  tellCreated(context, id, `Created the field ${name} (${id}).`, { id, name });
}

export async function update(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("fields", "people");
  const { id, name } = fieldNamed(replica, args.join(" "));
  const change = changeIn(invocation);
  if (Object.values(change).every((value) => value === undefined))
    throw new Exit("usage", "Specify what to change.");
  await fillForm(context, replica, { name: "field", id }, change);
  const after = change.name ?? name;
  tellDone(context, `Changed the field ${after}.`, { id, name: after });
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const replica = await state("fields", "people");
  const { id, name } = fieldNamed(replica, args.join(" "));
  requireYes(
    invocation,
    `The field ${safeLine(name)} and everybody's values would be permanently deleted.`,
  );
  await confirmQuestion(context, replica, deleteFieldQuestion(replica, { fieldId: id }));
  tellDone(context, `Deleted the field ${name}.`, { id, name });
}
