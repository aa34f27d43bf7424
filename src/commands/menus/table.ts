/** Every menu, one row for each kind of subject. */

import { renewKeyQuestion } from "#commands/account/settings.ts";
import { tooLongMenu } from "#commands/composer/before-sending.ts";
import { moveMenu } from "#commands/conversation/moving.ts";
import {
  deleteTopicQuestion,
  readEverythingQuestion,
  readStreamQuestion,
  readTopicQuestion,
} from "#commands/conversation/questions.ts";
import { mutingMenu, resolutionMenu } from "#commands/conversation/topic.ts";
import { finalDoneMenu } from "#commands/conversation/triage.ts";
import { deleteGroupQuestion } from "#commands/group/form.ts";
import { deletionMenu } from "#commands/message/editing.ts";
import { disguisedLinkMenu, linksMenu } from "#commands/message/links.ts";
import { widgetMenu } from "#commands/message/widgets.ts";
import { crowdMenu, overwriteMenu } from "#commands/outbox/menus.ts";
import { unsentMenu } from "#commands/outbox/unsent.ts";
import { reactivationQuestion } from "#commands/person/form.ts";
import { deleteFieldQuestion } from "#commands/profile-field/form.ts";
import { scheduledMenu } from "#commands/scheduled/menu.ts";
import { archiveQuestion } from "#commands/stream/form.ts";
import type { About } from "#store/dialog.ts";
import type { Menu, MenuFacts, MenuRow } from "./menu.ts";
import { questionMenu } from "./menu.ts";

const menus: { readonly [Kind in About["kind"]]: MenuRow<Kind> } = {
  "archive-stream": questionMenu(({ view }, about) => archiveQuestion(view, about)),
  crowd: crowdMenu,
  "delete-field": questionMenu(({ view }, about) => deleteFieldQuestion(view, about)),
  "delete-group": questionMenu(({ view }, about) => deleteGroupQuestion(view, about)),
  "delete-message": deletionMenu,
  move: moveMenu,
  "mute-people": mutingMenu,
  "delete-topic": questionMenu(({ view }, about) => deleteTopicQuestion(view, about)),
  "done-finally": finalDoneMenu,
  "disguised-link": disguisedLinkMenu,
  links: linksMenu,
  overwrite: overwriteMenu,
  "read-everything": questionMenu(({ view }) => readEverythingQuestion(view)),
  "read-stream": questionMenu(({ view }, about) => readStreamQuestion(view, about)),
  "read-topic": questionMenu(({ view }, about) => readTopicQuestion(view, about)),
  reactivate: questionMenu(({ view }, about) => reactivationQuestion(view, about)),
  "renew-key": questionMenu(renewKeyQuestion),
  resolve: resolutionMenu,
  scheduled: scheduledMenu,
  "too-long": tooLongMenu,
  unsent: unsentMenu,
  widget: widgetMenu,
};

export function menuOf(facts: MenuFacts, about: About): Menu {
  const content = (menus[about.kind] as MenuRow<About["kind"]>)(facts, about);
  return typeof content === "string"
    ? { about, title: "Gone", lines: [{ text: content }], items: [] }
    : { about, ...content };
}
