/** Forms: what is being changed, what was typed so far, and the requests that saving makes. */
import type { ArgumentsOf, Endpoint } from "#wire/endpoint.ts";
import type { OpenAccount } from "./session.ts";

/** Named after what they change; each is a row of the table of forms. */
export type FormName =
  | "stream"
  | "new-stream"
  | "stream-people"
  | "archive-stream"
  | "delete-topic"
  | "person"
  | "deactivate"
  | "reactivate"
  | "settings"
  | "accounts"
  | "own-key"
  | "group"
  | "new-group"
  | "delete-group"
  | "field"
  | "new-field"
  | "delete-field"
  | "read-topic"
  | "read-stream"
  | "read-everything";

/** A form, and the ID of what it changes; 0 for a new item. */
export type FormRef = {
  readonly name: FormName;
  readonly id: number;
  /** For forms about a topic. */
  readonly topic?: string;
  /** The account that was open when the form was opened. */
  readonly account?: OpenAccount | undefined;
};

/** The values of the fields as texts, by field key. */
export type FormValues = Readonly<Record<string, string>>;

export type FormText = {
  /** What the person changed; fields that are absent show what is so. */
  readonly typed: FormValues;
  /** What was so when the form was opened: what differs from it now was changed by somebody else. */
  readonly base: FormValues;
};

export type FormFailure = { readonly sentence: string; readonly field?: string | undefined };

export type OpenForm = FormText & {
  readonly kind: "form";
  readonly ref: FormRef;
  /** The row with the cursor: a field, or one of the answers below the fields. */
  readonly at: number;
  /** Where in its text the cursor stands. */
  readonly cursor: number;
  /** The request that saving made, while it is not answered. */
  readonly request?: string | undefined;
  readonly failure?: FormFailure | undefined;
};

export function formKey({ name, id, topic = "" }: FormRef): string {
  return `${name}:${id}:${topic}`;
}

/** One request of those that saving makes, in their order. */
export type Call = {
  readonly endpoint: Endpoint;
  readonly values: Readonly<Record<string, unknown>>;
  /** The field that a refusal is about. */
  readonly field?: string | undefined;
};

/** A call whose arguments the endpoint's declaration checks. */
export function call<E extends Endpoint>(
  endpoint: E,
  values: ArgumentsOf<E>,
  field?: string,
): Call {
  return { endpoint, values, field };
}

/**
 * Requests of an administrator, made at once and while the form waits. They are not intents: they concern everybody, the
 * server alone can tell whether they are allowed, and nobody wants them to be made hours later.
 */
export type ServerRequest = {
  readonly id: string;
  readonly form: string;
  readonly calls: readonly Call[];
  /** The account's key is replaced by another one. */
  readonly renewsKey?: true;
  /** Told when all of them were answered. */
  readonly done: string;
};
