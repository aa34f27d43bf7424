/** Compiles a search to an expression of the file's full-text index, and to what must be checked of its hits. */
import { UnknownPattern } from "#base/pattern-classes.ts";
import { type Program, programOf } from "#base/pattern-match.ts";
import { parsePattern } from "#base/pattern-syntax.ts";
import type { Message } from "#model/message.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { MatchWords } from "#model/search.ts";
import { keyOf, placedWords, textWords } from "./index-text.ts";

export type CompiledQuery = {
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
export function compiledQuery(
  terms: readonly SearchTerm[],
): CompiledQuery | { readonly unanswerable: readonly string[] } {
  const parts = terms.map((term) => ({ ...partOf(term), term }));
  const unanswerable = parts.filter((part) => Object.keys(part).length === 1);
  if (unanswerable.length > 0)
    return { unanswerable: [...new Set(unanswerable.map(({ term }) => term.operator))] };
  const all = <Value>(value: (part: Part) => Value | undefined, isNegated?: boolean) =>
    parts.flatMap((part) => {
      const isOther = isNegated !== undefined && isNegated !== (part.term.negated === true);
      const chosen = isOther ? undefined : value(part);
      return chosen === undefined ? [] : [chosen];
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

/** Returns an empty part if it is unanswerable. */
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

/** Returns undefined if it is unanswerable. */
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
  const wordsOf = (text: string) => {
    const placed = placedWords(text);
    return [...new Set(sought.flatMap((one) => occurrences(text, placed, one)))];
  };
  return { content: wordsOf(content), topic: wordsOf(topic) };
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
