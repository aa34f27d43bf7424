/** Every menu, one row for each kind of subject. */

import { deleteGroupQuestion } from "#commands/forms/group.ts";
import { reactivationQuestion } from "#commands/forms/person.ts";
import { deleteFieldQuestion } from "#commands/forms/profile-field.ts";
import {
  deleteTopicQuestion,
  readEverythingQuestion,
  readStreamQuestion,
  readTopicQuestion,
} from "#commands/forms/questions.ts";
import { renewKeyQuestion } from "#commands/forms/settings.ts";
import { archiveQuestion } from "#commands/forms/stream.ts";
import { disguisedLinkMenu, linksMenu } from "#commands/links.ts";
import { deletionMenu } from "#commands/message-editing.ts";
import { moveMenu } from "#commands/moving.ts";
import { scheduledMenu } from "#commands/scheduled-menu.ts";
import { tooLongMenu } from "#commands/too-long.ts";
import { mutingMenu, resolutionMenu } from "#commands/topic.ts";
import { finalDoneMenu } from "#commands/triage.ts";
import { unsentMenu } from "#commands/unsent.ts";
import { widgetMenu } from "#commands/widgets.ts";
import type { About } from "#store/dialog.ts";
import type { Menu, MenuFacts, MenuRow } from "./menu.ts";
import { questionMenu } from "./question.ts";
import { crowdMenu, overwriteMenu } from "./sending.ts";

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
