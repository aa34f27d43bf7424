/** The API document as data: headings, tables and prose, for tests that compare the declarations with them. */
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../../assets/api.md", import.meta.url), "utf8");

/** A row of a table, by column. */
export type Row = Readonly<Record<string, string>>;

export type Section = {
  readonly heading: string;
  /** The text up to the next heading of the same or a higher rank. */
  readonly text: string;
  /** The rows of all its tables. */
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

/** A chapter (`## `) by its heading; throws if it does not exist. */
export function chapter(heading: string): Section {
  const found = chapters.find((one) => one.heading === heading);
  if (found === undefined) throw new RangeError(`The document has no chapter "${heading}".`);
  return found;
}

/** The sections (`### `) of a chapter. */
export function sections(heading: string): readonly Section[] {
  return sectionsOf(chapter(heading).text, 3);
}

/** A cell without the backticks around it. */
export function bare(cell: string): string {
  return /^`([^`]*)`$/.exec(cell)?.[1] ?? cell;
}

/** A parameter described in prose: "`name` (string, required)" or "`stream_id` integer, required". */
export type ProseParameter = {
  readonly name: string;
  readonly type: string;
  readonly required: boolean | undefined;
};

const prosePattern =
  /`(\w+)`(?::? \(?| \()(integer|string|boolean|object|array of [a-z]+)((?:[^`.;)]|\([^)]*\))*)/g;

/** The parameters described in a section's prose, including those of the path, without fields of the answer. */
export function proseParameters({ text: body }: Section): readonly ProseParameter[] {
  const request = body
    .split("\n")
    .filter((line) => !line.startsWith("|"))
    .join("\n")
    .replace(/Response(?: fields)?:.*$/gms, "");
  return [...request.matchAll(prosePattern)].map(([, name = "", type = "", rest = ""]) => ({
    name,
    type,
    required: need(rest),
  }));
}

function need(words: string): boolean | undefined {
  if (/required/.test(words)) return true;
  return /optional|default/.test(words) ? false : undefined;
}

/** The answer's keys described in a section's prose. */
export function proseAnswerKeys({ text: body }: Section): readonly string[] {
  const response = /Response: (.*)/.exec(body)?.[1] ?? "";
  return [...response.matchAll(/`(\w+)` \(/g)].map(([, name = ""]) => name);
}
