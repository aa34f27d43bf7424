/** What was really asked and answered while the cases ran; the coverage of the document is read from it alone. */
import type { Body } from "../support/realm.ts";

export type Exchange = {
  /** The case that asked. */
  readonly by: string;
  /** Method and path as the document writes them: `PATCH /streams/{stream_id}`. */
  readonly call: string;
  /** Every parameter that was sent, those of the path included. */
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

/**
 * The values at a place of a body: `messages[].reactions[].user_id` is one for each reaction of each message.
 * A key that is not there gives nothing; null is a value.
 */
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

/** All events that an answer brought. */
export function eventsIn({ call, body }: Exchange): readonly Body[] {
  return call === "GET /events" ? (valuesAt(body, "events[]") as readonly Body[]) : [];
}
