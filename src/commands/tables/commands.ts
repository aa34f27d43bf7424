/** Every command, in the order of help and the guide. */

import { quiet } from "#commands/account/quiet.ts";
import { signingIn } from "#commands/account/sign-in.ts";
import { statusCommands } from "#commands/account/status.ts";
import type { Command } from "#commands/command.ts";
import { composer } from "#commands/composer/composer.ts";
import { composing, recipients } from "#commands/composer/recipient.ts";
import { marking } from "#commands/conversation/marking.ts";
import { moving } from "#commands/conversation/moving.ts";
import { paging } from "#commands/conversation/paging.ts";
import { snoozing } from "#commands/conversation/snooze.ts";
import { resolving, topicActions, topicDeletion } from "#commands/conversation/topic.ts";
import { transcripts } from "#commands/conversation/transcript.ts";
import { triage } from "#commands/conversation/triage.ts";
import { formCommands } from "#commands/forms/open-form.ts";
import { cursor } from "#commands/keys/cursor.ts";
import { editing } from "#commands/keys/editing.ts";
import { info } from "#commands/keys/info.ts";
import { dialogs, inputs } from "#commands/keys/inputs.ts";
import { lists } from "#commands/keys/list-keys.ts";
import { copying, messageActions, wideText } from "#commands/message/actions.ts";
import { messageEditing } from "#commands/message/editing.ts";
import { files } from "#commands/message/files.ts";
import { links } from "#commands/message/links.ts";
import { replying } from "#commands/message/replying.ts";
import { reporting } from "#commands/message/reporting.ts";
import { cards } from "#commands/person/cards.ts";
import { find } from "#commands/places/find.ts";
import { goingTo, program, switching } from "#commands/program.ts";
import { repeat } from "#commands/repeat.ts";
import { scheduling } from "#commands/scheduled/scheduling.ts";
import { search } from "#commands/search/search.ts";
import { views } from "#commands/search/views.ts";
import { sidebar } from "#commands/sidebar/sidebar.ts";
import { steps } from "#commands/steps.ts";
import { folderCommands } from "#commands/stream/folder-form.ts";
import { streamActions } from "#commands/stream/list.ts";
import { ownFolderCommands } from "#commands/stream/own-folder.ts";
import { uploading } from "#commands/writing/uploading.ts";
import "./forms.ts";
import "./inputs.ts";
import { goToLists } from "./lists.ts";
import "./menus.ts";

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
  ...ownFolderCommands,
  ...folderCommands,
  ...messageActions,
  ...paging,
  ...replying,
  ...links,
  ...files,
  ...copying,
  ...transcripts,
  ...wideText,
  ...reporting,
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
  ...goToLists,
  ...goingTo,
  ...switching,
  ...signingIn,
  ...statusCommands,
  ...quiet,
  ...search,
  ...views,
  ...dialogs,
  ...formCommands,
];
