/** Every command, in the order of help and README. */

import { cards } from "./cards.ts";
import type { Command } from "./command.ts";
import { composer } from "./composer.ts";
import { copying } from "./copying.ts";
import { cursor } from "./cursor.ts";
import { composing, dialogs } from "./dialogs.ts";
import { editing } from "./editing.ts";
import { find } from "./find.ts";
import { formCommands } from "./forms/form-commands.ts";
import { help } from "./help.ts";
import { info } from "./info.ts";
import { links } from "./links.ts";
import { lists } from "./lists/list-commands.ts";
import { listFilter } from "./lists/list-filter.ts";
import { rowForms } from "./lists/row-forms.ts";
import { streamActions } from "./lists/streams-actions.ts";
import { markingUnread } from "./mark-unread.ts";
import { messageActions } from "./message-actions.ts";
import { messageEditing } from "./message-editing.ts";
import { program } from "./program.ts";
import { repeat } from "./repeat.ts";
import { sidebar } from "./sidebar.ts";
import { steps } from "./steps.ts";
import { topicActions } from "./topic-actions.ts";
import { triage } from "./triage.ts";

export const commands: readonly Command[] = [
  ...triage,
  ...topicActions,
  ...markingUnread,
  ...repeat,
  ...steps,
  ...lists,
  ...streamActions,
  ...rowForms,
  ...messageActions,
  ...links,
  ...copying,
  ...info,
  ...cards,
  ...messageEditing,
  ...find,
  ...composing,
  ...sidebar,
  ...cursor,
  ...composer,
  ...editing,
  ...program,
  ...listFilter,
  ...dialogs,
  ...formCommands,
  ...help,
];
