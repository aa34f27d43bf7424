/** What is being typed before the cursor that could be completed, and putting the completion in its place. */
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
  | "time";

export type CompletionQuery = {
  readonly kind: CompletionKind;
  /** Where the part begins that a completion replaces; it ends at the cursor. */
  readonly from: number;
  /** What names are matched with. */
  readonly typed: string;
  /** Mentions: nobody is notified. */
  readonly isSilent?: boolean;
  /** Topics: what was typed of the stream. */
  readonly stream?: string;
};

/** No name is longer; nothing further before the cursor is looked at. */
const reach = 160;

/** A mention or a link begins a line, or stands after one of these. */
const before = "(?<=^|[\\s'\"({[/<])";

type Line = {
  /** What stands before the cursor on its line, as far as it is looked at, and where that begins. */
  readonly line: string;
  readonly start: number;
  /** The character behind the cursor. */
  readonly next: string;
  /** Whether it begins where the line does, and the line is the first. */
  readonly isWhole: boolean;
  readonly isFirst: boolean;
};

type Rule = {
  readonly pattern: RegExp;
  readonly applies?: (line: Line) => boolean;
  readonly query: (match: RegExpExecArray, at: number) => CompletionQuery;
};

/** The first one that matches holds. */
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
    pattern: /<time:([^<>\n]*)$/,
    // Otherwise it is finished.
    applies: ({ next }) => next !== ">",
    query: ([, typed = ""], from) => ({ kind: "time", typed, from }),
  },
  {
    pattern: new RegExp(`${before}#\\*{0,2}([^\\s#>*][^#>*]{0,60})>\\s?([^*]{0,60})$`),
    query: ([, stream = "", typed = ""], from) => ({ kind: "topic", stream, typed, from }),
  },
  {
    pattern: new RegExp(`${before}#\\*{0,2}((?:[^\\s#>*][^#>*]{0,60})?)$`),
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

/** Undefined when nothing before the cursor looks like the beginning of a name. */
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

/** The editor with `insert` in the place of what was typed; undone as one step. */
export function completed(editor: Editor, query: CompletionQuery, insert: string): Editor {
  return replaceRange(editor, query.from, editor.cursor, insert);
}

/** A name that was completed has a blank behind it, which belongs to the word after it. */
const completedName = /[@#]_?\*{1,2}[^*\n]+\*{1,2} $/;
/** No colon: behind a name it begins an emoji. */
const closing: ReadonlySet<string> = new Set([",", ".", ";", "!", "?", ")"]);

/** As `insert`, but punctuation takes the place of the blank behind a name. */
export function insertAfterName(editor: Editor, inserted: string, at = 0): Editor {
  const { text, cursor } = editor;
  const isJoined =
    closing.has(inserted) &&
    selectionOf(editor) === undefined &&
    completedName.test(text.slice(Math.max(0, cursor - reach), cursor));
  return insert(isJoined ? { ...editor, anchor: cursor - 1 } : editor, inserted, at);
}
