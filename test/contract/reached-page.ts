/** The table of `assets/coverage.md` that lists each heading with the key and the verb that reach it. */
import { commands } from "#commands/tables/commands.ts";
import { type Proof, type Reached, reached } from "./reached.ts";

export function reachedLines(): readonly string[] {
  return [
    "Every heading, and the two calls that the document refers to, by key and by verb. If weir makes the call by itself,",
    "the cell names the screen that causes it. `weir api` makes them all.",
    "",
    "| Heading | Key | Verb | Test by keys | Test by verb |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries(reached).map(
      ([heading, row]) =>
        `| ${heading} | ${keyCell(row)} | \`weir ${row.verb}\` | ${proofCell(row.byKeys)} | ${proofCell(row.byVerb)} |`,
    ),
  ];
}

/** Empty for a command that does not exist or has no key. */
export function keyCell({ key }: Reached): string {
  if ("screen" in key) return key.screen;
  const found = commands.find(({ id }) => id === key.command);
  const [stroke] = found?.keys ?? [];
  if (found === undefined || stroke === undefined) return "";
  const where = key.where === undefined ? "" : ` in ${key.where}`;
  return `\`${stroke}\`${where} (${found.title})`;
}

function proofCell([file, name]: Proof): string {
  return `[${name}](../${file})`;
}
