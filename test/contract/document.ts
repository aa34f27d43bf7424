/** The API document as data: its headings, tables and sentences, for tests that hold the declarations against them. */
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../../assets/api.md", import.meta.url), "utf8");

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

export type Section = {
  readonly heading: string;
  /** Everything below the heading, up to the next of the same or a higher rank. */
  readonly text: string;
  /** The rows of every table in it. */
  readonly rows: readonly Row[];
};

function cells(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

function rowsOf(body: string): readonly Row[] {
  return body
    .split(/\n(?!\|)/)
    .map((block) => block.split("\n").filter((line) => line.startsWith("|")))
    .filter((lines) => lines.length > 2)
    .flatMap(([head = "", , ...lines]) => {
      const names = cells(head);
      return lines.map((line) =>
        Object.fromEntries(cells(line).map((cell, index) => [names[index] ?? "", cell])),
      );
    });
}

function sectionsOf(body: string, rank: 2 | 3): readonly Section[] {
  const mark = `\n${"#".repeat(rank)} `;
  return `\n${body}`
    .split(mark)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      const below = part.slice(end + 1);
      return { heading: part.slice(0, end), text: below, rows: rowsOf(below) };
    });
}

const chapters = sectionsOf(text, 2);

/** A chapter (`## `) by its heading; throws when the document has none such. */
export function chapter(heading: string): Section {
  const found = chapters.find((one) => one.heading === heading);
  if (found === undefined) throw new RangeError(`The document has no chapter "${heading}".`);
  return found;
}

/** The sections (`### `) of a chapter. */
export function sections(heading: string): readonly Section[] {
  return sectionsOf(chapter(heading).text, 3);
}

/** What stands between backticks in a cell; the cell itself where nothing does. */
export function bare(cell: string): string {
  return /^`([^`]*)`$/.exec(cell)?.[1] ?? cell;
}

/** A parameter as a sentence tells it: "`name` (string, required)" or "`stream_id` integer, required". */
export type Told = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean | undefined;
};

const toldForm =
  /`(\w+)`(?::? \(?| \()(integer|string|boolean|object|array of [a-z]+)((?:[^`.;)]|\([^)]*\))*)/g;

/** The parameters that the sentences of a section tell, path parameters included; those of its answer are left out. */
export function toldParameters({ text: body }: Section): readonly Told[] {
  const asked = body
    .split("\n")
    .filter((line) => !line.startsWith("|"))
    .join("\n")
    .replace(/Response(?: fields)?:.*$/gms, "");
  return [...asked.matchAll(toldForm)].map(([, name = "", type = "", rest = ""]) => ({
    name,
    type,
    required: need(rest),
  }));
}

function need(words: string): boolean | undefined {
  if (/required/.test(words)) return true;
  return /optional|default/.test(words) ? false : undefined;
}

/** The names of the answer's keys that the sentences of a section tell. */
export function toldAnswer({ text: body }: Section): readonly string[] {
  const told = /Response: (.*)/.exec(body)?.[1] ?? "";
  return [...told.matchAll(/`(\w+)` \(/g)].map(([, name = ""]) => name);
}
