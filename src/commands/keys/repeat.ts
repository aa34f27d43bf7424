/** Running a command by its key, and repeating the last triage command at the cursor. */

import {
  type Command,
  type CommandContext,
  commandsIn,
  inPanes,
  worksIn,
} from "#commands/command.ts";
import { contextOf, showToast } from "#commands/screen.ts";
import { changeScreen } from "#store/store.ts";
import { commandHere } from "./here.ts";

/** Like pressing its key; a disabled command only says why it is. */
export function runCommand(context: CommandContext, of: Command): void {
  const command = commandHere(context.store.getState().screen, of);
  const reason = command.disabled?.(context.store.getState());
  if (reason !== undefined) {
    showToast(context.store, `${command.title}: ${reason}`);
    return;
  }
  if (command.repeats === true)
    changeScreen(context.store, (screen) => ({
      ...screen,
      triage: { ...screen.triage, last: command.id },
    }));
  command.run({ ...context, command: command.id });
}

function repeatLast(context: CommandContext): void {
  const { store, keys } = context;
  const { screen } = store.getState();
  const last = keys.commands.find(({ id }) => id === screen.triage.last);
  if (last === undefined) return;
  if (worksIn(last, contextOf(screen))) runCommand(context, last);
  else showToast(store, `Not possible here: ${last.title}`);
}

export const repeat = commandsIn(inPanes, {
  "triage.repeat": {
    title: "Repeat the last triage command here",
    keys: ["."],
    disabled: ({ screen }) =>
      screen.triage.last === undefined ? "nothing was done yet" : undefined,
    run: repeatLast,
  },
});
