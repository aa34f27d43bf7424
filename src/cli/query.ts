/** Parses a search query to the server's terms, with IDs for names. */
import { safeLine } from "#base/safe-text.ts";
import type { Replica } from "#model/replica.ts";
import { since } from "#wire/levels.ts";
import type { NarrowTerm } from "#wire/narrow.ts";
import { Exit } from "./exit-codes.ts";
import { orList } from "./or-list.ts";
import { personNamed, streamNamed } from "./place.ts";

type Term = Exclude<NarrowTerm, readonly unknown[]>;
type Reading = (replica: Replica, operand: string, level: number) => Term;

const people = (replica: Replica, text: string) =>
  text.split(",").map((name) => personNamed(replica, name.trim()).id);

const readings: Readonly<Record<string, Reading>> = {
  sender: (replica, name) => ({ operator: "sender", operand: personNamed(replica, name).id }),
  stream: (replica, name) => ({ operator: "stream", operand: streamNamed(replica, name).id }),
  topic: (_, topic) => ({ operator: "topic", operand: topic }),
  dm: (replica, names, level) => ({
    operator: level >= since.dmOperators ? "dm" : "pm-with",
    operand: people(replica, names),
  }),
  "dm-including": (replica, name, level) => ({
    operator: level >= since.dmOperators ? "dm-including" : "group-pm-with",
    operand: personNamed(replica, name).id,
  }),
  is: (_, state, level) => ({
    operator: "is",
    operand: state === "dm" && level < since.dmOperators ? "private" : state,
  }),
  has: (_, what) => ({ operator: "has", operand: what }),
  near: (_, id) => ({ operator: "near", operand: id }),
  id: (_, id) => ({ operator: "id", operand: id }),
};

const aliases: Readonly<Record<string, string>> = {
  from: "sender",
  channel: "stream",
  in: "stream",
  with: "dm",
};

const word = /(-?)([a-z-]+):("[^"]*"|\S+)|"[^"]*"|\S+/g;

/** Throws an Exit for an unknown operator or name. */
export function termsIn(query: string, replica: Replica, level: number): readonly NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const [whole, minus, operator, operand] of query.matchAll(word)) {
    // A URL is a word.
    if (operator === undefined || operand === undefined || operand.startsWith("//")) {
      words.push(whole);
      continue;
    }
    const reading = readings[aliases[operator] ?? operator];
    if (reading === undefined)
      throw new Exit(
        "usage",
        `Unknown operator "${safeLine(operator)}:". Known: ${orList(Object.keys(readings))}. Quote the word to search for it.`,
      );
    const term = reading(replica, operand.replace(/^"(.*)"$/, "$1"), level);
    terms.push({ ...term, ...(minus === "-" && { negated: true }) } as NarrowTerm);
  }
  if (words.length > 0) terms.push({ operator: "search", operand: words.join(" ") });
  return terms;
}
