/** Notifications through the terminal: a sequence that it supports, or its bell. */
import { partOf, type SafeText } from "#base/safe-text.ts";
import type { Environment } from "./paths.ts";

/** The escape sequence to use. `osc9` has one text, the other two a title and a body; `bell` has none. */
type NotificationKind = "osc9" | "osc99" | "osc777" | "bell" | "off";

type Notification = { readonly title: SafeText; readonly body: SafeText };

/** As configured; `auto` depends on the terminal that the environment names, and is the bell if it is unknown. */
export function notificationKind(
  chosen: NotificationKind | "auto",
  environment: Environment,
): NotificationKind {
  if (chosen !== "auto") return chosen;
  const { TERM = "", TERM_PROGRAM = "", TMUX, STY, KITTY_WINDOW_ID } = environment;
  // A multiplexer drops the sequences but forwards the bell.
  if (TMUX || STY || /^(?:tmux|screen)/.test(TERM)) return "bell";
  if (KITTY_WINDOW_ID || /kitty/.test(TERM)) return "osc99";
  if (/^(?:iTerm\.app|WezTerm|ghostty)$/i.test(TERM_PROGRAM) || /ghostty/.test(TERM)) return "osc9";
  return /^(?:foot|rxvt-unicode|contour)/.test(TERM) ? "osc777" : "bell";
}

const longestTitle = 60;
const longestBody = 160;
const start = "\u001b]";
const end = "\u001b\\";
const bell = "\u0007";

/** The sequence for the terminal; empty for `off`. */
export function notificationSequence(
  kind: NotificationKind,
  { title, body }: Notification,
): string {
  const [head, text] = [cut(title, longestTitle), cut(body, longestBody)];
  const whole = text === "" ? head : `${head}: ${text}`;
  switch (kind) {
    case "osc9":
      return `${start}9;${whole}${end}`;
    case "osc99":
      return `${start}99;i=weir:d=0;${head}${end}${start}99;i=weir:d=1:p=body;${text}${end}`;
    case "osc777":
      return `${start}777;notify;${head};${text}${end}`;
    case "bell":
      return bell;
    case "off":
      return "";
  }
}

/** A semicolon ends a field, and after digits it starts other commands: in some terminals `9;4;` is a progress bar. */
function cut(text: SafeText, longest: number): SafeText {
  const line = text.replace(/[;\n]/g, (sign) => (sign === ";" ? "," : " "));
  const short = line.length > longest ? `${line.slice(0, longest).toWellFormed()}...` : line;
  return partOf(short);
}
