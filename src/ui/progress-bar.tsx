/** The footer's bar for long work at the server, drawn by Ink's library in the colours of the theme. */
import { Box } from "ink";
import { memo } from "react";
import { useStore } from "zustand";
import type { State, Store } from "#store/state.ts";
import type { Region } from "./geometry.ts";
import { inkTheme, useInkUi } from "./ink-ui.ts";
import type { Style } from "./style.ts";

type WorkingProps = {
  readonly store: Store;
  readonly style: Style;
  /** The region that the footer reserves; undefined while nothing with a known end is running. */
  readonly barOf: (state: State) => Region | undefined;
};

/** In percent, for the first of the running tasks. */
function shareDone({ session: { progress } }: State): number {
  const { answers = 0, of = 1 } = progress[0] ?? {};
  return (100 * answers) / of;
}

export const WorkProgress = memo(function Working({ store, style, barOf }: WorkingProps) {
  const bar = useStore(store, barOf);
  const value = useStore(store, shareDone);
  const ui = useInkUi(bar !== undefined);
  if (bar === undefined || ui === undefined) return null;
  return (
    <Box position="absolute" left={bar.x} top={bar.y} width={bar.columns} height={1}>
      <ui.ThemeProvider theme={inkTheme(ui, style)}>
        <ui.ProgressBar value={value} />
      </ui.ThemeProvider>
    </Box>
  );
});
