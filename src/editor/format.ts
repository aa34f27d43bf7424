/** Toggles Markdown around the selection, or around the word at the cursor. */
import { isInWord, lineEnd, lineStart, wordEnd, wordStart } from "./boundaries.ts";
import { type Editor, selectionOf } from "./editor.ts";
import { replaceRange } from "./history.ts";

export type Format = "bold" | "italic" | "code" | "quote" | "link";

type Range = readonly [from: number, to: number];

/** One undo step. A selection is kept, so that formats can be combined. */
export function formatted(editor: Editor, format: Format): Editor {
  switch (format) {
    case "bold":
      return emphasized(editor, "**");
    case "italic":
      return emphasized(editor, "*");
    case "code":
      return asCode(editor);
    case "quote":
      return quoted(editor);
    case "link":
      return linked(editor);
  }
}

/** The selection without the blanks at its ends, which would break the Markdown; else the word at the cursor. */
function rangeOf(editor: Editor): Range {
  const selection = selectionOf(editor);
  if (selection === undefined) return wordAt(editor);
  const [from, to] = selection;
  const selected = editor.text.slice(from, to);
  const inner = selected.trim();
  if (inner === "") return selection;
  const start = from + selected.indexOf(inner);
  return [start, start + inner.length];
}

function wordAt({ text, cursor }: Editor): Range {
  const start = cursor > 0 && isInWord(text, cursor - 1) ? wordStart(text, cursor) : cursor;
  const end = cursor < text.length && isInWord(text, cursor) ? wordEnd(text, cursor) : cursor;
  return [start, end];
}

function emphasized(editor: Editor, mark: string): Editor {
  const [from, to] = rangeOf(editor);
  const { text } = editor;
  if (isMarked(text, [from, to], mark))
    return put(editor, [from - mark.length, to + mark.length], text.slice(from, to), 0);
  // Emphasis cannot span lines.
  const lines = text.slice(from, to).split("\n");
  const marked = lines.map((line) =>
    lines.length > 1 && line.trim() === "" ? line : mark + line + mark,
  );
  return put(editor, [from, to], marked.join("\n"), mark.length);
}

/** A star that is one of two does not count as a single one. */
function isMarked(text: string, [from, to]: Range, mark: string): boolean {
  const sign = mark[0] ?? "";
  const before = /(.)\1*$/.exec(text.slice(Math.max(0, from - 4), from))?.[0] ?? "";
  const after = /^(.)\1*/.exec(text.slice(to, to + 4))?.[0] ?? "";
  const count = Math.min(...[before, after].map((run) => (run[0] === sign ? run.length : 0)));
  return to > from && (mark.length === 2 || sign !== "*" ? count >= mark.length : count % 2 === 1);
}

/** Inside more backticks than the text contains; several lines become a fenced block. */
function asCode(editor: Editor): Editor {
  const [from, to] = rangeOf(editor);
  const { text } = editor;
  const inner = text.slice(from, to);
  if (inner.includes("\n")) {
    const fence = "`".repeat(Math.max(3, longestRun(inner) + 1));
    return put(editor, [from, to], `${fence}\n${inner}\n${fence}`, fence.length + 1);
  }
  if (isMarked(text, [from, to], "`")) return put(editor, [from - 1, to + 1], inner, 0);
  const marks = "`".repeat(longestRun(inner) + 1);
  const pad = marks.length > 1 ? " " : "";
  return put(editor, [from, to], marks + pad + inner + pad + marks, marks.length + pad.length);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Prefixes the selected lines, or that of the cursor, with `> `. */
function quoted(editor: Editor): Editor {
  const [first, last] = selectionOf(editor) ?? [editor.cursor, editor.cursor];
  const { text } = editor;
  const [from, to] = [lineStart(text, first), lineEnd(text, last)];
  const lines = text.slice(from, to).split("\n");
  const isQuoted = lines.every((line) => line.startsWith(">"));
  const changed = lines.map((line) => (isQuoted ? line.replace(/^> ?/, "") : `> ${line}`));
  return replaceRange(editor, from, to, changed.join("\n"));
}

/** The cursor goes to the missing part: the URL, or the text if the selection is a URL. */
function linked(editor: Editor): Editor {
  const [from, to] = rangeOf(editor);
  const inner = editor.text.slice(from, to);
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/.test(inner);
  const link = isAddress ? `[](${inner})` : `[${inner}]()`;
  const changed = replaceRange(editor, from, to, link);
  const at = isAddress || inner === "" ? from + 1 : from + link.length - 1;
  return { ...changed, cursor: at };
}

/** Replaces a range by `inserted`, in which `before` characters precede the formatted text and as many follow it. */
function put(editor: Editor, [from, to]: Range, inserted: string, before: number): Editor {
  const changed = replaceRange(editor, from, to, inserted);
  const [start, end] = [from + before, from + inserted.length - before];
  if (start === end) return { ...changed, cursor: start };
  if (selectionOf(editor) === undefined) return changed;
  return { ...changed, anchor: start, cursor: end };
}
