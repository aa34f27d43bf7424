/** The initial screen at 80x24, without a selected row in the sidebar. */

import type { Screen } from "#store/screen.ts";
import { newScreen } from "#store/screen.ts";

const beginning = newScreen(80, 24);

export const emptyScreen: Screen = {
  ...beginning,
  sidebar: { ...beginning.sidebar, selected: "" },
};
