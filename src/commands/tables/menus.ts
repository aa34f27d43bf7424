/** Every menu, one row for each kind of subject. */

import { renewKeyQuestion } from "#commands/account/settings.ts";
import { crowdMenu, overwriteMenu } from "#commands/composer/menus.ts";
import { summaryMenu } from "#commands/conversation/digest.ts";
import { moveMenu } from "#commands/conversation/moving.ts";
import {
  deleteTopicQuestion,
  readEverythingQuestion,
  readStreamQuestion,
  readTopicQuestion,
} from "#commands/conversation/questions.ts";
import { mutingMenu, resolutionMenu } from "#commands/conversation/topic.ts";
import { markDoneMenu } from "#commands/conversation/triage.ts";
import { customMenu } from "#commands/custom/running.ts";
import { groupQuestion, membershipQuestion } from "#commands/group/form.ts";
import { questionMenu } from "#commands/menus/menu.ts";
import { menus } from "#commands/menus/open-menu.ts";
import { deletionMenu, deletionsMenu } from "#commands/message/editing.ts";
import { fileMenu } from "#commands/message/files.ts";
import { disguisedLinkMenu, linksMenu } from "#commands/message/links.ts";
import { widgetMenu } from "#commands/message/widgets.ts";
import { proposalMenu } from "#commands/outbox/proposals.ts";
import { unsentMenu } from "#commands/outbox/unsent.ts";
import { reactivationQuestion } from "#commands/person/form.ts";
import { deleteFieldQuestion } from "#commands/profile-field/form.ts";
import { scheduledMenu } from "#commands/scheduled/scheduling.ts";
import { deleteSnippetQuestion } from "#commands/snippet/form.ts";
import { archiveQuestion } from "#commands/stream/archiving.ts";
import { leavingMenu } from "#commands/stream/list.ts";
import { tooLongMenu } from "#commands/writing/before-sending.ts";

menus.give({
  "archive-stream": questionMenu(({ view }, about) => archiveQuestion(view, about)),
  crowd: crowdMenu,
  custom: customMenu,
  "delete-field": questionMenu(({ view }, about) => deleteFieldQuestion(view, about)),
  "delete-snippet": questionMenu(({ view }, about) => deleteSnippetQuestion(view, about)),
  "group-membership": questionMenu(({ view }, about) => membershipQuestion(view, about)),
  "group-step": questionMenu(({ view }, about) => groupQuestion(view, about)),
  "delete-message": deletionMenu,
  "delete-messages": deletionsMenu,
  move: moveMenu,
  "mute-people": mutingMenu,
  "delete-topic": questionMenu(({ view }, about) => deleteTopicQuestion(view, about)),
  done: markDoneMenu,
  "disguised-link": disguisedLinkMenu,
  "leave-streams": leavingMenu,
  file: fileMenu,
  links: linksMenu,
  overwrite: overwriteMenu,
  "read-everything": questionMenu(({ view }) => readEverythingQuestion(view)),
  "read-stream": questionMenu(({ view }, about) => readStreamQuestion(view, about)),
  "read-topic": questionMenu(({ view }, about) => readTopicQuestion(view, about)),
  proposal: proposalMenu,
  reactivate: questionMenu(({ view }, about) => reactivationQuestion(view, about)),
  "renew-key": questionMenu(renewKeyQuestion),
  resolve: resolutionMenu,
  scheduled: scheduledMenu,
  "sum-up": summaryMenu,
  "too-long": tooLongMenu,
  unsent: unsentMenu,
  widget: widgetMenu,
});
