/** Every form, one row each: an endpoint without a form gets one here. */
import type { Replica } from "#model/replica.ts";
import type { FormName, FormRef } from "#store/forms.ts";
import type { Form, FormNow } from "./form.ts";
import { archiveStreamForm, newStreamForm, streamPeopleForm } from "./new-stream.ts";
import { streamForm } from "./stream.ts";

const forms: Readonly<Record<FormName, Form>> = {
  stream: streamForm,
  "new-stream": newStreamForm,
  "stream-people": streamPeopleForm,
  "archive-stream": archiveStreamForm,
  person: streamForm,
};

export function formOf({ name }: Pick<FormRef, "name">): Form {
  return forms[name];
}

/** Undefined when what it is about is gone. */
export function formNow(view: Replica, ref: FormRef): FormNow | undefined {
  return formOf(ref).now(view, ref);
}
