/** What was read within a block as spans: resolved names, links with targets, stress as bits. */
import { partOf, type SafeText, safeLine } from "#base/safe-text.ts";
import { parseMoment } from "#base/time.ts";
import { type Role, type Span, stress, type Target } from "./document.ts";
import { decoded } from "./entities.ts";
import { type Fragment, hole, type Part } from "./fragment.ts";
import { readInline } from "./inline.ts";
import { hiddenHost } from "./links.ts";
import type { Reading } from "./reading.ts";
import { type Steps, takeSteps } from "./steps.ts";

/** What is known around a text, and where its targets are collected. */
export type Surroundings = {
  readonly reading: Reading;
  readonly targets: Target[];
  /** How many of them there were so far. */
  readonly counts: { spoilers: number };
  readonly steps: Steps;
  readonly stress: number;
  /** The link that the text stands in. */
  readonly link?: Target;
};

/** The spans of a text within a block. Their text is safe because the source was made safe before it was read. */
export function spansOf(text: string, around: Surroundings): readonly Span[] {
  const { reading, steps } = around;
  const isQuoted = (around.stress & stress.quoted) !== 0;
  const spans: Span[] = [];
  addSpans(readInline(text, { reading, steps, isQuoted }), around, spans);
  takeSteps(steps, spans.length);
  return spans;
}

function addSpans({ text, parts }: Fragment, around: Surroundings, spans: Span[]): void {
  const role = around.link === undefined ? "text" : "link";
  const add = (written: string) => {
    // Letters of a link are read by no rule, but entities stay what they are.
    const shown = around.link === undefined ? written : decoded(written);
    if (shown !== "") spans.push(span(partOf(shown), role, around));
  };
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(hole, from);
    add(text.slice(from, at));
    addPart(part, around, spans);
    from = at + 1;
  }
  add(text.slice(from));
}

function span(text: SafeText, role: Role, around: Surroundings): Span {
  const bare: Span = { text, role, stress: around.stress };
  return around.link === undefined ? bare : { ...bare, target: around.link };
}

function addPart(part: Part, around: Surroundings, spans: Span[]): void {
  switch (part.kind) {
    case "stressed":
      addSpans(part.inside, { ...around, stress: around.stress | part.stress }, spans);
      return;
    case "link":
      addLink(part, around, spans);
      return;
    case "named": {
      const { named } = part;
      const target = around.link ?? named.target;
      if (named.target !== undefined && around.link === undefined)
        around.targets.push(named.target);
      spans.push({ ...named, stress: around.stress, ...(target && { target }) });
      return;
    }
    case "time":
      spans.push(momentSpan(part.value, around));
      return;
    case "code":
    case "math":
      if (part.text !== "") spans.push(span(partOf(part.text), part.kind, around));
      return;
    case "emoji":
      spans.push(span(part.text, "emoji", around));
      return;
    case "literal":
      spans.push(span(partOf(part.text), around.link === undefined ? "text" : "link", around));
      return;
  }
}

function addLink(
  { target, label, url }: Extract<Part, { kind: "link" }>,
  around: Surroundings,
  spans: Span[],
): void {
  around.targets.push(target);
  const within = { ...around, link: target };
  const from = spans.length;
  addSpans(label, within, spans);
  const text = spans
    .slice(from)
    .map((part) => part.text)
    .join("");
  if (url === undefined) return;
  if (text.trim() === "") {
    spans.push(span(safeLine(url), "link", within));
    return;
  }
  // A place in the realm has no host to be deceived about, and its address says nothing to a reader.
  if (target.kind === "narrow") return;
  const beside = around.reading.showAddresses ? addressBeside(text, url) : hiddenHost(text, url);
  if (beside !== undefined) spans.push(span(safeLine(` (${beside})`), "hint", around));
}

function addressBeside(text: string, url: string): string | undefined {
  return text === url ? undefined : url;
}

function momentSpan(value: string, around: Surroundings): Span {
  const seconds = parseMoment(value);
  if (seconds === undefined) {
    return span(partOf(`Invalid time format: ${value}`), "error", around);
  }
  const target = around.link ?? { kind: "time" as const, seconds };
  return { text: around.reading.moment(seconds), role: "time", stress: around.stress, target };
}
