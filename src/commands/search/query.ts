/** Parses a search into the server's terms, or explains why it is invalid. */

import { nearest } from "#base/nearest.ts";
import { UnknownPattern } from "#base/pattern-classes.ts";
import { parsePattern } from "#base/pattern-syntax.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { TypedTime } from "#base/typed-time.ts";
import { hasEmptyTopics, topicTitle, topicWritten } from "#model/empty-topic.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { timeTerm } from "#model/search.ts";
import { type Token, tokensOf } from "#model/search-text.ts";
import { knownStream } from "#model/streams.ts";
import type { UserId } from "#wire/ids.ts";
import type { TimeReader } from "./day.ts";
import { type NameLookup, personOf, streamNamed } from "./names.ts";
import { type OperandKind, type Operator, operatorNamed, operatorNames } from "./operators.ts";

type Query =
  | { readonly kind: "empty" }
  | {
      readonly kind: "terms";
      readonly terms: readonly SearchTerm[];
      /** The interpretation in words. */
      readonly meaning: string;
    }
  | { readonly kind: "problem"; readonly sentence: string };

type Read =
  | { readonly terms: readonly SearchTerm[]; readonly meaning: string }
  | { readonly problem: string }
  | { readonly words: string };

const onDate =
  /^\s*(?:on\s+(\S.*)|(\d{4}-\d\d-\d\d|\d\d?\.\d\d?\.(?:\d{4})?|\d\d?\/\d\d?\/\d{4}))$/i;

/** `times` reads the operands of `on:`, `before:` and `after:`. */
export function queryOf(view: Replica, text: string, times: TimeReader): Query {
  const read = tokensOf(text).map((token) => readToken(view, token, times));
  const problem = read.find((one) => "problem" in one);
  if (problem !== undefined) return { kind: "problem", sentence: problem.problem };
  const terms = read.flatMap((one) => ("terms" in one ? one.terms : []));
  const conflict = conflictIn(terms);
  if (conflict !== undefined) return { kind: "problem", sentence: conflict };
  const words = read.flatMap((one) => ("words" in one ? [one.words] : [])).join(" ");
  const all =
    words === "" ? terms : [...terms, { operator: "search", operand: words } satisfies SearchTerm];
  const meanings = read.flatMap((one) => ("meaning" in one ? [one.meaning] : []));
  if (all.length === 0 && meanings.length === 0) return { kind: "empty" };
  return { kind: "terms", terms: all, meaning: [...meanings, ...wordsMeaning(words)].join(" · ") };
}

/** What the text means if it is a day, after `on` or numeric; undefined if it is none. */
export function dayIn(text: string, { read }: TimeReader): TypedTime | undefined {
  const [, spoken, figures] = onDate.exec(text.trimEnd()) ?? [];
  const typed = spoken ?? figures;
  return typed === undefined ? undefined : read(typed);
}

function wordsMeaning(words: string): readonly string[] {
  return words === "" ? [] : [`words ${words}`];
}

/** Whether the names of people are needed to read it. */
export function namesPerson(text: string): boolean {
  return tokensOf(text).some((token) => {
    if (token.kind !== "term") return false;
    const { name, operand = "" } = operatorNamed(token.operator) ?? {};
    return name === "mentions" || operand === "person" || operand === "people";
  });
}

function readToken(view: Replica, token: Token, times: TimeReader): Read {
  if (token.kind === "words") return { words: token.text };
  const { operator: name, operand, negated } = token;
  if (name === "/") return readPattern(operand);
  const operator = operatorNamed(name);
  if (operator === undefined) return unknownOperator(token);
  const isEmptyTopic = operator.operand === "topic" && /"\s*"$/.test(token.text);
  if (operand === "" && !(isEmptyTopic && hasEmptyTopics(view.realm)))
    return { problem: `${name}: ${lacks[operator.operand]}` };
  const { operand: kind } = operator;
  if (kind === "time") return readPeriod(token, times);
  const read = readOperand(view, operator, kind, operand);
  if ("problem" in read) return read;
  const term = { operator: read.operator ?? operator.name, operand: read.operand };
  const not = negated ? "not " : "";
  return {
    terms: [negated ? { ...term, negated } : term],
    meaning: `${not}${term.operator} ${read.shown}`,
  };
}

function readPattern(operand: string): Read {
  try {
    parsePattern(operand);
    return { terms: [{ operator: "pattern", operand }], meaning: `pattern ${operand}` };
  } catch (error) {
    if (!(error instanceof UnknownPattern)) throw error;
    return { problem: `/${operand}/ is not a pattern: ${error.message}` };
  }
}

/** A day is a period: before it, after it and on it are all messages. */
function readPeriod(
  { operator, operand, negated }: Extract<Token, { kind: "term" }>,
  { read, written }: TimeReader,
): Read {
  const time = read(operand);
  if (time === undefined)
    return { problem: `${operator}: "${operand}" is not a day. Examples: 2026-11-20, yesterday.` };
  if (time.kind === "refused") return { problem: `${operator}: ${time.sentence}` };
  const meaning = `${negated ? "not " : ""}${operator} ${written(time)}`;
  if (operator === "on") {
    if (negated) return { problem: "-on: cannot be searched for; before: and after: can." };
    if (time.from === time.to)
      return { problem: "on: takes a day; before: and after: take times." };
    return { terms: [timeTerm("since", time.from), timeTerm("until", time.to)], meaning };
  }
  const [isBefore, at] = operator === "before" ? [true, time.from] : [false, time.to];
  return { terms: [timeTerm(isBefore === negated ? "since" : "until", at)], meaning };
}

/** Something similar to an operator is treated as a typo; anything else with a colon is words. */
function unknownOperator({
  text,
  operator: name,
  operand,
}: Extract<Token, { kind: "term" }>): Read {
  const close = operand === "" ? undefined : nearest(name, operatorNames);
  if (close === undefined) return { words: text };
  return { problem: `There is no operator ${name}: did you mean ${close}:?` };
}

const lacks = {
  person: "needs a person.",
  people: "needs people, separated by commas.",
  stream: "needs a stream.",
  topic: "needs a topic.",
  message: "needs a message ID.",
  time: "needs a day or a time.",
  "one of": "needs a word.",
  words: "needs words.",
} as const;

type Operand =
  | {
      readonly operand: SearchTerm["operand"];
      readonly shown: string;
      /** The operator that a typo probably stands for, if it differs from the typed one. */
      readonly operator?: string;
    }
  | { readonly problem: string };

function readOperand(
  view: Replica,
  operator: Operator,
  kind: Exclude<OperandKind, "time">,
  typed: string,
): Operand {
  switch (kind) {
    case "person":
      return shownAs(personOf(view, typed), (id) => get(view.people, id)?.name);
    case "people":
      return people(view, typed);
    case "stream":
      return streamOperand(view, typed);
    case "topic": {
      const topic = topicWritten(view, typed);
      return { operand: topic, shown: topicTitle(view, topic) };
    }
    case "words":
      return { operand: typed, shown: typed };
    case "message":
      return /^\d{1,10}$/.test(typed)
        ? { operand: Number(typed), shown: typed }
        : { problem: `${operator.name}: needs a message ID.` };
    case "one of":
      return oneOf(view, operator, typed.toLowerCase());
  }
}

function shownAs<Id extends number>(
  named: NameLookup<Id>,
  nameOf: (id: Id) => string | undefined,
): Operand {
  return "problem" in named ? named : { operand: named.id, shown: nameOf(named.id) ?? "" };
}

function streamOperand(view: Replica, typed: string): Operand {
  return shownAs(streamNamed(view, typed), (id) => `#${knownStream(view, id)?.name}`);
}

/** Everybody except the user; the user alone for notes to self. */
function people(view: Replica, typed: string): Operand {
  const named = typed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => personOf(view, name));
  const problem = named.find((one) => "problem" in one);
  if (problem !== undefined) return problem;
  const ids = new Set(named.flatMap((one): UserId[] => ("id" in one ? [one.id] : [])));
  if (ids.size > 1) ids.delete(view.ownId);
  const operand = sorted(ids);
  const shown = operand.map((id) => get(view.people, id)?.name ?? "").join(", ");
  return { operand, shown };
}

const olderValues: Readonly<Partial<Record<string, string>>> = { private: "dm" };

/** `in:` with any other operand names a stream. */
function oneOf(view: Replica, { name, values = {} }: Operator, typed: string): Operand {
  const value = olderValues[typed] ?? typed;
  if (name !== "mentions" && Object.hasOwn(values, value)) return { operand: value, shown: value };
  if (name === "mentions") return mentionsOf(view, typed);
  if (name === "in") {
    const read = streamOperand(view, typed);
    if (!("problem" in read)) return { ...read, operator: "stream" };
  }
  return { problem: `${name}: takes ${Object.keys(values).join(", ")}; not "${typed}".` };
}

/** All servers find the mentions of the user, newer ones and the archive those of everybody. */
function mentionsOf(view: Replica, typed: string): Operand {
  const person = personOf(view, typed.replace(/^@/, ""));
  if (!("id" in person)) return person;
  if (person.id === view.ownId) return { operand: "mentioned", shown: "mentioned", operator: "is" };
  return { operand: person.id, shown: get(view.people, person.id)?.name ?? typed };
}

const ofStreams = new Set(["stream", "topic", "streams"]);
const ofPeople = new Set(["dm", "dm-including"]);

/** Contradictions: servers reject the first, and find nothing for the others. */
function conflictIn(terms: readonly SearchTerm[]): string | undefined {
  const count = (name: string) =>
    terms.filter(({ operator, negated }) => operator === name && negated !== true).length;
  if (
    terms.some((one) => ofStreams.has(one.operator)) &&
    terms.some((one) => ofPeople.has(one.operator))
  )
    return "A message is in a stream or direct: stream: and topic: exclude dm:.";
  const twice = ["stream", "topic", "sender", "dm"].find((name) => count(name) > 1);
  return twice === undefined ? undefined : `${twice}: is given twice; no message matches both.`;
}
