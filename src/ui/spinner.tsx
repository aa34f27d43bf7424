/** A one-cell spinner while history is being fetched, if that takes noticeably long. */
import { Box } from "ink";
import { memo, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Clock } from "#base/clock.ts";
import { narrowKey } from "#model/narrow.ts";
import type { State, Store } from "#store/state.ts";
import { asciiGlyphs } from "#theme/glyphs.ts";
import type { Region } from "./geometry.ts";
import { inkTheme, useInkUi } from "./ink-ui.ts";
import type { Style } from "./style.ts";

/** Below this, no spinner is shown. */
const delayMs = 300;

function isLoading({ screen, session }: State): boolean {
  return screen.place.kind === "narrow" && session.loading.has(narrowKey(screen.place.narrow));
}

type WaitingProps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly region: Region;
  readonly style: Style;
};

export const LoadingSpinner = memo(function Waiting({ store, clock, region, style }: WaitingProps) {
  const loading = useStore(store, isLoading);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    return loading ? clock.after(delayMs, () => setLong(true)) : undefined;
  }, [loading, clock]);
  const ui = useInkUi(loading && isLong);
  if (!(loading && isLong) || ui === undefined) return null;
  return (
    <Box position="absolute" left={region.x + region.columns - 1} top={region.y} width={1}>
      <ui.ThemeProvider theme={inkTheme(ui, style)}>
        <ui.Spinner type={style.glyphs === asciiGlyphs ? "line" : "dots"} />
      </ui.ThemeProvider>
    </Box>
  );
});
