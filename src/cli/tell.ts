/** What a verb says when it has changed something: nothing in a pipe, a sentence on a terminal, an object as JSON. */
import { safeLine } from "#base/safe-text.ts";
import type { VerbContext } from "./verb-context.ts";

export function tellDone(
  { output }: Pick<VerbContext, "output">,
  sentence: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  if (output.fields !== undefined) output.json(fields);
  else if (output.isTerminal) output.write(`${safeLine(sentence)}\n`);
}
