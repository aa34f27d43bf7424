/** A requirement of the document, and the exchanges that prove it. */
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

export type Requirement = {
  readonly kind: Kind;
  /** Unique; cases claim to prove it by this key. */
  readonly key: string;
  /** The document's text, printed if nothing proves it. */
  readonly text: string;
  /** The calls that it applies to, as method and path. */
  readonly calls: readonly string[];
  /** The exchanges that prove it, `claimed` being those of cases with its key; empty if it is not proven. */
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

/** The exchanges that `found` returns for each call; empty if one of them has none. */
export function forEach(calls: readonly string[], found: (call: string) => Trace): Trace {
  const each = calls.map(found);
  return each.some((exchanges) => exchanges.length === 0) ? [] : each.flat();
}
