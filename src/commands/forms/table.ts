/** Every form, one row each: an endpoint without a form gets one here. */

import { optionsForm } from "#commands/account/options.ts";
import { accountsForm, settingsForm } from "#commands/account/settings.ts";
import { groupForm, newGroupForm } from "#commands/group/form.ts";
import { deactivateForm, personForm } from "#commands/person/form.ts";
import { fieldForm, newFieldForm } from "#commands/profile-field/form.ts";
import { newStreamForm, streamForm, streamPeopleForm } from "#commands/stream/form.ts";
import type { Replica } from "#model/replica.ts";
import { outOfReachSentence } from "#model/streams.ts";
import type { FormName, FormRef } from "#store/forms.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Form, FormNow } from "./form.ts";

const forms: Readonly<Record<FormName, Form>> = {
  stream: streamForm,
  "new-stream": newStreamForm,
  "stream-people": streamPeopleForm,
  person: personForm,
  deactivate: deactivateForm,
  settings: settingsForm,
  accounts: accountsForm,
  options: optionsForm,
  group: groupForm,
  "new-group": newGroupForm,
  field: fieldForm,
  "new-field": newFieldForm,
};

export function formOf({ name }: Pick<FormRef, "name">): Form {
  return forms[name];
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
