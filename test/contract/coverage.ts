/** `assets/coverage.md`: every row of the document with where it is declared, answered, tested and reached. */
import type { Case } from "./case.ts";
import type { Kind, Said } from "./rows/said.ts";
import { said } from "./rows.ts";
import { commandFor, declarationOf, routeOf } from "./sources.ts";
import type { Trace } from "./trace.ts";

export type Covered = Said & {
  /** Names of the cases that prove it, first those that are about its calls; empty: nothing does. */
  readonly by: readonly string[];
};

type Named = Case & { readonly name: string; readonly about: readonly string[] };

/** Throws when a case claims what the document does not say. */
export function covered(trace: Trace, cases: readonly Named[]): readonly Covered[] {
  const keys = new Set(said.map(({ key }) => key));
  for (const { name, proves = [] } of cases) {
    const stray = proves.find((key) => !keys.has(key));
    if (stray !== undefined) throw new RangeError(`"${name}" claims "${stray}": no such row.`);
  }
  return said.map((row) => {
    const claiming = cases.filter(({ proves = [] }) => proves.includes(row.key));
    const names = new Set(claiming.map(({ name }) => name));
    const claimed = trace.filter(({ by }) => names.has(by));
    const proof = row.proof(trace, claimed);
    const by = new Set(proof.map((one) => one.by));
    const isAbout = ({ about }: Named) => row.calls.some((call) => about.includes(call));
    const proving = cases.filter(({ name }) => by.has(name));
    const sorted = [...proving.filter(isAbout), ...proving.filter((one) => !isAbout(one))];
    return { ...row, by: sorted.map(({ name }) => name) };
  });
}

const chapters: readonly (readonly [Kind, string, string])[] = [
  ["convention", "Conventions of the wire", "Rule"],
  ["endpoint", "Endpoints", "Heading"],
  ["parameter", "Parameters", "Parameter"],
  ["answer", "Fields of answers", "Field"],
  ["state", "States and transitions", "Transition"],
  ["event", "Events", "Event"],
  ["person", "Forms of a changed person", "Change"],
  ["error", "Errors", "Error"],
  ["limit", "Limits", "Limit"],
  ["level", "Levels", "Level"],
];

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** The first case that shows it, and how many more there are. */
function tests(by: readonly string[]): string {
  const [first = "", ...rest] = by;
  return rest.length === 0 ? first : `${first}; and ${rest.length} more`;
}

/** The row's own words, without those that the title of the table says. */
function labelOf({ kind, key, text }: Covered): string {
  if (kind === "endpoint" || kind === "level") return text;
  const isNamed = key.startsWith(`${kind} `);
  const label = isNamed ? key.slice(kind.length + 1) : `\`${key}\``;
  return kind === "event" ? `\`${label}\`` : label;
}

function line(row: Covered): string {
  const cells = [labelOf(row), declarationOf(row), routeOf(row), tests(row.by), commandFor(row)];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** The whole page. */
export function coveragePage(rows: readonly Covered[]): string {
  const parts = chapters.map(([kind, title, first]) => {
    const own = rows.filter((row) => row.kind === kind);
    return [
      `## ${title} (${own.length})`,
      "",
      `| ${first} | Declared | Answered by the realm | Shown by | Reached by |`,
      "| --- | --- | --- | --- | --- |",
      ...own.map(line),
      "",
    ].join("\n");
  });
  return [
    "# Where each row of the API document is",
    "",
    "`npm run docs` writes this page from the requests that `test/contract/cases.test.ts` really made and the answers it got.",
    "A row that no request showed fails that test with the row's text. The document is [api.md](api.md).",
    "",
    ...parts,
  ].join("\n");
}
