/** The table of `assets/coverage.md` that lists each heading with the key and the verb that reach it. */
import { commands } from "#commands/tables/commands.ts";
import { type Proof, type Reached, reached, reachedBesides } from "./reached.ts";

export function reachedLines(): readonly string[] {
  return [
    "Every heading, and the two calls that the document refers to, by key and by verb. If weir makes the call by itself,",
    "the cell names the screen that causes it. `weir api` makes them all.",
    "",
    ...lines("Heading", reached),
    "",
    "The document does not describe the reminders, views and snippets of newer servers, which these calls change. `g 1` to",
    "`g 9` open views, for which no such call is needed.",
    "",
    ...lines("Call", reachedBesides),
  ];
}

function lines(head: string, rows: Readonly<Record<string, Reached>>): readonly string[] {
  return [
    `| ${head} | Key | Verb | Test by keys | Test by verb |`,
    "| --- | --- | --- | --- | --- |",
    ...Object.entries(rows).map(
      ([call, row]) =>
        `| ${call} | ${keyCell(row)} | \`weir ${row.verb}\` | ${proofCell(row.byKeys)} | ${proofCell(row.byVerb)} |`,
    ),
  ];
}

/** Empty for a command that does not exist or has no key. */
export function keyCell({ key }: Pick<Reached, "key">): string {
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
