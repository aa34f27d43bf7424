/** How to draw on this terminal: from the user's options, the environment, and the terminal's replies. */
import { cellsFor, standardRules } from "#base/cells.ts";
import type { Options } from "#config/options.ts";
import { codeOf, nameOfCode } from "#emoji/catalogue.ts";
import {
  backgroundGuess,
  colourDepth,
  fillsErased,
  glyphSet,
  hasHyperlinks,
  isConsole,
  isDumb,
  orderedBy,
} from "#host/environment.ts";
import type { Environment } from "#host/paths.ts";
import type { Findings } from "#host/probe.ts";
import { asciiGlyphs, consoleGlyphs, substitutesOf, unicodeGlyphs } from "#theme/glyphs.ts";
import { type Painter, painter } from "#theme/painter.ts";
import type { Depth } from "#theme/themes.ts";
import { forConsole, type ThemeName, themeOf, withOwnForeground } from "#theme/themes.ts";
import type { Style } from "#ui/style.ts";

const depths: Readonly<Record<number, Depth>> = {
  0: "none",
  8: "8",
  16: "16",
  256: "256",
  16777216: "true",
};

const glyphsOf = { unicode: unicodeGlyphs, console: consoleGlyphs, ascii: asciiGlyphs } as const;

/** Without a choice: our own colours if the terminal can show them exactly, else its own palette. */
function themeFor(chosen: Options["theme"], depth: Depth, tone: "dark" | "light"): ThemeName {
  if (depth === "none") return "mono";
  if (chosen !== "auto") return chosen;
  return depth === "true" ? tone : "terminal";
}

/** Of a sequence that has no name, that of what it begins with. */
function emojiName(emoji: string): string | undefined {
  const [first = ""] = emoji;
  return nameOfCode(codeOf(emoji)) ?? nameOfCode(codeOf(first));
}

/** For terminals that know no escape sequences, not even bold. */
function unpainted(own: Painter): Painter {
  const nothing = { open: "", close: "" };
  return { ...own, sgr: () => nothing, paint: (_, text) => text, behind: (_, line) => line };
}

/** An exact colour takes twice the bytes of one of 256, which are too many for a slow line. */
function depthOf({ lean }: Options, environment: Environment): Depth {
  const depth = depths[colourDepth(environment)] ?? "16";
  return lean === "true" && depth === "true" ? "256" : depth;
}

export function styleOf(options: Options, environment: Environment, findings: Findings): Style {
  const depth = depthOf(options, environment);
  const answered = findings.isLight ? "light" : "dark";
  const reported = findings.isLight === undefined ? backgroundGuess(environment) : answered;
  const tone = reported ?? "dark";
  const theme = themeOf(themeFor(options.theme, depth, tone), tone);
  const set = glyphSet(environment, options.glyphs);
  const sure = reported === undefined ? withOwnForeground(theme) : theme;
  const painterHere = painter(isConsole(environment) ? forConsole(sure) : sure, depth);
  return {
    painter: isDumb(environment) ? unpainted(painterHere) : painterHere,
    glyphs: glyphsOf[set],
    cells: cellsFor({
      ...standardRules,
      // A terminal that does not reply is assumed to count like most do today.
      clusters: findings.hasClusters ?? findings.hasGraphemes ?? true,
      ...(isConsole(environment) && { emojiName }),
      ...(set !== "unicode" && { instead: substitutesOf[set] }),
      ambiguous: options.ambiguousWidth === "2" ? 2 : 1,
      ellipsis: set === "unicode" ? "…" : "~",
      reorders: orderedBy(environment, options.rightToLeft) === "weir",
    }),
    hours: { twentyFour: true },
    density: options.density,
    isStill: options.reducedMotion,
    fillsErased: fillsErased(environment),
    hyperlinks: hasHyperlinks(environment, options.hyperlinks),
  };
}
