/** Every command, in the order of help and README. */
import type { Command } from "./command.ts";
import { composer } from "./composer.ts";
import { composing, dialogs } from "./dialogs.ts";
import { help } from "./help.ts";
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
  ...composer,
  ...program,
  ...dialogs,
  ...help,
];
