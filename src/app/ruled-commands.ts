/** Runs the commands of the user's rules in a program without a screen. */
import { customCommands } from "#commands/custom/commands.ts";
import { runRuledCommands } from "#commands/rules/running.ts";
import type { Config } from "#config/file.ts";
import type { Message } from "#model/message.ts";
import type { Store } from "#store/state.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import type { Style } from "#ui/style.ts";
import { programsFor } from "./custom-programs.ts";
import type { Runtime } from "./runtime.ts";

export function runsRuledCommands(
  { commands: configured }: Pick<Config, "commands">,
  style: Style,
  { environment, clock }: Pick<Runtime, "environment" | "clock">,
): (store: Store) => () => void {
  const { commands } = customCommands(configured);
  const bodies = createMessageBodies(style, () => {});
  // Rules run no command that needs a terminal.
  const lend = () => Promise.reject(new Error("there is no terminal"));
  const desktop = programsFor(environment, clock, lend);
  return (store) => {
    const codes = (message: Message) => bodies.codesOf(store.getState().view, message);
    return runRuledCommands({ store, viewport: { codes }, desktop, keys: { commands } });
  };
}
