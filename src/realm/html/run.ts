/** One rendering of one message: where its pieces and findings are gathered. */
import type { RenderContext } from "./context.ts";
import { escapeAttribute } from "./escape.ts";
import { beforeMarks, keep, type Stash } from "./stash.ts";

export type Findings = {
  readonly users: Set<number>;
  readonly silentUsers: Set<number>;
  readonly groups: Set<number>;
  readonly silentGroups: Set<number>;
  streamWildcard: boolean;
  topicWildcard: boolean;
};

export type Run = {
  readonly context: RenderContext;
  readonly stash: Stash;
  readonly mentions: Findings;
  /** Targets, in the order of the text. */
  readonly links: string[];
};

/**
 * Replaces what it finds by marks. `inner` applies the patterns that come later, for the inside of an element; without
 * it the inside is text.
 */
export type Pattern = (text: string, run: Run, inner: (content: string) => string) => string;

export function beginRun(context: RenderContext): Run {
  return {
    context,
    stash: { pieces: [] },
    mentions: {
      users: new Set(),
      silentUsers: new Set(),
      groups: new Set(),
      silentGroups: new Set(),
      streamWildcard: false,
      topicWildcard: false,
    },
    links: [],
  };
}

/** The mark of an element around a text that the patterns have read. */
export function keepAccent(run: Run, tag: "strong" | "em" | "del", content: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  return keep(run.stash, { kind: "element", open, content, close, isRead: true });
}

/** The mark of an element that holds `content`. Attributes are values by name, in the order of the alphabet. */
export function keepElement(
  run: Run,
  tag: string,
  attributes: Readonly<Record<string, string>>,
  content: string,
): string {
  const open = `<${tag}${written(attributes)}>`;
  return keep(run.stash, { kind: "element", open, content, close: `</${tag}>` });
}

/** The mark of a link. `content` may hold marks; its letters are not read again. */
export function keepLink(
  run: Run,
  attributes: Readonly<Record<string, string>> & { readonly href: string },
  content: string,
): string {
  return keep(run.stash, {
    kind: "element",
    open: `<a${written(attributes)}>`,
    content,
    close: "</a>",
    link: { target: attributes.href, text: beforeMarks(content) },
  });
}

function written(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (name === value ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`))
    .join("");
}
