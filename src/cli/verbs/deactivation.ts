/** `weir people deactivate` and `weir people reactivate`. */
import { safeLine } from "#base/safe-text.ts";
import { confirmQuestion, fillForm, requestedIn, requireYes } from "#cli/fill-form.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { deactivatedFor, personFor } from "#cli/resolver.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { deletesWithAccount, reactivationQuestion } from "#commands/person/form.ts";

async function personOf({ state, args }: VerbContext) {
  const replica = await state("people", "rules");
  const { id, name, isActive } = personFor(replica, args[0] ?? "");
  return { replica, id, name, isActive };
}

export async function deactivate(context: VerbContext): Promise<void> {
  const { replica, id, name, isActive } = await personOf(context);
  if (!isActive) return tellDone(context, `${name} is deactivated already.`, { id, name });
  const { invocation } = context;
  const ref = { name: "deactivate", id } as const;
  const values = requestedIn(context, replica, { form: { name: "deactivate" }, ref });
  const isFinal = deletesWithAccount(values);
  const loss = isFinal ? " What is deleted with the account could not be restored." : "";
  const consequence = `${safeLine(name)} would be signed out and could not sign in again.${loss}`;
  requireYes(invocation, consequence);
  // A comment is sent only in an email.
  const mail = "comment" in values ? { mail: "true" } : {};
  await fillForm(context, replica, ref, { ...mail, ...values });
  const undo = wayBack(context, { verb: "people reactivate", args: [`${id}`] });
  const lost = isFinal ? " What was deleted stays deleted." : "";
  tellDone(context, `Deactivated ${name}.${lost}${undo}`, { id, name });
}

export async function reactivate(context: VerbContext): Promise<void> {
  const { state, args } = context;
  const replica = await state("people", "rules");
  const { id, name, isActive } = deactivatedFor(replica, args[0] ?? "");
  if (isActive) return tellDone(context, `${name} is not deactivated.`, { id, name });
  await confirmQuestion(context, replica, reactivationQuestion(replica, { userId: id }));
  const undo = wayBack(context, {
    verb: "people deactivate",
    args: [`${id}`],
    options: ["--yes"],
  });
  tellDone(context, `Reactivated ${name}.${undo}`, { id, name });
}
