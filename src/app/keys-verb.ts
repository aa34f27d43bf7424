/** `weir keys`: the effective key bindings of the chat screen. */
import { readConfiguration } from "#cli/configuration.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { bindingsOf, keyGroups, keysAsMarkdown, printKeys } from "#cli/key-table.ts";
import type { Verb } from "#cli/verb.ts";
import { keysIn, warningFor } from "./configured-keys.ts";
import { withLocalOutput } from "./local-output.ts";
import type { Runtime } from "./runtime.ts";
import { say } from "./standard-streams.ts";

/** Throws an Exit when the configuration cannot be read. */
export async function listKeys(
  verb: Verb,
  invocation: Invocation,
  runtime: Runtime,
): Promise<void> {
  const configuration = await readConfiguration(runtime, text(invocation, "config"));
  const { config, warnings } = configuration;
  const { keys, complaints } = keysIn(config);
  for (const warning of [...warnings, ...complaints.map(warningFor(configuration))]) say(warning);
  const bindings = bindingsOf(keys);
  await withLocalOutput(verb, invocation, runtime, config.options, (output) => {
    if (invocation.options["markdown"] !== true) printKeys(output, bindings);
    else if (output.fields === undefined) output.write(keysAsMarkdown(keyGroups(bindings)));
    else throw new Exit("misuse", "Choose --json or --markdown.");
  });
}
