/** Every command, in the order of help and the guide. */

import { signingIn } from "#commands/account/sign-in.ts";
import { statusCommands } from "#commands/account/status.ts";
import { composer } from "#commands/composer/composer.ts";
import { editing } from "#commands/composer/editing.ts";
import { composing, recipients } from "#commands/composer/recipient.ts";
import { uploading } from "#commands/composer/uploading.ts";
import { marking } from "#commands/conversation/marking.ts";
import { moving } from "#commands/conversation/moving.ts";
import { paging } from "#commands/conversation/paging.ts";
import { snoozing } from "#commands/conversation/snooze.ts";
import { steps } from "#commands/conversation/steps.ts";
import { resolving, topicActions, topicDeletion } from "#commands/conversation/topic.ts";
import { transcripts } from "#commands/conversation/transcript.ts";
import { triage } from "#commands/conversation/triage.ts";
import { dialogs, inputs } from "#commands/keys/inputs.ts";
import { repeat } from "#commands/keys/repeat.ts";
import { lists } from "#commands/lists/list-commands.ts";
import { copying, messageActions, wideText } from "#commands/message/actions.ts";
import { messageEditing } from "#commands/message/editing.ts";
import { files } from "#commands/message/files.ts";
import { info } from "#commands/message/info.ts";
import { links } from "#commands/message/links.ts";
import { replying } from "#commands/message/replying.ts";
import { cards } from "#commands/person/cards.ts";
import { cursor } from "#commands/places/cursor.ts";
import { find } from "#commands/places/find.ts";
import { sidebar } from "#commands/places/sidebar.ts";
import { scheduling } from "#commands/scheduled/scheduling.ts";
import { streamActions } from "#commands/stream/list.ts";
import type { Command } from "./command.ts";
import { formCommands } from "./forms/open-form.ts";
import { program, switching } from "./program.ts";
import { search } from "./search/search.ts";

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
  ...paging,
  ...replying,
  ...links,
  ...files,
  ...copying,
  ...transcripts,
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
  ...switching,
  ...signingIn,
  ...statusCommands,
  ...search,
  ...dialogs,
  ...formCommands,
];
