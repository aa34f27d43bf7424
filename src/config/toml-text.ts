/** Where things stand in the text of a TOML document, which the parser does not tell. */
import { parse } from "smol-toml";

/** A header of a table, or a key with its value. */
export type Statement = {
  readonly kind: "header" | "value";
  /** From the root of the document. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  /** What an inline table contains; absent: it is none. */
  readonly items?: readonly Statement[];
  /** It begins one more table of a list. */
  readonly isListed?: true;
};

export type TomlText = {
  /** In their order. */
  readonly statements: readonly Statement[];
  readonly comments: readonly { readonly start: number; readonly end: number }[];
};

const strings = /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'/y;
/** Numbers, booleans, and times, of which one form has a space. */
const others = /[^\s,\]}#]+(?: \d[^\s,\]}#]*)?/y;

/** Scans a valid document; throws where it is certainly none. */
export function tomlText(text: string): TomlText {
  const comments: { start: number; end: number }[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0] ?? "";
    at += match.length;
    return match;
  };
  const need = (pattern: RegExp): string => {
    const needed = take(pattern);
    if (needed === "") throw new Error("This is not TOML.");
    return needed;
  };
  const skip = () => {
    for (;;) {
      take(/\s*/y);
      const start = at;
      if (take(/#[^\r\n]*/y) === "") return;
      comments.push({ start, end: at });
    }
  };
  const key = (): readonly string[] => {
    const names: string[] = [];
    do {
      take(/[ \t]*/y);
      const quoted = take(strings);
      names.push(quoted === "" ? need(/[\w-]+/y) : textOf(quoted));
      take(/[ \t]*/y);
    } while (take(/\./y) !== "");
    return names;
  };
  const pair = (table: readonly string[]): Statement => {
    const start = at;
    const path = [...table, ...key()];
    need(/=[ \t]*/y);
    const valueStart = at;
    const items = value(path);
    return { kind: "value", path, start, end: at, valueStart, ...(items && { items }) };
  };
  const each = (end: RegExp, one: () => void) => {
    for (skip(); take(end) === ""; skip()) {
      one();
      skip();
      take(/,/y);
    }
  };
  /** The items of an inline table. */
  const value = (path: readonly string[]): readonly Statement[] | undefined => {
    if (take(/\[/y) !== "") {
      each(/\]/y, () => value(path));
      return undefined;
    }
    if (take(/\{/y) !== "") {
      const items: Statement[] = [];
      each(/\}/y, () => void items.push(pair(path)));
      return items;
    }
    if (take(strings) === "") need(others);
    return undefined;
  };

  const statements: Statement[] = [];
  let table: readonly string[] = [];
  const header = (): Statement => {
    const start = at;
    const isListed = take(/\[\[?/y) === "[[";
    table = key();
    need(/\]\]?/y);
    const place = { path: table, start, end: at, valueStart: at };
    return { kind: "header", ...place, ...(isListed && { isListed }) };
  };
  for (skip(); at < text.length; skip()) statements.push(text[at] === "[" ? header() : pair(table));
  return { statements, comments };
}

function textOf(quoted: string): string {
  return String(parse(`key = ${quoted}`)["key"]);
}

/**
 * The line where what a path names begins, its names joined by dots; undefined if the document does not have it. The
 * tables of a list, `[[command]]`, are `command.0`, `command.1` …
 */
export function lineFinder(text: string): (path: string) => number | undefined {
  let lines: ReadonlyMap<string, number> | undefined;
  return (path) => {
    lines ??= linesByPath(text);
    return lines.get(path);
  };
}

function linesByPath(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  /** How many tables of each list there have been. */
  const counts = new Map<string, number>();
  let line = 1;
  let counted = 0;
  for (const { path, start, isListed } of tomlText(text).statements.flatMap(withItems)) {
    line += text.slice(counted, start).split("\n").length - 1;
    counted = start;
    const [list = "", ...rest] = path;
    if (isListed && rest.length === 0) counts.set(list, (counts.get(list) ?? 0) + 1);
    const count = counts.get(list);
    const names = count === undefined ? path : [list, `${count - 1}`, ...rest];
    // A table may have no header of its own.
    for (const [at] of names.entries()) {
      const name = names.slice(0, at + 1).join(".");
      if (!lines.has(name)) lines.set(name, line);
    }
  }
  return lines;
}

function withItems(statement: Statement): readonly Statement[] {
  return [statement, ...(statement.items ?? []).flatMap(withItems)];
}
