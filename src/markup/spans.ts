/** Converts parsed inline text to spans: resolved names, links with targets, emphasis flags. */

import { decoded } from "#base/entities.ts";
import { partOf, type SafeText, safeLine, safeText } from "#base/safe-text.ts";
import { type Role, type Span, stress, type Target } from "./document.ts";
import {
  type Fragment,
  type FragmentPart,
  placeholder,
  type Steps,
  takeSteps,
} from "./fragment.ts";
import { readInline, timeIn } from "./inline.ts";
import { hiddenHost, obscuredHost } from "./links.ts";
import type { ReaderContext } from "./reader-context.ts";
import { drawnTex } from "./tex.ts";

/** The context of a text being parsed; its targets are collected here. */
export type ParseContext = {
  readonly readerContext: ReaderContext;
  readonly targets: Target[];
  /** Their number so far. */
  readonly counts: { spoilers: number };
  readonly steps: Steps;
  readonly stress: number;
  /** The enclosing link. */
  readonly link?: Target;
};

/** The spans of a text within a block. Their text is safe because the source was made safe before parsing. */
export function spansOf(text: string, context: ParseContext): readonly Span[] {
  const { readerContext, steps } = context;
  const isQuoted = (context.stress & stress.quoted) !== 0;
  const spans: Span[] = [];
  addSpans(readInline(text, { readerContext, steps, isQuoted }), context, spans);
  takeSteps(steps, spans.length);
  return spans;
}

function addSpans({ text, parts }: Fragment, context: ParseContext, spans: Span[]): void {
  const role = context.link === undefined ? "text" : "link";
  const add = (written: string) => {
    // Rules do not apply to link text, but entities do.
    const shown = context.link === undefined ? written : decoded(written);
    if (shown !== "") spans.push(span(partOf(shown), role, context));
  };
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(placeholder, from);
    add(text.slice(from, at));
    addPart(part, context, spans);
    from = at + 1;
  }
  add(text.slice(from));
}

function span(text: SafeText, role: Role, context: ParseContext): Span {
  const bare: Span = { text, role, stress: context.stress };
  return context.link === undefined ? bare : { ...bare, target: context.link };
}

function addPart(part: FragmentPart, context: ParseContext, spans: Span[]): void {
  switch (part.kind) {
    case "stressed":
      addSpans(part.inside, { ...context, stress: context.stress | part.stress }, spans);
      return;
    case "link":
      addLink(part, context, spans);
      return;
    case "named": {
      const { named } = part;
      const target = context.link ?? named.target;
      if (named.target !== undefined && context.link === undefined)
        context.targets.push(named.target);
      spans.push({ ...named, stress: context.stress, ...(target && { target }) });
      return;
    }
    case "time":
      spans.push(momentSpan(part.value, context));
      return;
    case "code":
      if (part.text !== "") spans.push(span(partOf(part.text), part.kind, context));
      return;
    case "math":
      spans.push(span(formula(part.text, context) ?? partOf(part.text), part.kind, context));
      return;
    case "emoji":
      spans.push(span(part.text, "emoji", context));
      return;
    case "literal":
      spans.push(span(partOf(part.text), context.link === undefined ? "text" : "link", context));
      return;
  }
}

/** In signs; undefined where only the source can be shown. */
export function formula(
  source: string,
  { readerContext, steps }: ParseContext,
): SafeText | undefined {
  takeSteps(steps, source.length);
  const drawn = drawnTex(source);
  return drawn === undefined || !readerContext.showsDrawn(drawn) ? undefined : safeText(drawn);
}

function addLink(
  { target, label, url }: Extract<FragmentPart, { kind: "link" }>,
  context: ParseContext,
  spans: Span[],
): void {
  const from = spans.length;
  addSpans(label, { ...context, link: target }, spans);
  const text = spans
    .slice(from)
    .map((part) => part.text)
    .join("");
  const host = target.kind === "link" ? hiddenHost(text, target.url) : undefined;
  const link = host === undefined ? target : { ...target, hiddenHost: host };
  context.targets.push(link);
  if (link !== target)
    for (const [at, part] of spans.slice(from).entries())
      spans[from + at] = { ...part, target: link };
  if (url !== undefined && text.trim() === "")
    spans.push(span(safeLine(url), "link", { ...context, link }));
  // A location in the realm has no misleading host, and its URL is meaningless to readers.
  if (target.kind === "narrow") return;
  const beside = addressBeside(text, url, link, context.readerContext);
  if (beside !== undefined) spans.push(span(safeLine(` (${beside})`), "hint", context));
}

/** What the text of a link does not show: its URL, where it leads, or the kind of file. */
function addressBeside(
  text: string,
  written: string | undefined,
  target: Target,
  { showAddresses, labelsFiles }: ReaderContext,
): string | undefined {
  const hasText = written !== undefined && text.trim() !== "";
  if (labelsFiles && target.kind === "upload") {
    if (!hasText) return undefined;
    return target.isImage ? "image" : "file";
  }
  const host = target.kind === "link" ? target.hiddenHost : undefined;
  if (!showAddresses) return host;
  const address = hasText && text !== written ? written : undefined;
  if (host === undefined) return address;
  const lead = `leads to ${host}`;
  if (address === undefined) return lead;
  return obscuredHost(address) === undefined ? address : `${address} ${lead}`;
}

function momentSpan(value: string, context: ParseContext): Span {
  const time = timeIn(value, context.readerContext);
  if (time === undefined) return span(partOf(`Invalid time format: ${value}`), "error", context);
  if (time.kind === "unknown zone")
    return span(partOf(`${value.trim()} (unknown time zone)`), "error", context);
  if (time.kind === "undated") return span(partOf(value.trim()), "time", context);
  const { at: seconds } = time;
  const target = context.link ?? { kind: "time" as const, seconds };
  return {
    text: context.readerContext.moment(seconds),
    role: "time",
    stress: context.stress,
    target,
  };
}
