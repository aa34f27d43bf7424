/** Every command, in the order of help and README. */

import { cards } from "./cards.ts";
import { dialogs } from "./choices.ts";
import type { Command } from "./command.ts";
import { composer } from "./composer.ts";
import { copying } from "./copying.ts";
import { cursor } from "./cursor.ts";
import { editing } from "./editing.ts";
import { find } from "./find.ts";
import { formCommands } from "./forms/open-form.ts";
import { info } from "./info.ts";
import { inputs } from "./inputs.ts";
import { links } from "./links.ts";
import { lists } from "./lists/list-commands.ts";
import { streamActions } from "./lists/streams.ts";
import { marking } from "./marking.ts";
import { messageActions } from "./message-actions.ts";
import { messageEditing } from "./message-editing.ts";
import { moving } from "./moving.ts";
import { program } from "./program.ts";
import { composing, recipients } from "./recipient.ts";
import { repeat } from "./repeat.ts";
import { replying } from "./replying.ts";
import { scheduling } from "./scheduling.ts";
import { search } from "./search/search.ts";
import { sidebar } from "./sidebar.ts";
import { snoozing } from "./snooze.ts";
import { statusCommands } from "./status.ts";
import { steps } from "./steps.ts";
import { resolving, topicActions, topicDeletion } from "./topic.ts";
import { triage } from "./triage.ts";
import { uploading } from "./uploading.ts";
import { wideText } from "./wide-text.ts";

export const commands: readonly Command[] = [
  ...triage,
  ...topicActions,
  ...resolving,
  ...snoozing,
  ...marking,
  ...repeat,
  ...steps,
  ...lists,
  ...streamActions,
  ...messageActions,
  ...replying,
  ...links,
  ...copying,
  ...wideText,
  ...info,
  ...cards,
  ...messageEditing,
  ...moving,
  ...topicDeletion,
  ...find,
  ...composing,
  ...sidebar,
  ...cursor,
  ...composer,
  ...scheduling,
  ...recipients,
  ...uploading,
  ...inputs,
  ...editing,
  ...program,
  ...statusCommands,
  ...search,
  ...dialogs,
  ...formCommands,
];
