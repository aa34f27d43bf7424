/** The output of a verb that needs no server. */
import type { Invocation } from "#cli/invocation.ts";
import { type Output, outputFor } from "#cli/output.ts";
import type { Verb } from "#cli/verb.ts";
import type { Options } from "#config/options.ts";
import { pagedOutput } from "#host/programs.ts";
import type { Runtime } from "./runtime.ts";
import { say } from "./standard-streams.ts";
import { styleOf } from "./style.ts";

/** Runs `write`, and resolves when everything is written. */
export async function withLocalOutput(
  verb: Verb,
  invocation: Invocation,
  { environment }: Runtime,
  options: Options,
  write: (output: Output) => void | Promise<void>,
): Promise<void> {
  const paged = pagedOutput(process.stdout, environment, true);
  const style = styleOf(options, environment, {});
  await write(outputFor({ ...paged, style }, invocation, verb.fields ?? [], say));
  await paged.end();
}
