/** Reports changes: a sentence on a terminal, nothing in a pipe, or one line of JSON for each changed thing. */
import { safeLine } from "#base/safe-text.ts";
import type { VerbContext } from "./verb-context.ts";

export function tellDone(
  { output }: Pick<VerbContext, "output">,
  sentence: string,
  ...rows: readonly Readonly<Record<string, unknown>>[]
): void {
  if (output.fields !== undefined) for (const row of rows) output.json(row);
  else if (output.isTerminal) output.write(`${safeLine(sentence)}\n`);
}

/** Reports one new thing; a pipe gets its ID. */
export function tellCreated(
  context: Pick<VerbContext, "output">,
  id: number | null,
  sentence: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const { output } = context;
  if (!output.isTerminal && output.fields === undefined) output.write(`${id}\n`);
  tellDone(context, sentence, row);
}

/** `1 draft`, `2 drafts` */
export function counted({ length }: readonly unknown[], noun: string): string {
  return length === 1 ? `1 ${noun}` : `${length} ${noun}s`;
}

/** The end of a sentence about a change: the commands, each as its words after `weir`, that undo it. */
export function wayBack(...commands: readonly (readonly string[])[]): string {
  const lines = commands.map((words) => ["weir", ...words.map(shellWord)].join(" "));
  return lines.length === 0 ? "" : ` To undo: ${lines.join("; ")}`;
}

/** As a shell reads it back. A text that a terminal may not show as it is has escapes, as bash, zsh and ksh know them. */
function shellWord(text: string): string {
  if (/^[\w@.,:=/+-]+$/.test(text)) return text;
  if (safeLine(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = [...text].map((sign) => {
    if (sign === "\\" || sign === "'") return `\\${sign}`;
    if (sign === "\n") return "\\n";
    return safeLine(sign) === sign ? sign : codePoint(sign);
  });
  return `$'${escaped.join("")}'`;
}

function codePoint(sign: string): string {
  return `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
