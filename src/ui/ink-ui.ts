/** Ink's component library in our colours, loaded on first use, because the first frame needs none of it. */
import { useEffect, useState } from "react";
import type { Token } from "#theme/tokens.ts";
import type { Style } from "./style.ts";

type InkUi = typeof import("@inkjs/ui");
type InkTheme = InkUi["defaultTheme"];

/** Undefined until it is needed and loaded. */
export function useInkUi(isNeeded: boolean): InkUi | undefined {
  const [ui, setUi] = useState<InkUi>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isGone = false;
    void import("@inkjs/ui").then((library) => {
      if (!isGone) setUi(library);
    });
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return ui;
}

const themes = new WeakMap<Style, InkTheme>();

/** The library's theme in our styles. The same object for the same style. */
export function inkTheme(ui: InkUi, style: Style): InkTheme {
  const known = themes.get(style) ?? makeTheme(ui, style);
  themes.set(style, known);
  return known;
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
  return { color: hex === undefined || painter.depth === "16" ? `ansi256(${ansi})` : hex };
}
