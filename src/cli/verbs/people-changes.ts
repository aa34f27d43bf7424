/** `weir people rename`, `role`, `deactivate` and `reactivate`. */
import { deactivateUser, reactivateUser, updateUser } from "#api/administration.ts";
import { safeLine } from "#base/safe-text.ts";
import { requireYes } from "#cli/consent.ts";
import { text } from "#cli/invocation.ts";
import { personNamed } from "#cli/place.ts";
import { roleNumber } from "#cli/roles.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";

async function person({ state, args }: VerbContext) {
  return personNamed(await state("people"), args[0] ?? "");
}

export async function rename(context: VerbContext): Promise<void> {
  const { id, name } = await person(context);
  const next = context.args.slice(1).join(" ");
  await updateUser(context.connection, { user_id: id, full_name: next });
  tellDone(context, `Renamed ${name} to ${next}.`, { id, name: next });
}

export async function role(context: VerbContext): Promise<void> {
  const { id, name } = await person(context);
  const word = context.args[1] ?? "";
  await updateUser(context.connection, { user_id: id, role: roleNumber(word) });
  tellDone(context, `${name} is ${word} now.`, { id, name });
}

export async function deactivate(context: VerbContext): Promise<void> {
  const { id, name } = await person(context);
  const { invocation, connection } = context;
  requireYes(invocation, `${safeLine(name)} would be signed out and could not sign in again.`);
  const comment = text(invocation, "comment");
  const mail = invocation.options["mail"] === true ? "" : undefined;
  await deactivateUser(connection, id, comment ?? mail);
  tellDone(context, `Deactivated ${name}.`, { id, name });
}

export async function reactivate(context: VerbContext): Promise<void> {
  const { id, name } = await person(context);
  await reactivateUser(context.connection, id);
  tellDone(context, `Reactivated ${name}.`, { id, name });
}
