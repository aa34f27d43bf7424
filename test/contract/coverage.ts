/** Which requirements of the document the cases prove: by heading for `assets/coverage.md`, one by one for the terminal. */
import type { Case } from "./case.ts";
import { reachedLines } from "./reached-page.ts";
import type { Kind, Requirement } from "./rows/requirement.ts";
import { requirements } from "./rows.ts";
import { declarationOf } from "./sources.ts";
import type { Trace } from "./trace.ts";

export type Covered = Requirement & {
  /** Names of the cases that prove it, those about its calls first. */
  readonly by: readonly string[];
};

type Named = Case & { readonly name: string; readonly about: readonly string[] };

/** Throws if a case claims a requirement that does not exist. */
export function covered(trace: Trace, cases: readonly Named[]): readonly Covered[] {
  const keys = new Set(requirements.map(({ key }) => key));
  for (const { name, proves = [] } of cases) {
    const unknown = proves.find((key) => !keys.has(key));
    if (unknown !== undefined) throw new RangeError(`"${name}" claims "${unknown}": no such row.`);
  }
  return requirements.map((row) => {
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

/** How many of the rows are proven, and by how many cases. */
function counts(rows: readonly Covered[]): string {
  const proven = rows.filter(({ by }) => by.length > 0).length;
  const cases = new Set(rows.flatMap(({ by }) => by)).size;
  return `${proven} of ${rows.length} | ${cases}`;
}

/** An endpoint with the counts of all rows about it. */
function headingLine({ text, calls: [call = ""] }: Covered, rows: readonly Covered[]): string {
  const own = rows.filter(({ calls }) => calls.includes(call));
  return `| ${text} | \`${declarationOf(call)}\` | ${counts(own)} |`;
}

/** Chapters of the document that are not about an endpoint. */
const chapters: readonly (readonly [Kind, string])[] = [
  ["convention", "Wire conventions"],
  ["event", "Events"],
  ["person", "Forms of a changed person"],
  ["state", "States and transitions"],
  ["error", "Errors"],
  ["limit", "Limits"],
  ["level", "Levels"],
];

export function coveragePage(rows: readonly Covered[]): string {
  const endpoints = rows.filter(({ kind }) => kind === "endpoint");
  return [
    "# Coverage of the API document by tests",
    "",
    "`npm run docs` generates this page from the requests and answers of `test/contract/cases.test.ts`, and prints which case",
    "proves which row of [the document](api.md). A row without such a request fails that test.",
    "",
    "| Heading | Declared in | Rows covered | Cases |",
    "| --- | --- | --- | --- |",
    ...endpoints.map((row) => headingLine(row, rows)),
    "",
    ...reachedLines(),
    "",
    "| Chapter | Rows covered | Cases |",
    "| --- | --- | --- |",
    ...chapters.map(([kind, title]) => {
      return `| ${title} | ${counts(rows.filter((row) => row.kind === kind))} |`;
    }),
    "",
  ].join("\n");
}

/** Every row with the first case that proves it, and the number of others. */
export function coverageList(rows: readonly Covered[]): string {
  return rows
    .map(({ kind, key, by: [first = "nothing", ...rest] }) => {
      const more = rest.length === 0 ? "" : `; and ${rest.length} more`;
      return `${kind}: ${key}\n    ${first}${more}\n`;
    })
    .join("");
}
