/** The terminal's capabilities according to the environment, before the terminal itself is queried; and the locale. */
import type { DateOrder } from "#base/typed-time.ts";
import type { Environment } from "./paths.ts";
import type { Findings, PictureQuestions } from "./probe.ts";

/** The console of Linux itself, on a machine without a graphical screen. */
export function isConsole({ TERM }: Environment): boolean {
  return TERM === "linux";
}

/** Whether the terminal supports a title; the Linux console would print it. */
export function hasTitle(environment: Environment): boolean {
  return !isDumb(environment) && !isConsole(environment);
}

/** What in the environment, if anything, asks for lines instead of a screen, as a screen reader needs them. */
export function asksForLines(environment: Environment): string | undefined {
  const isOn = (name: string) => !["", "0", "false", undefined].includes(environment[name]);
  const asking = ["ACCESSIBLE", "INK_SCREEN_READER"].find(isOn);
  return asking ?? (environment["TERM"] === "dumb" ? "TERM=dumb" : undefined);
}

/** The number of colours to use; 0 if disabled or unsupported. */
export type ColourDepth = 0 | 8 | 16 | 256 | 16_777_216;

/** A terminal without cursor control. */
export function isDumb(environment: Environment): boolean {
  return (
    environment["TERM"] === undefined ||
    environment["TERM"] === "" ||
    environment["TERM"] === "dumb"
  );
}

/** Whether this is GNU screen, which passes on what the terminal around it says of itself; tmux may have its name. */
function isGnuScreen({ TERM = "", TMUX, STY }: Environment): boolean {
  return Boolean(STY) || (TERM.startsWith("screen") && TMUX === undefined);
}

/** From `NO_COLOR` (set and not empty), `COLORTERM` and `TERM`, in this order. */
export function colourDepth(environment: Environment): ColourDepth {
  const { NO_COLOR, COLORTERM = "", TERM = "" } = environment;
  if (NO_COLOR || isDumb(environment)) return 0;
  const isExact = /^(?:truecolor|24bit)$/i.test(COLORTERM) && !isGnuScreen(environment);
  if (isExact || /-direct$/.test(TERM)) return 16_777_216;
  if (/256/.test(TERM) || /^(?:xterm-(?:kitty|ghostty)|alacritty|foot|wezterm)/.test(TERM))
    return 256;
  return isConsole(environment) ? 8 : 16;
}

/** How text is written, as in `ru_RU.UTF-8`: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides. */
export function localeOf({ LC_ALL, LC_CTYPE, LANG }: Environment): string {
  return LC_ALL || LC_CTYPE || LANG || "";
}

/**
 * Which number comes first in dates of the locale's region: of `LC_ALL`, `LC_TIME` and `LANG`, the first that is set. Undefined
 * if that names no region, as `C.UTF-8`.
 */
export function dateOrder({ LC_ALL, LC_TIME, LANG }: Environment): DateOrder | undefined {
  const locale = /^[a-z]{2,3}_[A-Z]{2}\b/.exec(LC_ALL || LC_TIME || LANG || "")?.[0] ?? "";
  // Even the question takes the engine milliseconds, the first time.
  if (locale === "") return undefined;
  const [supported] = Intl.DateTimeFormat.supportedLocalesOf(locale.replace("_", "-"));
  if (supported === undefined) return undefined;
  const format = new Intl.DateTimeFormat(supported, { month: "numeric", day: "numeric" });
  const kinds = format.formatToParts(0).map(({ type }) => type);
  return kinds.indexOf("day") < kinds.indexOf("month") ? "day" : "month";
}

/** Terminals that put text from right to left in order themselves, and cannot be told not to. */
function alwaysReorders(environment: Environment): boolean {
  const { KONSOLE_VERSION, VTE_VERSION, MLTERM, TERM_PROGRAM, TERM = "", TMUX } = environment;
  if (KONSOLE_VERSION || MLTERM || TERM_PROGRAM === "Apple_Terminal" || TERM.startsWith("mlterm"))
    return true;
  // Others obey, but tmux does not pass on what they are told.
  return VTE_VERSION !== undefined && TMUX !== undefined;
}

/** Who puts text from right to left in the order of the screen: weir, or the terminal; or nobody. */
export function orderedBy(
  environment: Environment,
  chosen: "auto" | "terminal" | "off",
): "weir" | "terminal" | "nobody" {
  if (chosen === "off") return "nobody";
  return chosen === "terminal" || alwaysReorders(environment) ? "terminal" : "weir";
}

/** Whether text is written in UTF-8. */
export function isUtf8(environment: Environment): boolean {
  return /utf-?8/i.test(localeOf(environment));
}

/** The symbol set: as configured, or from the locale and the terminal. */
export function glyphSet(
  environment: Environment,
  chosen: "auto" | "unicode" | "ascii",
): "unicode" | "console" | "ascii" {
  if (chosen !== "auto") return chosen;
  if (!isUtf8(environment) || isDumb(environment)) return "ascii";
  return isConsole(environment) ? "console" : "unicode";
}

/** Whether to send the targets of links (OSC 8): terminals without support ignore them, except very old ones. */
export function hasHyperlinks(
  environment: Environment,
  chosen: "auto" | "always" | "never",
): boolean {
  if (chosen !== "auto") return chosen === "always";
  return !isConsole(environment) && !isDumb(environment);
}

/** Whether erased cells get the background that is open: all of today's terminals but GNU screen. */
export function fillsErased(environment: Environment): boolean {
  return !isGnuScreen(environment);
}

/** From `COLORFGBG`, whose last number is the palette index of the background; undefined if unknown. */
export function backgroundGuess({ COLORFGBG }: Environment): "dark" | "light" | undefined {
  const last = COLORFGBG?.split(";").at(-1) ?? "";
  if (!/^\d+$/.test(last)) return undefined;
  const place = Number(last);
  return place === 7 || place > 8 ? "light" : "dark";
}

/** How to ask the terminal about pictures: a terminal that might print the question is not asked. */
export function pictureQuestions(
  environment: Environment,
  images: "auto" | "always" | "off",
): PictureQuestions {
  const { TERM = "", TMUX, STY } = environment;
  if (isDumb(environment) || isConsole(environment) || STY) return "none";
  if (TMUX !== undefined)
    return images !== "off" && showsCellPictures(environment) ? "tmux" : "none";
  if (TERM.startsWith("screen")) return "none";
  return images === "off" ? "name" : "direct";
}

/** Whether the terminal around tmux is one that shows pictures where cells refer to them, as far as it says so. */
function showsCellPictures({ KITTY_WINDOW_ID, GHOSTTY_RESOURCES_DIR }: Environment): boolean {
  return Boolean(KITTY_WINDOW_ID || GHOSTTY_RESOURCES_DIR);
}

/** Whether the name is that of kitty 0.`minor` or newer. */
function isKittySince(name: string, minor: number): boolean {
  const [, major = 0, found = 0] = /^kitty\((\d+)\.(\d+)/.exec(name)?.map(Number) ?? [];
  return major > 0 || found >= minor;
}

/** Whether the terminal reverses words from right to left that were put in order, but not letters that come one by one. */
export function reversesWords(environment: Environment, { name = "" }: Findings): boolean {
  return environment["TMUX"] === undefined && isKittySince(name, 40);
}

/** How the terminal draws pixels, the best way first; undefined if it does not, or one cannot be sure. */
export function pixelsBy(
  environment: Environment,
  { hasKittyGraphics = false, hasSixel = false, cell, name = "" }: Findings,
): "kitty" | "kitty-tmux" | "iterm" | "sixel" | undefined {
  if (environment["TMUX"] !== undefined)
    return hasKittyGraphics && showsCellPictures(environment) ? "kitty-tmux" : undefined;
  // Others have the protocol without cells that refer to pictures; kitty has them since 0.28.
  const hasCells = /^ghostty/i.test(name) || isKittySince(name, 28);
  if (hasKittyGraphics && hasCells) return "kitty";
  if (/^(?:iTerm2|WezTerm|mintty)/.test(name)) return "iterm";
  // Sixels are pixels, so they fit cells of a known size only.
  return hasSixel && cell !== undefined ? "sixel" : undefined;
}
