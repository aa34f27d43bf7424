/**
 * Changes single values in the text of a TOML document, however it is written, and preserves the rest of it.
 *
 * A change is made in the text, then proven: the new text is parsed, and has to differ from the old one in nothing but
 * what was wanted, with all comments but those of what was removed. What cannot be proven is not done.
 */
import { parse, stringify, TomlDate, TomlError } from "smol-toml";
import { type Statement, type TomlText, tomlText } from "./toml-text.ts";
import { isTable, type TomlTable } from "./toml-value.ts";

type Scalar = string | number | boolean;

/** What shall be at `path`, if anything. */
export type TomlEdit = {
  readonly path: readonly string[];
  readonly value: Scalar | Readonly<Record<string, Scalar>> | undefined;
};

/** The document; the error if it is none. */
export function parsedToml(text: string): TomlTable | TomlError {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

/** `text` with the changes, one after the other; undefined if one of them cannot be made without loss. */
export function edited(text: string, edits: readonly TomlEdit[]): string | undefined {
  let now = text;
  for (const edit of edits) {
    const next = editedOnce(now, edit);
    if (next === undefined) return undefined;
    now = next;
  }
  return now;
}

type Candidate = {
  readonly text: string;
  /** The comments that go with what was removed. */
  readonly lost: readonly string[];
};

function editedOnce(text: string, edit: TomlEdit): string | undefined {
  const before = parsedToml(text);
  if (before instanceof TomlError) return undefined;
  const wanted = applied(before, edit);
  if (wanted === undefined) return undefined;
  if (isSame(before, wanted)) return text;
  const comments = commentsOf(text);
  for (const { text: after, lost } of candidates(text, edit)) {
    const table = parsedToml(after);
    if (table instanceof TomlError || !isSame(pruned(table, edit.path), wanted)) continue;
    const kept = [...commentsOf(after), ...lost].toSorted();
    if (isSame(kept, comments.toSorted())) return after;
  }
  return undefined;
}

/** The table after the change; undefined if a part of the path is something else than a table. */
function applied(table: TomlTable, { path, value }: TomlEdit): TomlTable | undefined {
  const [name = "", ...rest] = path;
  const { [name]: _, ...others } = table;
  const old = Object.hasOwn(table, name) ? table[name] : {};
  if (rest.length === 0) return value === undefined ? others : { ...table, [name]: value };
  if (!isTable(old)) return undefined;
  const inner = applied(old, { path: rest, value });
  if (inner === undefined) return undefined;
  return Object.keys(inner).length === 0 ? others : { ...table, [name]: inner };
}

/** Without the tables on the path that became empty: some notations leave them there. */
function pruned(table: TomlTable, [name = "", ...rest]: readonly string[]): TomlTable {
  const { [name]: inner, ...others } = table;
  if (rest.length === 0 || !Object.hasOwn(table, name) || !isTable(inner)) return table;
  const left = pruned(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...table, [name]: left };
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof TomlDate && b instanceof TomlDate) return a.toISOString() === b.toISOString();
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const other = new Map(Object.entries(b));
  return (
    names.length === other.size &&
    Object.entries(a).every(([name, value]) => other.has(name) && isSame(value, other.get(name)))
  );
}

function commentsOf(text: string): readonly string[] {
  return tomlText(text).comments.map(({ start, end }) => text.slice(start, end));
}

function* candidates(text: string, { path, value }: TomlEdit): Generator<Candidate> {
  const document = tomlText(text);
  const old = entriesOf(document).find((entry) => isAt(entry, path));
  if (old !== undefined && old.items === undefined && isScalar(value)) {
    yield {
      text: text.slice(0, old.valueStart) + written(value) + text.slice(old.end),
      lost: [],
    };
    return;
  }
  const { text: rest, lost } = without(text, document, path);
  if (value === undefined) yield { text: rest, lost };
  else for (const added of additions(rest, path, value)) yield { text: added, lost };
}

/** Every key with a value, those of inline tables too. */
function entriesOf({ statements }: TomlText): readonly Statement[] {
  const inner = (entry: Statement): readonly Statement[] => [
    entry,
    ...(entry.items ?? []).flatMap(inner),
  ];
  return statements.filter(({ kind }) => kind === "value").flatMap(inner);
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return above.every((name, at) => path[at] === name);
}

function isAt({ path }: Statement, wanted: readonly string[]): boolean {
  return path.length === wanted.length && isBelow(path, wanted);
}

function isScalar(value: unknown): value is Scalar {
  return typeof value !== "object" && value !== undefined;
}

// Removing.

type Range = { readonly start: number; readonly end: number };

function without(text: string, document: TomlText, path: readonly string[]): Candidate {
  const ranges = removedRanges(text, document.statements, path);
  const isLost = ({ start, end }: Range) =>
    ranges.some((range) => range.start <= start && end <= range.end);
  const lost = document.comments.filter(isLost).map(({ start, end }) => text.slice(start, end));
  const left = ranges
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return { text: left, lost };
}

function removedRanges(
  text: string,
  statements: readonly Statement[],
  path: readonly string[],
): readonly Range[] {
  return sectionsOf(statements).flatMap(({ header, values }) => {
    if (header !== undefined && isBelow(header.path, path))
      return [sectionRange(text, header.start, (values.at(-1) ?? header).end)];
    return values.flatMap((value) => valueRanges(text, value, path));
  });
}

/** The tables that have a header, with their values; before them what has none. */
function sectionsOf(statements: readonly Statement[]) {
  const sections: { readonly header: Statement | undefined; readonly values: Statement[] }[] = [
    { header: undefined, values: [] },
  ];
  for (const statement of statements) {
    if (statement.kind === "header") sections.push({ header: statement, values: [] });
    else sections.at(-1)?.values.push(statement);
  }
  return sections;
}

function valueRanges(text: string, value: Statement, path: readonly string[]): readonly Range[] {
  if (!isBelow(value.path, path)) return itemRanges(text, value.items ?? [], path);
  return [{ start: lineStart(text, value.start), end: nextLine(text, value.end) }];
}

/** A table from its header to its last value, with the comments that directly follow it, unless they belong to the next header. */
function sectionRange(text: string, from: number, to: number): Range {
  const start = lineStart(text, from);
  let end = nextLine(text, to);
  const [comments = ""] = /^(?:[ \t]*#[^\n]*(?:\n|$))*/.exec(text.slice(end)) ?? [];
  if (/^[ \t\r]*(?:\n|$)/.test(text.slice(end + comments.length))) end += comments.length;
  const [blank = ""] = /^(?:[ \t\r]*\n)+/.exec(text.slice(end)) ?? [];
  const isAfterBlank = /(?:^|\n)[ \t\r]*(?:\n|$)$/.test(text.slice(0, start));
  return { start, end: isAfterBlank ? end + blank.length : end };
}

function itemRanges(
  text: string,
  items: readonly Statement[],
  path: readonly string[],
): readonly Range[] {
  const isGoing = (item: Statement) => isBelow(item.path, path);
  return items.flatMap((item, at) => {
    if (!isGoing(item)) return itemRanges(text, item.items ?? [], path);
    const line = lineStart(text, item.start);
    const rest = /^[ \t]*,?[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/.exec(text.slice(item.end))?.[0];
    if (rest !== undefined && /^[ \t]*$/.test(text.slice(line, item.start)))
      return [{ start: line, end: item.end + rest.length }];
    const [comma = ""] = /^[ \t]*,[ \t]*/.exec(text.slice(item.end)) ?? [];
    // The last one that stays has no comma behind it, unless a comment is between: it stays, and the table may end in one.
    const before = items[at - 1];
    const isAtEnd = items.slice(at).every(isGoing) && before !== undefined && !isGoing(before);
    const isNextToIt = isAtEnd && /^[\s,]*$/.test(text.slice(before.end, item.start));
    return [{ start: isNextToIt ? before.end : item.start, end: item.end + comma.length }];
  });
}

function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return start === 0 && text.startsWith("\uFEFF") ? 1 : start;
}

/** Where the line after the one of `at` begins. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

// Adding.

type Value = NonNullable<TomlEdit["value"]>;

/** From the notation that is preferred to the one that is taken where no other is valid. */
function* additions(text: string, path: readonly string[], value: Value): Generator<string> {
  const document = tomlText(text);
  const parent = path.slice(0, -1);
  const pair = `${keyOf(path.slice(-1))} = ${written(value)}`;
  const inline = entriesOf(document).find((entry) => isAt(entry, parent) && entry.items);
  if (inline !== undefined) {
    yield withItem(text, inline, pair);
    return;
  }
  if (!isScalar(value)) yield withTable(text, path, value);
  const place = placeFor(document.statements, parent);
  if (place !== undefined) {
    const relative = path.slice(place.table.length);
    yield withLine(text, place.after, `${keyOf(relative)} = ${written(value)}`);
  } else if (parent.length > 0 && isScalar(value)) {
    yield withTable(text, parent, { [path.at(-1) ?? ""]: value });
  }
}

/** After the last value of that table, whether it has a header or its names are written out; after its header, or at the start. */
function placeFor(
  statements: readonly Statement[],
  parent: readonly string[],
): { readonly table: readonly string[]; readonly after: Statement | undefined } | undefined {
  let place =
    parent.length === 0 ? { table: parent, after: undefined as Statement | undefined } : undefined;
  let table: readonly string[] = [];
  for (const statement of statements) {
    if (statement.kind === "header") table = statement.path;
    const isOfParent =
      isBelow(parent, table) &&
      (statement.kind === "header" ? isAt(statement, parent) : isBelow(statement.path, parent));
    if (isOfParent) place = { table, after: statement };
  }
  return place;
}

function withLine(text: string, after: Statement | undefined, line: string): string {
  const eol = newlineOf(text);
  if (after === undefined) {
    const start = lineStart(text, 0);
    return text.slice(0, start) + line + eol + text.slice(start);
  }
  const at = nextLine(text, after.end);
  const [indent = ""] = /^[ \t]*/.exec(text.slice(lineStart(text, after.start))) ?? [];
  const before = text.slice(0, at);
  return `${before.endsWith("\n") ? before : before + eol}${indent}${line}${eol}${text.slice(at)}`;
}

function withItem(text: string, table: Statement, pair: string): string {
  const last = table.items?.at(-1);
  if (last !== undefined) return `${text.slice(0, last.end)}, ${pair}${text.slice(last.end)}`;
  const at = table.valueStart + 1;
  const rest = text.slice(at).replace(/^[ \t]+/, "");
  return `${text.slice(0, at)} ${pair}${/^\r?\n/.test(rest) ? "" : " "}${rest}`;
}

function withTable(
  text: string,
  path: readonly string[],
  values: Readonly<Record<string, Scalar>>,
): string {
  const eol = newlineOf(text);
  const lines = [`[${keyOf(path)}]`, ...Object.entries(values).map(pairOf)];
  const table = lines.map((line) => line + eol).join("");
  // A byte order mark counts as white space elsewhere.
  const rest = text.replace(/[ \t\r\n]+$/, "");
  return /^\uFEFF?$/.test(rest) ? rest + table : rest + eol + eol + table;
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function pairOf([name, value]: readonly [string, Scalar]): string {
  return stringify({ [name]: value }).trim();
}

function keyOf(path: readonly string[]): string {
  return path.map((name) => pairOf([name, 0]).replace(/ = 0$/, "")).join(".");
}

function written(value: Value): string {
  if (isScalar(value)) return pairOf(["value", value]).replace(/^value = /, "");
  const pairs = Object.entries(value).map(pairOf);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}
