/** The screen at the start at 80x24, with the cursor of the sidebar on no row. */
import { newScreen } from "#store/new-screen.ts";
import type { Screen } from "#store/screen.ts";

const beginning = newScreen(80, 24);

export const emptyScreen: Screen = {
  ...beginning,
  sidebar: { ...beginning.sidebar, selected: "" },
};
