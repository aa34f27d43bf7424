/** Executes searches in the archive's file: compiles them, and checks what the index cannot tell. */
import type { DatabaseSync } from "node:sqlite";
import { UnknownPattern } from "#base/pattern-classes.ts";
import { findsIn, type Program, programOf } from "#base/pattern-match.ts";
import { parsePattern } from "#base/pattern-syntax.ts";
import type { Message } from "#model/message.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { MatchWords } from "#model/search.ts";
import type { ArchiveHits, ArchiveQuery } from "./archive.ts";
import { keyOf, placedWords, textWords } from "./index-text.ts";
import { messageOf, type Row, selectMessages } from "./rows.ts";

/** How long patterns may keep the thread from writing what the user types. */
const patternMs = 200;

const noHits: ArchiveHits = { messages: [], more: false, unanswerable: [], isCut: false };

/** `elapsed`: milliseconds. */
export function searchMessages(
  database: DatabaseSync,
  query: ArchiveQuery,
  elapsed: () => number,
): ArchiveHits {
  const compiled = compiledQuery(query.terms);
  if ("unanswerable" in compiled) return { ...noHits, ...compiled };
  const check = patternCheck(compiled, elapsed);
  const messages: Message[] = [];
  for (const row of rowsOf(database, compiled, query)) {
    const message = messageOf(row);
    const holds = check.holds(message);
    if (check.isCut()) return { ...noHits, messages, more: true, isCut: true };
    if (!holds) continue;
    if (messages.length === query.limit) return { ...noHits, messages, more: true };
    messages.push(message);
  }
  return { ...noHits, messages };
}

/** Candidates one by one: what comes after the limit is not read. */
function rowsOf(
  database: DatabaseSync,
  compiled: CompiledQuery,
  { order }: ArchiveQuery,
): Iterable<Row> {
  const { match, among, except, since, until } = compiled;
  const bounds = boundsOf(database, compiled);
  const conditions = [
    "words MATCH ? AND words.rowid >= ? AND words.rowid < ?",
    ...(bounds.isTimed ? ["m.sent_at >= ? AND m.sent_at < ?"] : []),
    ...among.map(() => "m.id IN (SELECT value FROM json_each(?))"),
    ...(except.length === 0 ? [] : ["m.id NOT IN (SELECT value FROM json_each(?))"]),
  ];
  const values = [
    match,
    bounds.from,
    bounds.to,
    ...(bounds.isTimed ? [since, Math.min(until, Number.MAX_SAFE_INTEGER)] : []),
    ...among.map((ids) => JSON.stringify(ids)),
    ...(except.length === 0 ? [] : [JSON.stringify(except)]),
  ];
  // The order of joins is fixed: the index delivers the rows in the order that is asked for.
  const select = selectMessages.replace("FROM messages m", "FROM words CROSS JOIN messages m");
  return database
    .prepare(
      `${select} WHERE m.id = words.rowid AND ${conditions.join(" AND ")}
       ORDER BY ${order === "best" ? "words.rank, words.rowid DESC" : "words.rowid DESC"}`,
    )
    .iterate(...values) as Iterable<Row>;
}

/** IDs ascend with time, but for messages that were imported: with this tolerance in seconds. */
const disorder = 86_400;

function boundsOf(database: DatabaseSync, { since, until }: CompiledQuery) {
  const isTimed = since > 0 || until < Number.POSITIVE_INFINITY;
  const from = since > 0 ? firstSentAt(database, since - disorder) : 0;
  const to =
    until < Number.POSITIVE_INFINITY
      ? firstSentAt(database, until + disorder)
      : Number.MAX_SAFE_INTEGER;
  return { isTimed, from, to };
}

/** The ID of the first message that was sent at that time or later. */
function firstSentAt(database: DatabaseSync, at: number): number {
  const next = database.prepare(
    "SELECT id, sent_at FROM messages WHERE id >= ? ORDER BY id LIMIT 1",
  );
  const newest = database.prepare("SELECT max(id) AS id FROM messages").get()?.["id"];
  let [low, high] = [0, Number(newest ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = next.get(middle);
    if (found === undefined || Number(found["sent_at"]) >= at) high = middle;
    else low = Number(found["id"]) + 1;
  }
  return low;
}

/** Longer texts are not messages that people write; their beginning is searched. */
const maxSearched = 20_000;
const maxSteps = 2_000_000;

function patternCheck({ patterns }: CompiledQuery, elapsed: () => number) {
  const began = elapsed();
  let isCut = false;
  const holds = ({ content, topic }: Message): boolean =>
    patterns.every(({ program, negated }) => {
      if (elapsed() - began > patternMs) isCut = true;
      if (isCut) return false;
      const steps = { forPatterns: maxSteps };
      const isFound =
        findsIn(program, content.slice(0, maxSearched), steps) || findsIn(program, topic, steps);
      if (steps.forPatterns <= 0) isCut = true;
      return isFound !== negated;
    });
  return { holds, isCut: () => isCut };
}

// Compiles a search to an expression of the file's full-text index, and to what must be checked of its hits.

type CompiledQuery = {
  /** For MATCH. */
  readonly match: string;
  /** IDs that are allowed, and IDs that are not. */
  readonly among: readonly (readonly number[])[];
  readonly except: readonly number[];
  /** UNIX seconds. */
  readonly since: number;
  readonly until: number;
  readonly patterns: readonly { readonly program: Program; readonly negated: boolean }[];
};

const word = (key: string) => `"${key}"`;
const anyOf = (parts: readonly string[]) =>
  parts.length === 0 ? nothing : `(${parts.join(" OR ")})`;
const nothing = word("\ue000");
const everything = anyOf([word(keyOf.inStream), word(keyOf.direct)]);

/** More of them would take longer than a key may wait. */
const maxConversations = 1000;

/** What is executed, or the operators that the archive cannot answer. */
function compiledQuery(
  terms: readonly SearchTerm[],
): CompiledQuery | { readonly unanswerable: readonly string[] } {
  const parts = terms.map((term) => ({ ...partOf(term), term }));
  const unanswerable = parts.filter((part) => Object.keys(part).length === 1);
  if (unanswerable.length > 0)
    return { unanswerable: [...new Set(unanswerable.map(({ term }) => term.operator))] };
  const all = <Value>(value: (part: Part) => Value | undefined, isNegated?: boolean) =>
    parts.flatMap((part) => {
      const isOther = isNegated !== undefined && isNegated !== (part.term.negated === true);
      const found = isOther ? undefined : value(part);
      return found === undefined ? [] : [found];
    });
  const positive = all(({ expression }) => expression, false);
  const negative = all(({ expression }) => expression, true);
  return {
    match: negative.reduce(
      (rest, one) => `(${rest}) NOT ${one}`,
      positive.length === 0 ? everything : positive.join(" AND "),
    ),
    among: all(({ ids }) => ids, false),
    except: all(({ ids }) => ids, true).flat(),
    since: Math.max(0, ...all((part) => part.since)),
    until: Math.min(Number.POSITIVE_INFINITY, ...all((part) => part.until)),
    patterns: [false, true].flatMap((negated) =>
      all(({ program }) => program, negated).map((program) => ({ program, negated })),
    ),
  };
}

type Part = {
  readonly expression?: string;
  readonly ids?: readonly number[];
  readonly since?: number;
  readonly until?: number;
  readonly program?: Program;
};

/** Empty: unanswerable. */
function partOf({ operator, operand }: SearchTerm): Part {
  switch (operator) {
    case "id":
      return { ids: typeof operand === "object" ? operand : [Number(operand)] };
    case "since":
      return { since: Number(operand) };
    case "until":
      return { until: Number(operand) };
    case "pattern": {
      const program = patternOf(`${operand}`);
      return program === undefined ? {} : { program };
    }
    default: {
      const expression = expressionOf(operator, operand);
      return expression === undefined ? {} : { expression };
    }
  }
}

/** Undefined: unanswerable. */
function expressionOf(operator: string, operand: SearchTerm["operand"]): string | undefined {
  const ids = typeof operand === "number" ? [operand] : operand;
  switch (operator) {
    case "search":
      return wordsExpression(`${operand}`);
    case "emoji":
      return anyOf(`${operand}`.split(" ").map(emojiWord));
    case "stream":
    case "channel":
      return typeof ids === "string" ? undefined : anyOf(ids.map(keyOf.stream).map(word));
    case "topic":
      return word(keyOf.topic(`${operand}`));
    case "sender":
      return typeof ids === "string" ? undefined : anyOf(ids.map(keyOf.sender).map(word));
    case "dm":
      return typeof ids === "string" ? undefined : word(keyOf.between(ids));
    case "dm-including":
      return typeof ids === "string" ? undefined : anyOf(ids.map(keyOf.including).map(word));
    case "mentions":
      return anyOf(`${operand}`.split("|").map(mentioned));
    case "conversations":
      return conversationsExpression(JSON.parse(`${operand}`));
    case "muted":
      return mutedExpression(JSON.parse(`${operand}`));
    case "is":
    case "has":
    case "in":
      return byProperty[`${operator}:${operand}`];
    default:
      return undefined;
  }
}

const byProperty: Readonly<Record<string, string>> = {
  "is:dm": word(keyOf.direct),
  "is:private": word(keyOf.direct),
  "is:mentioned": word(keyOf.mentioned),
  "is:starred": word(keyOf.starred),
  "is:alerted": word(keyOf.alerted),
  "is:resolved": word(keyOf.resolved),
  "has:link": word(keyOf.link),
  "has:image": word(keyOf.image),
  "has:attachment": word(keyOf.attachment),
  "has:reaction": word(keyOf.reaction),
  "in:all": everything,
};

function wordsExpression(operand: string): string {
  const all = wordsSought(operand).map(
    ({ words, mayContinue }) => `${word(words.join(" "))}${mayContinue ? "*" : ""}`,
  );
  return all.length === 0 ? nothing : `(${all.join(" AND ")})`;
}

type Sought = {
  /** One after the other, as in the index. */
  readonly words: readonly string[];
  /** The last word may be the beginning of one. */
  readonly mayContinue: boolean;
};

/**
 * In quotes whole words that follow one another. Otherwise the last word of each part may continue, as it does while one
 * types and with endings, if it has two letters: too many words begin with the same one.
 */
function wordsSought(operand: string): readonly Sought[] {
  const parts = [...operand.matchAll(/"([^"]*)"?|[^\s"]+/g)].flatMap(([whole, phrase]) => {
    const words = textWords(phrase ?? whole);
    return words === "" ? [] : [{ words: words.split(" "), isPhrase: phrase !== undefined }];
  });
  return parts.map(({ words, isPhrase }) => {
    const { length = 0 } = words.at(-1) ?? "";
    return { words, mayContinue: !isPhrase && length >= 2 };
  });
}

/** The words of the message that the search found, as they are written; undefined: it is not a search for words. */
export function matchedWords(
  { content, topic }: Message,
  terms: readonly SearchTerm[],
): MatchWords | undefined {
  const sought = terms
    .filter(({ operator, negated }) => operator === "search" && negated !== true)
    .flatMap(({ operand }) => wordsSought(`${operand}`));
  if (sought.length === 0) return undefined;
  const found = (text: string) => {
    const placed = placedWords(text);
    return [...new Set(sought.flatMap((one) => occurrences(text, placed, one)))];
  };
  return { content: found(content), topic: found(topic) };
}

function occurrences(
  text: string,
  placed: ReturnType<typeof placedWords>,
  { words, mayContinue }: Sought,
): readonly string[] {
  const last = words.length - 1;
  return placed.flatMap(({ from }, at) => {
    const isHere = words.every((each, index) => {
      const there = placed[at + index]?.word;
      return index === last && mayContinue ? there?.startsWith(each) === true : there === each;
    });
    return isHere ? [text.slice(from, placed[at + last]?.to)] : [];
  });
}

/** `:name:`, or the emoji itself. */
function emojiWord(emoji: string): string {
  return word(emoji.startsWith(":") ? keyOf.emoji(emoji.slice(1, -1)) : textWords(emoji));
}

/** An ID, or a name as it is written in mentions. */
function mentioned(person: string): string {
  return word(keyOf.mentionOf(person));
}

function conversationsExpression(keys: readonly string[]): string | undefined {
  if (keys.length > maxConversations) return undefined;
  const parts = keys.map((key) => {
    const [, stream = "", topic = ""] = /^t:(\d+):(.*)$/s.exec(key) ?? [];
    if (stream === "") return word(keyOf.between(key.slice("d:".length).split(",").map(Number)));
    return `(${word(keyOf.stream(Number(stream)))} AND ${word(keyOf.topic(topic))})`;
  });
  return anyOf(parts);
}

/** Muted conversations, and streams that are muted except for some of their topics. */
export type Muted = {
  readonly conversations: readonly string[];
  readonly streams: readonly number[];
  readonly except: readonly string[];
};

function mutedExpression({ conversations, streams, except }: Muted): string | undefined {
  const some = conversationsExpression(conversations);
  const others = conversationsExpression(except);
  if (some === undefined || others === undefined) return undefined;
  return anyOf([some, `(${anyOf(streams.map(keyOf.stream).map(word))} NOT ${others})`]);
}

/** Without capitals it ignores case. Undefined if it is no pattern that can be matched without backtracking. */
function patternOf(source: string): Program | undefined {
  try {
    return programOf(parsePattern(/\p{Lu}/u.test(source) ? source : `(?i)${source}`));
  } catch (error) {
    if (error instanceof UnknownPattern) return undefined;
    throw error;
  }
}
