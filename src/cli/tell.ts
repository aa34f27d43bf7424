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
