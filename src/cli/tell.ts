/** What a verb says when it has changed something: nothing in a pipe, a sentence on a terminal, one line of JSON for each thing that changed. */
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
