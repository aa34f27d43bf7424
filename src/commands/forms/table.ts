/** Every form, one row each: an endpoint without a form gets one here. */
import type { Replica } from "#model/replica.ts";
import type { FormName, FormRef } from "#store/forms.ts";
import { accountsForm, ownKeyForm } from "./account.ts";
import { deleteFieldForm, fieldForm, newFieldForm } from "./field.ts";
import type { Form, FormNow } from "./form.ts";
import { deleteGroupForm, groupForm, newGroupForm } from "./group.ts";
import { archiveStreamForm, newStreamForm, streamPeopleForm } from "./new-stream.ts";
import { deactivateForm, personForm, reactivateForm } from "./person.ts";
import { deleteTopicForm, readEverythingForm, readStreamForm, readTopicForm } from "./questions.ts";
import { settingsForm } from "./settings.ts";
import { streamForm } from "./stream.ts";

const forms: Readonly<Record<FormName, Form>> = {
  stream: streamForm,
  "new-stream": newStreamForm,
  "stream-people": streamPeopleForm,
  "archive-stream": archiveStreamForm,
  "delete-topic": deleteTopicForm,
  person: personForm,
  deactivate: deactivateForm,
  reactivate: reactivateForm,
  settings: settingsForm,
  accounts: accountsForm,
  "own-key": ownKeyForm,
  group: groupForm,
  "new-group": newGroupForm,
  "delete-group": deleteGroupForm,
  field: fieldForm,
  "new-field": newFieldForm,
  "delete-field": deleteFieldForm,
  "read-topic": readTopicForm,
  "read-stream": readStreamForm,
  "read-everything": readEverythingForm,
};

export function formOf({ name }: Pick<FormRef, "name">): Form {
  return forms[name];
}

/** Undefined if its subject no longer exists. */
export function formNow(view: Replica, ref: FormRef): FormNow | undefined {
  return formOf(ref).now(view, ref);
}
