/** The state of forms: the subject, the typed values, and the requests that saving makes. */
import { fieldsOf, isRecord } from "#base/fields.ts";
import type { Input } from "#editor/input.ts";
import type { ArgumentsOf, Endpoint } from "#wire/endpoint.ts";
import type { OpenAccount } from "./account.ts";

/** Each form is named after what it changes, and is a row of the table of forms. */
export type FormName =
  | "stream"
  | "new-stream"
  | "stream-people"
  | "person"
  | "deactivate"
  | "settings"
  | "accounts"
  | "options"
  | "group"
  | "new-group"
  | "field"
  | "new-field"
  | "folder"
  | "new-folder"
  | "report"
  | "snippet"
  | "new-snippet";

/** A form, and the ID of what it changes; 0 for a new item. */
export type FormRef = {
  readonly name: FormName;
  readonly id: number;
  /** The account that was open when the form was opened. */
  readonly account?: OpenAccount | undefined;
  /** weir's own options when it was opened, by their names in the program; absent: they cannot be changed here. */
  readonly options?: FormValues | undefined;
};

/** The values of the fields as texts, by field key. */
export type FormValues = Readonly<Record<string, string>>;

export type FormText = {
  /** The changed values; absent fields show the current value. */
  readonly typed: FormValues;
  /** The values when the form was opened: a current value that differs was changed by somebody else. */
  readonly base: FormValues;
};

export type FormFailure = {
  readonly sentence: string;
  readonly field?: string | undefined;
  /** The server has created what the form describes, if not all of it: to save it again would create it twice. */
  readonly isOver?: true;
};

export type OpenForm = FormText & {
  readonly kind: "form";
  readonly ref: FormRef;
  /** The row with the cursor: a field, or one of the answers below the fields. */
  readonly at: number;
  /** The field that the server has refused, to which the cursor goes; absent once it has left that. */
  readonly refused?: string | undefined;
  /** The user has tried to save it: fields that were left empty say what is wrong, too. */
  readonly isTried?: true;
  /** Its text; obsolete once that differs from the value that the row shows. */
  readonly input: Input;
  /** The pending request for saving. */
  readonly request?: string | undefined;
  readonly failure?: FormFailure | undefined;
};

export function formKey({ name, id }: FormRef): string {
  return `${name}:${id}`;
}

/** As an earlier run stored it; undefined if it did not, or that cannot be read. */
export function storedForm(value: unknown): FormText | undefined {
  const { typed, base } = fieldsOf(value);
  return areTexts(typed) && areTexts(base) ? { typed, base } : undefined;
}

function areTexts(value: unknown): value is FormValues {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}

/** One of the requests that saving makes, in this order. */
export type Call = {
  readonly endpoint: Endpoint;
  readonly values: Readonly<Record<string, unknown>>;
  /** The field that a refusal is about. */
  readonly field?: string | undefined;
  /** The fields of parameters, for when the server ignores one. */
  readonly fields?: Readonly<Record<string, CalledField>>;
};

export type CalledField = { readonly key: string; readonly label: string };

/** A call whose arguments the endpoint's declaration checks. */
export function call<E extends Endpoint>(
  endpoint: E,
  values: ArgumentsOf<E>,
  field?: string,
): Call {
  return { endpoint, values, field };
}

/**
 * Requests of an administrator, sent immediately while the form or menu waits. They are not intents: they affect everybody,
 * only the server can decide whether they are allowed, and they must not be sent hours later.
 */
export type ServerRequest = {
  readonly id: string;
  /** The form that makes it, whose saved text is obsolete afterwards; absent: a menu makes it. */
  readonly form?: string;
  readonly calls: readonly Call[];
  /** Regenerates the account's key. */
  readonly renewsKey?: true;
  /** The message shown when all of them have succeeded. */
  readonly report: string;
};
