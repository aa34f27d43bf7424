/** Finds the text before the cursor that can be completed, and replaces it by the completion. */
import { insert } from "./edit.ts";
import { type Editor, selectionOf } from "./editor.ts";
import { replaceRange } from "./history.ts";

export type CompletionKind =
  | "mention"
  | "stream"
  | "topic"
  | "emoji"
  | "language"
  | "slash"
  | "snippet"
  | "time";

export type CompletionQuery = {
  readonly kind: CompletionKind;
  /** The start of the text that a completion replaces; its end is the cursor. */
  readonly from: number;
  /** The text that names are matched against. */
  readonly typed: string;
  /** For mentions: nobody is notified. */
  readonly isSilent?: boolean;
  /** For topics: the stream's name as typed. */
  readonly stream?: string;
};

/** No name is longer, so no text further before the cursor is considered. */
const reach = 160;

/** A mention or a link follows the start of a line or one of these. */
const before = "(?<=^|[\\s'\"({[/<])";

/** A name that may contain a star, but not the two that end it. */
const streamName = "(?!\\s|\\*\\*)[^#>](?:(?!\\*\\*)[^#>]){0,60}";

/** A name that is written already, or a link with it, and then the sign that asks for a topic. */
const writtenStream =
  "(?:#\\*\\*([^*>]{1,60})\\*\\*|\\[#([^\\]>]{1,120})\\]\\(#narrow/[^/\\s()]+/[^/\\s()]+\\))";

type Line = {
  /** The text before the cursor on its line, limited to `reach`, and its start. */
  readonly line: string;
  readonly start: number;
  /** The character after the cursor. */
  readonly next: string;
  /** Whether `line` begins at the start of the text. */
  readonly isWhole: boolean;
  readonly isFirst: boolean;
};

type Rule = {
  readonly pattern: RegExp;
  readonly applies?: (line: Line) => boolean;
  readonly query: (match: RegExpExecArray, at: number) => CompletionQuery;
};

/** The first one that matches is used. */
const rules: readonly Rule[] = [
  {
    pattern: /^\s*(?:`{3,}|~{3,})([\w+#.-]*)$/,
    applies: ({ isWhole }) => isWhole,
    query: ([whole, typed = ""], at) => ({
      kind: "language",
      typed,
      from: at + whole.length - typed.length,
    }),
  },
  {
    pattern: /^\/(\w*)$/,
    applies: ({ isWhole, isFirst }) => isWhole && isFirst,
    query: ([, typed = ""], from) => ({ kind: "slash", typed, from }),
  },
  {
    pattern: /^\/([\p{L}\p{N}][\p{L}\p{N}\p{M} _.-]{0,59})$/u,
    applies: ({ isWhole }) => isWhole,
    query: ([, typed = ""], from) => ({ kind: "snippet", typed, from }),
  },
  {
    pattern: /<time:([^<>\n]*)$/,
    // Otherwise the link is complete.
    applies: ({ next }) => next !== ">",
    query: ([, typed = ""], from) => ({ kind: "time", typed, from }),
  },
  {
    pattern: new RegExp(`${before}${writtenStream} ?>((?:(?!\\s)(?:(?!\\*\\*).){0,60})?)$`),
    query: ([, name, text = "", typed = ""], from) => ({
      kind: "topic",
      stream: name ?? text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
      typed,
      from,
    }),
  },
  {
    pattern: new RegExp(`${before}#(?:\\*\\*)?(${streamName})>\\s?((?:(?!\\*\\*).){0,60})$`),
    query: ([, stream = "", typed = ""], from) => ({ kind: "topic", stream, typed, from }),
  },
  {
    pattern: new RegExp(`${before}#(?:\\*\\*)?((?:${streamName})?)$`),
    query: ([, typed = ""], from) => ({ kind: "stream", typed, from }),
  },
  {
    pattern: new RegExp(`${before}@(_?)\\*{0,2}((?:[^\\s@*][^@*]{0,60})?)$`),
    query: ([, silent, typed = ""], from) => ({
      kind: "mention",
      isSilent: silent === "_",
      typed,
      from,
    }),
  },
  {
    pattern: new RegExp(`${before}:([\\w+-]{2,})$`),
    query: ([, typed = ""], from) => ({ kind: "emoji", typed, from }),
  },
];

/** Undefined if the text before the cursor does not look like the beginning of a name. */
export function completionAt(editor: Pick<Editor, "text" | "cursor">): CompletionQuery | undefined {
  const { text, cursor } = editor;
  const lineStart = cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
  const start = Math.max(lineStart, cursor - reach);
  const line = {
    line: text.slice(start, cursor),
    start,
    next: text.charAt(cursor),
    isWhole: start === lineStart,
    isFirst: lineStart === 0,
  };
  for (const { pattern, applies, query } of rules) {
    const match = applies?.(line) === false ? null : pattern.exec(line.line);
    if (match !== null) return query(match, start + match.index);
  }
  return undefined;
}

/** Replaces the typed text by `insert`; undone as one step. */
export function completed(editor: Editor, query: CompletionQuery, insert: string): Editor {
  return replaceRange(editor, query.from, editor.cursor, insert);
}

/** A completed name is followed by a blank, for the next word. */
const completedName = /(?:[@#]_?\*{1,2}[^*\n]+\*{1,2}|\]\(#narrow\/[^\s()]+\)) $/;
/** No colon: after a name it begins an emoji. */
const closing: ReadonlySet<string> = new Set([",", ".", ";", "!", "?", ")"]);

/** Like `insert`, but punctuation replaces the blank after a completed name. */
export function insertAfterName(editor: Editor, inserted: string, at: number): Editor {
  const { text, cursor } = editor;
  const isJoined =
    closing.has(inserted) &&
    selectionOf(editor) === undefined &&
    completedName.test(text.slice(Math.max(0, cursor - reach), cursor));
  return insert(isJoined ? { ...editor, anchor: cursor - 1 } : editor, inserted, at);
}
