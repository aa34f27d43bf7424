/** One thing that the document says, and the exchanges that prove it. */
import { type Row, type Section, sections } from "../document.ts";
import type { Trace } from "../trace.ts";

export type Kind =
  | "convention"
  | "endpoint"
  | "parameter"
  | "answer"
  | "error"
  | "limit"
  | "state"
  | "event"
  | "person"
  | "level";

/** One thing that the document says. */
export type Said = {
  readonly kind: Kind;
  /** What cases claim it by; unique. */
  readonly key: string;
  /** The words of the document: what is printed when nothing proves it. */
  readonly text: string;
  /** The calls that it is about, as method and path. */
  readonly calls: readonly string[];
  /** The exchanges that prove it; `claimed` are those of the cases that name its key. Empty: not proven. */
  readonly proof: (trace: Trace, claimed: Trace) => Trace;
};

export const described = sections("Endpoints");

/** `POST /messages` of `POST /messages — send a message`. */
export function callOf({ heading }: Section): string {
  return heading.split(" — ")[0] ?? "";
}

export function words(row: Row): string {
  return Object.values(row)
    .filter((cell) => cell !== "")
    .join(" | ");
}

/** Every call must have an exchange, or there is no proof at all. */
export function forEach(calls: readonly string[], found: (call: string) => Trace): Trace {
  const each = calls.map(found);
  return each.some((exchanges) => exchanges.length === 0) ? [] : each.flat();
}
