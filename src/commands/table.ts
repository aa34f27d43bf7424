/** Every command, in the order of help and README. */
import type { Command, Context } from "./command.ts";
import { composer } from "./composer.ts";
import { composing, dialogs } from "./dialogs.ts";
import { moving } from "./moving.ts";
import { program } from "./program.ts";
import { reading } from "./reading.ts";
import { sidebar } from "./sidebar.ts";
import { triage } from "./triage.ts";

export const commands: readonly Command[] = [
  ...triage,
  ...reading,
  ...composing,
  ...sidebar,
  ...moving,
  ...program,
  ...composer,
  ...dialogs,
];

/** The commands of a context, in the order of the table. */
export function commandsOf(where: Context): readonly Command[] {
  return commands.filter((command) => command.where.includes(where));
}
