/** `weir people rename`, `role`, `deactivate` and `reactivate`. */
import { safeLine } from "#base/safe-text.ts";
import { requireYes } from "#cli/consent.ts";
import { confirmQuestion, fillForm } from "#cli/fill-form.ts";
import { text } from "#cli/invocation.ts";
import { deactivatedNamed, personNamed } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { roleNumber } from "#cli/word-tables.ts";
import { reactivationQuestion } from "#commands/forms/person.ts";

async function person({ state, args }: VerbContext) {
  const replica = await state("people", "rules");
  const { id, name } = personNamed(replica, args[0] ?? "");
  return { replica, id, name };
}

export async function rename(context: VerbContext): Promise<void> {
  const { replica, id, name } = await person(context);
  const next = context.args.slice(1).join(" ");
  await fillForm(context, replica, { name: "person", id }, { name: next });
  tellDone(context, `Renamed ${name} to ${next}.`, { id, name: next });
}

export async function role(context: VerbContext): Promise<void> {
  const { replica, id, name } = await person(context);
  const word = context.args[1] ?? "";
  await fillForm(context, replica, { name: "person", id }, { role: `${roleNumber(word)}` });
  tellDone(context, `Changed the role of ${name} to ${word}.`, { id, name, role: word });
}

export async function deactivate(context: VerbContext): Promise<void> {
  const { replica, id, name } = await person(context);
  const { invocation } = context;
  requireYes(invocation, `${safeLine(name)} would be signed out and could not sign in again.`);
  const comment = text(invocation, "comment");
  const plain = invocation.options["mail"] === true ? "plain" : "none";
  const mail = comment === undefined ? plain : "comment";
  await fillForm(context, replica, { name: "deactivate", id }, { mail, comment });
  tellDone(context, `Deactivated ${name}.`, { id, name });
}

export async function reactivate(context: VerbContext): Promise<void> {
  const { state, args } = context;
  const replica = await state("people", "rules");
  const { id, name } = deactivatedNamed(replica, args[0] ?? "");
  await confirmQuestion(context, replica, reactivationQuestion(replica, { userId: id }));
  tellDone(context, `Reactivated ${name}.`, { id, name });
}
