/** Components of Ink's library in our colours, which is loaded on first use: the spinner and the progress bar. */
import { Box } from "ink";
import { memo, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Clock } from "#base/clock.ts";
import { lazy } from "#base/lazy.ts";
import { narrowKey } from "#model/narrow.ts";
import type { State, Store } from "#store/state.ts";
import { asciiGlyphs } from "#theme/glyphs.ts";
import type { Token } from "#theme/tokens.ts";
import type { Region } from "./geometry.ts";
import { Placed } from "./lines.tsx";
import type { Style } from "./style.ts";

type InkUi = typeof import("@inkjs/ui");
type InkTheme = InkUi["defaultTheme"];

const library = lazy(() => import("@inkjs/ui"));

/** Undefined until it is needed and loaded. */
export function useInkUi(isNeeded: boolean): InkUi | undefined {
  const [ui, setUi] = useState<InkUi>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isGone = false;
    library().then(
      (loaded) => {
        if (!isGone) setUi(loaded);
      },
      // Nothing is drawn without it: what it would show is shown in words, too.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return ui;
}

const themes = new WeakMap<Style, InkTheme>();

/** The library's theme in our styles. The same object for the same style. */
function inkTheme(ui: InkUi, style: Style): InkTheme {
  const theme = themes.get(style) ?? makeTheme(ui, style);
  themes.set(style, theme);
  return theme;
}

function makeTheme(ui: InkUi, style: Style): InkTheme {
  const { glyphs } = style;
  const accent = () => colourOf(style, "accent");
  return ui.extendTheme(ui.defaultTheme, {
    components: {
      Spinner: { styles: { frame: accent } },
      ProgressBar: {
        styles: { completed: accent, remaining: () => colourOf(style, "rule") },
        config: () => ({
          completedCharacter: glyphs.barDone,
          remainingCharacter: glyphs.ruleHorizontal,
        }),
      },
    },
  });
}

/** A token's colour in Ink's format; empty without colours. */
function colourOf({ painter }: Style, token: Token): { readonly color?: string } {
  const { colour } = painter.theme.styles[token];
  if (colour === undefined || painter.depth === "none") return {};
  const { hex, ansi } = colour;
  const isOfPalette = hex === undefined || painter.depth === "16" || painter.depth === "8";
  return { color: isOfPalette ? `ansi256(${ansi})` : hex };
}

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
  const isShown = loading && isLong;
  const isStill = style.isStill === true;
  const ui = useInkUi(isShown && !isStill);
  if (isShown && isStill) {
    const sign = style.painter.paint("accent", style.glyphs.ellipsis);
    const { x, y, columns } = region;
    return <Placed lines={[sign]} region={{ x: x + columns - 1, y, columns: 1, rows: 1 }} />;
  }
  if (!isShown || ui === undefined) return null;
  return (
    <Box position="absolute" left={region.x + region.columns - 1} top={region.y} width={1}>
      <ui.ThemeProvider theme={inkTheme(ui, style)}>
        <ui.Spinner type={style.glyphs === asciiGlyphs ? "line" : "dots"} />
      </ui.ThemeProvider>
    </Box>
  );
});

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
