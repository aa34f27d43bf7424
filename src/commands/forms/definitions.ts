/** Each form by its name, for what works on any form. */
import { handed } from "#commands/handed.ts";
import type { Replica } from "#model/replica.ts";
import { outOfReachSentence } from "#model/streams.ts";
import type { FormName, FormRef } from "#store/forms.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Form, FormNow } from "./form.ts";

export const forms = handed<Readonly<Record<FormName, Form>>>("tables/forms.ts");

export function formOf({ name }: Pick<FormRef, "name">): Form {
  return forms.get()[name];
}

/** Undefined if its subject no longer exists. */
export function formNow(view: Replica, ref: FormRef): FormNow | undefined {
  return formOf(ref).now(view, ref);
}

/** Why the form has no subject. Not safe for a terminal. */
export function lossSentence(view: Replica, { name, id }: FormRef): string {
  const isStream = name === "stream" || name === "stream-people";
  return isStream ? outOfReachSentence(view, id as StreamId) : "It no longer exists.";
}
