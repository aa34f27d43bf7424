/** Tokens within a line, as spans: resolved names, links with targets, stress as bits. */
import type { Token, Tokens } from "marked";
import { partOf, type SafeText, safeLine } from "#base/safe-text.ts";
import { parseMoment } from "#base/time.ts";
import { emojiByName } from "#emoji/catalogue.ts";
import type { DialectToken } from "./dialect.ts";
import { type Role, type Span, stress, type Target } from "./document.ts";
import { decoded } from "./entities.ts";
import { bareLinks, hiddenHost, targetOf } from "./links.ts";
import { mentioned, type Named, streamLinked } from "./mentions.ts";
import type { Reading } from "./reading.ts";

/** What is known around a token, and where its targets are collected. */
export type Surroundings = {
  readonly reading: Reading;
  readonly targets: Target[];
  readonly stress: number;
  /** The link that the tokens stand in. */
  readonly link?: Target;
};

/** The spans of tokens. Their text is safe because the source was made safe before it was read. */
export function spansOf(tokens: readonly Token[], around: Surroundings): Span[] {
  const spans: Span[] = [];
  let run = "";
  for (const token of tokens) {
    // Text comes in pieces wherever something might have begun; addresses in it are looked for in the whole.
    if (token.type === "text" && !("tokens" in token && token.tokens !== undefined)) {
      run += token.raw;
      continue;
    }
    if (run !== "") spans.push(...textSpans(run, around));
    run = "";
    spans.push(...tokenSpans(token as Tokens.Generic, around));
  }
  if (run !== "") spans.push(...textSpans(run, around));
  return spans;
}

const stressOf: Readonly<Record<string, number>> = {
  strong: stress.strong,
  em: stress.emphasis,
  del: stress.struck,
};

function tokenSpans(token: Tokens.Generic, around: Surroundings): readonly Span[] {
  switch (token.type) {
    case "strong":
    case "em":
    case "del": {
      const stressed = around.stress | (stressOf[token.type] ?? 0);
      return spansOf(token.tokens ?? [], { ...around, stress: stressed });
    }
    case "codespan":
      return span(partOf((token as Tokens.Codespan).text), "code", around);
    case "br":
      return span(partOf("\n"), "text", around);
    case "link":
      return linkSpans(token as Tokens.Link, around);
    case "mention":
    case "stream":
    case "emoji":
    case "time":
    case "math":
      return dialectSpans(token as DialectToken, around);
    case "checkbox":
      return [];
    default:
      return token.tokens ? spansOf(token.tokens, around) : textSpans(token.raw, around);
  }
}

function dialectSpans(token: DialectToken, around: Surroundings): readonly Span[] {
  switch (token.type) {
    case "mention": {
      const isQuoted = (around.stress & stress.quoted) !== 0;
      return namedSpans(token.raw, mentioned(token, around.reading, isQuoted), around);
    }
    case "stream":
      return namedSpans(token.raw, streamLinked(token, around.reading), around);
    case "emoji":
      return emojiSpans(token.raw, token.name, around);
    case "time":
      return timeSpans(token.value, around);
    case "math":
      return span(partOf(token.text), "math", around);
  }
}

function span(text: SafeText, role: Role, around: Surroundings): readonly Span[] {
  if (text === "") return [];
  const bare: Span = { text, role, stress: around.stress };
  return [around.link === undefined ? bare : { ...bare, target: around.link }];
}

/** Text as it stands, with the addresses in it as links, unless it stands in a link. */
function textSpans(raw: string, around: Surroundings): readonly Span[] {
  const text = decoded(raw);
  if (around.link !== undefined) return span(partOf(text), "link", around);
  const links = bareLinks(text, around.reading);
  if (links.length === 0) return span(partOf(text), "text", around);
  const spans: Span[] = [];
  let from = 0;
  for (const { at, length, url } of links) {
    const target = targetOf(url, around.reading);
    if (target === undefined) continue;
    around.targets.push(target);
    spans.push(...span(partOf(text.slice(from, at)), "text", around));
    from = at + length;
    spans.push(...span(partOf(text.slice(at, from)), "link", { ...around, link: target }));
  }
  spans.push(...span(partOf(text.slice(from)), "text", around));
  return spans;
}

function linkSpans(token: Tokens.Link, around: Surroundings): readonly Span[] {
  const url = decoded(token.href);
  const target = around.link ?? targetOf(url, around.reading);
  // A scheme that is not linked: the author's characters stay as they are.
  if (target === undefined) return textSpans(token.raw, around);
  if (around.link === undefined) around.targets.push(target);
  const within = { ...around, link: target };
  const inner = spansOf(token.tokens, within);
  if (inner.length === 0) return span(safeLine(url), "link", within);
  if (token.raw === token.text) return inner;
  // A place in the realm has no host to be deceived about, and its address says nothing to a reader.
  if (target.kind === "narrow") return inner;
  const text = inner.map((part) => part.text).join("");
  const beside = around.reading.showAddresses ? addressBeside(text, url) : hiddenHost(text, url);
  return beside === undefined
    ? inner
    : [...inner, ...span(safeLine(` (${beside})`), "hint", around)];
}

function addressBeside(text: string, url: string): string | undefined {
  return text === url ? undefined : url;
}

function namedSpans(raw: string, named: Named | undefined, around: Surroundings): readonly Span[] {
  if (named === undefined) return unknownSpans(raw, around);
  if (named.target !== undefined && around.link === undefined) around.targets.push(named.target);
  const target = around.link ?? named.target;
  return [{ ...named, stress: around.stress, ...(target && { target }) }];
}

const namedMark = /^([@#]_?)(\*\*?)(.+?)\2$/;

/** A name that nobody has: the sign stays, and the stars mean stress. */
function unknownSpans(raw: string, around: Surroundings): readonly Span[] {
  const [, sign = raw, stars = "", name = ""] = namedMark.exec(raw) ?? [];
  const stressed = around.stress | (stars === "**" ? stress.strong : stress.emphasis);
  return [...textSpans(sign, around), ...textSpans(name, { ...around, stress: stressed })];
}

function emojiSpans(raw: string, name: string, around: Surroundings): readonly Span[] {
  // A picture of the realm's own cannot be drawn here: its name stands for it.
  if (around.reading.names.isRealmEmoji(name)) return span(partOf(raw), "emoji", around);
  const known = emojiByName(name);
  if (known === undefined) return textSpans(raw, around);
  return span(around.reading.emoji ? known.character : partOf(raw), "emoji", around);
}

function timeSpans(value: string, around: Surroundings): readonly Span[] {
  const seconds = parseMoment(value);
  if (seconds === undefined) return span(partOf(`Invalid time format: ${value}`), "error", around);
  const target = around.link ?? { kind: "time" as const, seconds };
  return [{ text: around.reading.moment(seconds), role: "time", stress: around.stress, target }];
}
