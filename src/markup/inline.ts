/**
 * Parses inline text, rule by rule in the order used by servers.
 *
 * Each rule scans the text once and extracts its matches from later rules. Later rules apply within emphasis, but not
 * within links. So the work is the length of the text times the number of rules.
 */
import { partOf, type SafeText, safeLine } from "#base/safe-text.ts";
import { isoMoment } from "#base/time.ts";
import { type WrittenTime, writtenTime } from "#base/written-time.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { stress, type Target } from "./document.ts";
import { entities } from "./entities.ts";
import {
  codeSpans,
  enclosed,
  type Fragment,
  type NamedReference,
  type Pair,
  placeholder,
  type Replacement,
  replaced,
  type Steps,
  takeSteps,
} from "./fragment.ts";
import { linkified } from "./linkifiers.ts";
import { bareLinks, namedLinks } from "./links.ts";
import type { NamedStream, NamedUser, ReaderContext } from "./reader-context.ts";

type InlineContext = {
  readonly readerContext: ReaderContext;
  /** Whether the text is in a quote, where mentions are ignored. */
  readonly isQuoted: boolean;
  readonly steps: Steps;
};

type Rule = {
  /** The rule only applies to text that contains one of these. */
  readonly signs: readonly string[];
  readonly apply: (fragment: Fragment, context: InlineContext, rest: LaterRules) => Fragment;
};

/** Applies the later rules. */
type LaterRules = (inside: Fragment) => Fragment;

function finding(
  sign: string,
  find: (text: string, readerContext: ReaderContext, isQuoted: boolean) => readonly Replacement[],
): Rule {
  return {
    signs: [sign],
    apply: (fragment, { readerContext, isQuoted }) =>
      replaced(fragment, find(fragment.text, readerContext, isQuoted)),
  };
}

function stressing(sign: string, kind: number, pairsOf: (text: string) => readonly Pair[]): Rule {
  return {
    signs: [sign],
    apply: (fragment, _, rest) =>
      enclosed(fragment, pairsOf(fragment.text), (inside) => ({
        kind: "stressed",
        stress: kind,
        inside: rest(inside),
      })),
  };
}

const linkPatterns: Rule = {
  signs: [""],
  apply: (fragment, { readerContext, steps }) =>
    readerContext.linkifiers.reduce(
      (left, linkifier) => replaced(left, linkified(left.text, linkifier, steps)),
      fragment,
    ),
};

const rules: readonly Rule[] = [
  finding("`", codeSpans),
  stressing("***", stress.strong | stress.emphasis, strongEmphasisPairs),
  finding("@", userMentions),
  finding("$$", formulas),
  finding("#**", streamLinks),
  finding("<time:", timestamps),
  finding("@", groupMentions),
  finding("](", namedLinks),
  { ...finding(".", bareLinks), signs: [".", "://"] },
  linkPatterns,
  finding("&", entities),
  stressing("**", stress.strong, strongPairs),
  stressing("*", stress.emphasis, emphasisPairs),
  stressing("~~", stress.struck, struckPairs),
  finding(":", emojiNames),
];

/** A text with its recognized elements as parts. */
export function readInline(text: string, context: InlineContext): Fragment {
  return applied({ text, parts: [] }, context, 0);
}

function applied(fragment: Fragment, context: InlineContext, from: number): Fragment {
  let read = fragment;
  for (let index = from; index < rules.length; index += 1) {
    const rule = rules[index];
    if (rule === undefined || !rule.signs.some((sign) => read.text.includes(sign))) continue;
    takeSteps(context.steps, read.text.length);
    read = rule.apply(read, context, (inside) => applied(inside, context, index + 1));
  }
  return read;
}

// Emoji by name, such as `:tada:`, including custom emoji.

const name = /:([\w+-]+):/y;

function emojiNames(text: string, readerContext: ReaderContext): readonly Replacement[] {
  const replacements: Replacement[] = [];
  let start = text.indexOf(":");
  while (start >= 0) {
    name.lastIndex = start;
    const [whole, named = ""] = name.exec(text) ?? [];
    if (whole === undefined) {
      start = text.indexOf(":", start + 1);
      continue;
    }
    const end = start + whole.length;
    const shown = pictured(named, readerContext);
    if (shown !== undefined) {
      const make = () => ({ kind: "emoji", text: shown }) as const;
      replacements.push({ start, from: start, to: start, end, make });
    }
    start = text.indexOf(":", end);
  }
  return replacements;
}

/** Undefined if it is not an emoji. Custom emoji cannot be displayed in a terminal: their names are shown. */
function pictured(named: string, { names, emoji }: ReaderContext): SafeText | undefined {
  const written = partOf(`:${named}:`);
  const own = names.realmEmoji(named);
  if (own === "active") return written;
  const character = names.unicodeEmoji(named);
  if (character !== undefined) return emoji ? character : written;
  // Deactivated emoji stay valid in existing messages.
  return own === "deactivated" ? written : undefined;
}

// Inline formulas: `$$x^2$$`.

const wordOrDollar = /[\p{L}\p{N}_$]/u;

/** Word characters may not touch the dollars, so that prices are not formulas. */
function formulas(text: string): readonly Replacement[] {
  const replacements: Replacement[] = [];
  let start = text.indexOf("$$");
  while (start >= 0) {
    const from = start + 2;
    const to = mayBegin(text, start) ? dollarAfter(text, from + 1) : undefined;
    if (to !== undefined && mayEnd(text, to) && isUnread(text, from, to)) {
      const make = () => ({ kind: "math", text: text.slice(from, to) }) as const;
      replacements.push({ start, from, to, end: to + 2, make });
      start = text.indexOf("$$", to + 2);
    } else start = text.indexOf("$$", start + 1);
  }
  return replacements;
}

function mayBegin(text: string, start: number): boolean {
  const [before, first] = [text[start - 1], text[start + 2]];
  if (first === undefined || first === "\n" || first === "_" || first === "$") return false;
  return before === undefined || !wordOrDollar.test(before);
}

const dollarOrNewline = /(?<!\\)\$|\n/g;

/** The next dollar of the line; an escaped one is part of the formula. */
function dollarAfter(text: string, from: number): number | undefined {
  dollarOrNewline.lastIndex = from;
  const at = dollarOrNewline.exec(text)?.index;
  return at !== undefined && text[at] === "$" ? at : undefined;
}

function mayEnd(text: string, to: number): boolean {
  const after = text[to + 2];
  return text[to + 1] === "$" && (after === undefined || !wordOrDollar.test(after));
}

/** Whether no earlier rule has found something there, such as code, of which the text would be lost. */
function isUnread(text: string, from: number, to: number): boolean {
  return !text.slice(from, to).includes(placeholder);
}

// Timestamps in the reader's time zone: `<time:2024-05-01T12:00:00Z>`.

const opening = "<time:";

function timestamps(text: string, readerContext: ReaderContext): readonly Replacement[] {
  const areAll = readerContext.featureLevel < since.invalidTimesAsText;
  const replacements: Replacement[] = [];
  let start = text.indexOf(opening);
  while (start >= 0) {
    const from = start + opening.length;
    const to = text.indexOf(">", from);
    if (to < 0) break;
    const value = text.slice(from, to);
    const isTime = areAll || timeIn(value, readerContext) !== undefined;
    if (isTime && isUnread(text, from, to))
      replacements.push({ start, from, to, end: to + 1, make: () => ({ kind: "time", value }) });
    start = text.indexOf(opening, to);
  }
  return replacements;
}

/** As the server reads it; undefined: it does not. */
export function timeIn(
  value: string,
  { featureLevel, writtenAt }: ReaderContext,
): WrittenTime | undefined {
  if (featureLevel < since.isoTimes) return writtenTime(value, writtenAt);
  const at = isoMoment(value);
  return at === undefined ? undefined : { kind: "time", at };
}

// Bold, italic and strikethrough: pairs of stars and tildes within a line.

const blank = /\s/;

function isBlank(character: string | undefined): boolean {
  return character !== undefined && blank.test(character);
}

/** `**bold**`: from each pair of stars to the next one in the line, if there is text between. */
function strongPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  let newline = -1;
  let open = text.indexOf("**");
  while (open >= 0) {
    const close = text.indexOf("**", open + 3);
    if (close < 0) break;
    if (newline < open) newline = nextNewline(text, open);
    if (newline < close) {
      open = text.indexOf("**", newline);
      continue;
    }
    pairs.push({ open, close, width: 2 });
    open = text.indexOf("**", close + 2);
  }
  return pairs;
}

function nextNewline(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at < 0 ? text.length : at;
}

/**
 * `*italic*`: two stars with nothing but text between, which neither begins nor ends with a blank.
 *
 * Stars inside a pair do not count for others, so an unmatched star before a pair may be closed after it. The innermost
 * open star is the only one that the next star can pair with.
 */
function emphasisPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  const open: number[] = [];
  // A caret closes open emphasis, as on servers.
  for (const { 0: sign, index: at } of text.matchAll(/[*^\n]/g)) {
    const last = open.at(-1);
    if (sign !== "*") open.length = 0;
    else if (last === undefined || at === last + 1 || !encloses(text, last + 1, at)) open.push(at);
    else {
      open.pop();
      pairs.push({ open: last, close: at, width: 1 });
    }
  }
  return pairs;
}

function encloses(text: string, from: number, to: number): boolean {
  return !isBlank(text[from]) && !isBlank(text[to - 1]);
}

type StarRun = { readonly start: number; readonly end: number };

/** `***both***`: three stars of a run and three of the next one, read before all other stars. */
function strongEmphasisPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  const open: StarRun[] = [];
  for (const { 0: signs, index } of text.matchAll(/\*+|[\^\n]/g)) {
    if (!signs.startsWith("*")) {
      open.length = 0;
      continue;
    }
    let start = index;
    const end = index + signs.length;
    for (let last = open.at(-1); last !== undefined && end - start >= 3; last = open.at(-1)) {
      if (last.end - last.start < 3 || !encloses(text, last.end, start)) break;
      pairs.push({ open: last.end - 3, close: start, width: 3 });
      start += 3;
      open.pop();
      if (last.end - last.start > 3) open.push({ start: last.start, end: last.end - 3 });
    }
    if (start < end) open.push({ start, end });
  }
  return pairs;
}

/** `~~struck~~`: two runs of exactly two tildes with none between. */
function struckPairs(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  let open: number | undefined;
  for (const { 0: signs, index } of text.matchAll(/~+|\n/g)) {
    if (signs !== "~~") open = undefined;
    else if (open === undefined) open = index;
    else {
      pairs.push({ open, close: index, width: 2 });
      open = undefined;
    }
  }
  return pairs;
}

// Mentions and stream links, with current names.

type SignedName = {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly isSilent: boolean;
};

const mayPrecede = /[\s'"({[/<]/;

/** Names between `stars` after `sign`, or after `sign_` for silent mentions, at the start of a word. */
function signedNames(text: string, sign: "@" | "#", stars: "*" | "**"): readonly SignedName[] {
  const names: SignedName[] = [];
  let start = text.indexOf(sign);
  while (start >= 0) {
    const isSilent = sign === "@" && text[start + 1] === "_";
    const open = start + (isSilent ? 2 : 1);
    const from = open + stars.length;
    const to = isOpening(text, start, open, stars) ? text.indexOf("*", from) : -1;
    if (to > from && text.startsWith(stars, to)) {
      const end = to + stars.length;
      names.push({ start, end, name: text.slice(from, to), isSilent });
      start = text.indexOf(sign, end);
    } else start = text.indexOf(sign, start + 1);
  }
  return names;
}

function isOpening(text: string, start: number, open: number, stars: string): boolean {
  const before = text[start - 1];
  return text.startsWith(stars, open) && (before === undefined || mayPrecede.test(before));
}

function replacementsOf(
  { start, end }: SignedName,
  is: NamedReference | undefined,
): readonly Replacement[] {
  if (is === undefined) return [];
  return [{ start, from: start, to: start, end, make: () => ({ kind: "named", named: is }) }];
}

const wildcards = new Set(["all", "everyone", "stream", "channel", "topic"]);

/** `@**Ana Ruiz**`. Unknown names stay text; mentions in quotes are ignored. */
function userMentions(
  text: string,
  readerContext: ReaderContext,
  isQuoted: boolean,
): readonly Replacement[] {
  return signedNames(text, "@", "**").flatMap((mark) => {
    const isSilent = mark.isSilent || isQuoted;
    if (wildcards.has(mark.name)) return replacementsOf(mark, called(mark.name, isSilent, true));
    const user = userOf(mark.name, readerContext);
    if (user === undefined) return [];
    const isMe = user.id === readerContext.names.me;
    const target: Target = { kind: "user", userId: user.id };
    return replacementsOf(mark, {
      ...called(nameFor(user, isSilent, readerContext), isSilent, isMe),
      target,
    });
  });
}

/** Somebody else who is called "you" has an ID behind that. */
function nameFor(
  { id, name }: NamedUser,
  isSilent: boolean,
  { names, you }: ReaderContext,
): string {
  if (id === names.me) return isSilent ? name : (you ?? name);
  return you !== undefined && name.trim().toLowerCase() === you ? `${name}|${id}` : name;
}

/** `@*crew*`. */
function groupMentions(
  text: string,
  { names, featureLevel }: ReaderContext,
  isQuoted: boolean,
): readonly Replacement[] {
  return signedNames(text, "@", "*").flatMap((mark) => {
    const group = names.groupByName(mark.name);
    if (group === undefined) return [];
    if (group.isSystem && featureLevel < since.systemGroupMentions) return [];
    const target: Target = { kind: "group", groupId: group.id };
    const isSilent = mark.isSilent || isQuoted;
    return replacementsOf(mark, { ...called(group.name, isSilent, group.includesMe), target });
  });
}

function called(name: string, isSilent: boolean, callsMe: boolean): NamedReference {
  if (isSilent) return { text: safeLine(name), role: "silentMention" };
  return { text: safeLine(`@${name}`), role: callsMe ? "selfMention" : "mention" };
}

const withId = /^(.*)\|(\d{1,15})$/;

function userOf(written: string, { names }: ReaderContext) {
  const match = withId.exec(written);
  if (match === null) return names.userByName(written);
  // The name beside the ID was right when the message was sent, and may have changed since.
  return names.userById(Number(match[2]) as UserId);
}

/** `#**ops**`, `#**ops>deploy window**`, and `#**ops>deploy window@214**` for a message of the topic. */
function streamLinks(text: string, context: ReaderContext): readonly Replacement[] {
  return signedNames(text, "#", "**").flatMap((mark) => {
    if (mark.name.includes(placeholder)) return [];
    const parting = mark.name.indexOf(">");
    const name = parting < 0 ? mark.name : mark.name.slice(0, parting);
    const stream = context.names.streamByName(name);
    if (stream === undefined) return [];
    const link =
      parting < 0 ? streamLink(stream) : topicLink(stream, mark.name.slice(parting + 1), context);
    if (link === undefined) return [];
    return replacementsOf(
      mark,
      stream.colour === undefined ? link : { ...link, colour: stream.colour },
    );
  });
}

function streamLink({ id, name }: NamedStream): NamedReference {
  const target: Target = { kind: "stream", streamId: id };
  return { text: safeLine(`#${name}`), role: "stream", target };
}

const withMessage = /^(.*)@(\d{1,15})$/;

/** Undefined for the empty topic of servers that have none. */
function topicLink(
  { id, name }: NamedStream,
  written: string,
  { featureLevel, emptyTopic, topicSign, emoji }: ReaderContext,
): NamedReference | undefined {
  const match = featureLevel < since.messageMarks ? null : withMessage.exec(written);
  const [, topic = written, message] = match ?? [];
  if (topic === "" && featureLevel < since.emptyTopicMarks) return undefined;
  const near = message === undefined ? undefined : (Number(message) as MessageId);
  const sign = emoji ? "@ 💬" : "@ message";
  const place = `#${name} ${topicSign} ${topic === "" ? emptyTopic : topic}`;
  return {
    text: safeLine(near === undefined ? place : `${place} ${sign}`),
    role: "stream",
    target: { kind: "topic", streamId: id, topic, ...(near !== undefined && { near }) },
  };
}
