/** Every menu, one row for each kind of subject. */

import { linksMenu } from "#commands/links.ts";
import { scheduledMenu } from "#commands/lists/scheduled-actions.ts";
import { deletionMenu } from "#commands/message-editing.ts";
import { moveMenu } from "#commands/moving.ts";
import { resolutionMenu } from "#commands/resolving.ts";
import { tooLongMenu } from "#commands/too-long.ts";
import { mutingMenu } from "#commands/topic-actions.ts";
import { unsentMenu } from "#commands/unsent.ts";
import { widgetMenu } from "#commands/widgets.ts";
import type { About } from "#store/dialog.ts";
import type { Menu, MenuFacts, MenuRow } from "./menu.ts";
import { crowdMenu, overwriteMenu } from "./sending.ts";

const menus: { readonly [Kind in About["kind"]]: MenuRow<Kind> } = {
  crowd: crowdMenu,
  "delete-message": deletionMenu,
  move: moveMenu,
  "mute-people": mutingMenu,
  links: linksMenu,
  overwrite: overwriteMenu,
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
