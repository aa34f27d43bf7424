/** The requests and answers of all cases, from which the coverage of the document is computed. */
import type { Body } from "../support/realm.ts";

export type Exchange = {
  /** The case that made the request. */
  readonly by: string;
  /** Method and path as in the document: `PATCH /streams/{stream_id}`. */
  readonly call: string;
  /** Every parameter that was sent, including those of the path. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The server's feature level. */
  readonly level: number;
  readonly status: number;
  readonly body: Body;
};

export type Trace = readonly Exchange[];

export function isSuccess({ body }: Exchange): boolean {
  return body["result"] === "success";
}

/** The values at a path: `messages[].reactions[].user_id` is one per reaction. Missing keys are skipped; null is a value. */
export function valuesAt(body: unknown, place: string): readonly unknown[] {
  return place.split(".").reduce<readonly unknown[]>(
    (values, step) => {
      const key = step.replace(/\[\]$/, "");
      const inner = values.flatMap((value) => (hasKey(value, key) ? [value[key]] : []));
      return step.endsWith("[]")
        ? inner.flatMap((list) => (Array.isArray(list) ? list : []))
        : inner;
    },
    [body],
  );
}

function hasKey(value: unknown, key: string): value is Body {
  return typeof value === "object" && value !== null && key in value;
}

export function eventsIn({ call, body }: Exchange): readonly Body[] {
  return call === "GET /events" ? (valuesAt(body, "events[]") as readonly Body[]) : [];
}
