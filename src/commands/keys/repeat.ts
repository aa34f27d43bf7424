/** Running a command by its key, and repeating the last triage command at the cursor. */

import {
  type Command,
  type CommandContext,
  commandsIn,
  inPanes,
  worksIn,
} from "#commands/command.ts";
import { runForRows } from "#commands/lists/in-account.ts";
import { contextOf, showToast } from "#commands/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { commandHere } from "./here.ts";

/** What it does first of all: the reason behind it must not be cut. */
function inShort({ title }: Command): string {
  return title.replace(/(?:[,;:]| \(| of (?:the|a) message).*$/, "");
}

/** Like pressing its key; a disabled command only says why it is. */
export function runCommand(context: CommandContext, of: Command): void {
  const { store } = context;
  const command = commandHere(store.getState().screen, of);
  const isRepeatable = command.repeats === true;
  const run = (where: CommandContext) => {
    const reason = command.disabled?.(where.store.getState());
    if (reason === undefined) command.run({ ...where, command: command.id });
    else showToast(where.store, `${inShort(command)}: ${reason}`);
    return reason === undefined;
  };
  if (runForRows(context, command, run) || run(context)) {
    if (isRepeatable) rememberLast(store, command);
  }
}

function rememberLast(store: Store, { id }: Command): void {
  changeScreen(store, (screen) => ({ ...screen, triage: { ...screen.triage, last: id } }));
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
    disabled: ({ screen }) => (screen.triage.last === undefined ? "nothing was done" : undefined),
    run: repeatLast,
  },
});
