/** `weir keys`: the effective key bindings of the chat screen. */
import { readConfiguration } from "#cli/accounts.ts";
import { Exit } from "#cli/exit-codes.ts";
import { type Invocation, text } from "#cli/invocation.ts";
import { bindingsOf, keyGroups, keysAsMarkdown, keysAsText } from "#cli/key-table.ts";
import { readOverrides } from "#commands/overrides.ts";
import { commands } from "#commands/table.ts";
import type { Runtime } from "./runtime.ts";

/** Throws an Exit when the configuration cannot be read. */
export async function printKeys(invocation: Invocation, runtime: Runtime): Promise<void> {
  const { json = false, markdown = false } = invocation.options;
  if (json && markdown) throw new Exit("usage", "Choose --json or --markdown.");
  const { config } = await readConfiguration(runtime, text(invocation, "config"));
  const { overrides, complaints } = readOverrides(config.keys, commands, config.options.preset);
  for (const { sentence } of complaints) process.stderr.write(`weir: ${sentence}\n`);
  const bindings = bindingsOf({ commands, overrides });
  const lines = bindings.map((binding) => `${JSON.stringify(binding)}\n`);
  const groups = keyGroups(bindings);
  if (json) process.stdout.write(lines.join(""));
  else process.stdout.write(markdown ? keysAsMarkdown(groups) : keysAsText(groups));
}
