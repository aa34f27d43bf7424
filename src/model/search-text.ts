/** The text of a search, as a person types it: its tokens, and the terms of links as text that has the same ones. */

import { get, values } from "#base/table.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { topicTitle } from "./empty-topic.ts";
import type { SearchTerm } from "./narrow.ts";
import type { Replica } from "./replica.ts";

export type Token =
  | { readonly kind: "words"; readonly text: string; readonly from: number }
  | {
      readonly kind: "term";
      /** The complete token, as typed. */
      readonly text: string;
      readonly negated: boolean;
      /** In lower case. */
      readonly operator: string;
      /** Without its quotes. */
      readonly operand: string;
      readonly from: number;
      /** Where the operand begins. */
      readonly operandFrom: number;
    };

/**
 * A pattern between slashes; or a run without blanks, except in quotes, where a backslash makes a sign of a quote or another
 * backslash; an open quote extends to the end.
 */
const run = /(?<![^\s])\/[^/]+\/(?=\s|$)|(?:"(?:[^"\\]|\\["\\]?)*(?:"|$)|[^\s"])+/g;
const inQuotes = /"((?:[^"\\]|\\["\\]?)*)(?:"|$)/g;

/** URLs and qualified names, such as `https://…` and `std::map`, are not terms. */
const term = /^(-?)([a-z][a-z_-]*):(?![:/])/i;

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(run)].map(({ 0: whole, index: from }) => {
    if (/^\/[^/]+\/$/.test(whole)) return patternToken(whole, from);
    const [head = "", minus = "", operator = ""] = term.exec(whole) ?? [];
    if (head === "") return { kind: "words", text: whole, from };
    return {
      kind: "term",
      text: whole,
      negated: minus !== "",
      operator: operator.toLowerCase(),
      operand: unquoted(whole.slice(head.length)).trim(),
      from,
      operandFrom: from + head.length,
    };
  });
}

function patternToken(whole: string, from: number): Token {
  const operand = whole.slice(1, -1);
  return {
    kind: "term",
    text: whole,
    negated: false,
    operator: "/",
    operand,
    from,
    operandFrom: from + 1,
  };
}

function unquoted(operand: string): string {
  return operand.replace(inQuotes, (_, text: string) => text.replace(/\\(["\\])/g, "$1"));
}

// Formats search terms.

/** The operand, in quotes if it contains a blank or a quote, or begins as a URL goes on after its scheme. */
export function quoted(operand: string): string {
  const needsQuotes = /[\s"]|^[:/]/.test(operand) || operand === "";
  return needsQuotes ? `"${operand.replace(/["\\]/g, "\\$&")}"` : operand;
}

/** Parsed, the text is these terms again. */
export function textOfTerms(replica: Replica, terms: readonly SearchTerm[]): string {
  const texts = terms.map((term, at) => {
    const { operator, operand, negated } = term;
    // Words without an operator go last.
    if (at === terms.length - 1 && isPlain(term)) return `${operand}`;
    if (operator === "pattern") return `/${operand}/`;
    const named = operandText(replica, operator, operand);
    return `${negated === true ? "-" : ""}${operator}:${named}`;
  });
  return texts.join(" ");
}

/** Whether they are words that would be parsed as such, and as nothing else. */
function isPlain({ operator, operand, negated }: SearchTerm): boolean {
  if (operator !== "search" || typeof operand !== "string" || negated === true) return false;
  const words = tokensOf(operand).flatMap((token) => (token.kind === "words" ? token.text : []));
  return operand !== "" && words.join(" ") === operand;
}

function operandText(replica: Replica, operator: string, operand: SearchTerm["operand"]): string {
  if (typeof operand === "string")
    return quoted(operator === "topic" ? topicTitle(replica, operand) : operand);
  if (typeof operand !== "number")
    return operand.map((id) => personText(replica, id as UserId)).join(",");
  if (operator === "id") return `${operand}`;
  return operator === "stream"
    ? streamText(replica, operand as StreamId)
    : personText(replica, operand as UserId);
}

/** A sign before the name is not part of it. */
function streamText({ streams }: Replica, id: StreamId): string {
  const name = get(streams, id)?.name ?? `${id}`;
  return quoted(name.startsWith("#") ? `#${name}` : name);
}

/** By a name that only one person has and that cannot be anything else, else by the ID. */
function personText({ people }: Replica, id: UserId): string {
  const name = get(people, id)?.name;
  if (name === undefined || /[",]/.test(name)) return `${id}`;
  const same = name.toLowerCase();
  const isOnly = [...values(people)].every(
    (person) => person.id === id || person.name.toLowerCase() !== same,
  );
  const isOnlyName = isOnly && same !== "me" && !/[@|]|^\d+$/.test(name);
  return quoted(isOnlyName ? name : `${name}|${id}`);
}
