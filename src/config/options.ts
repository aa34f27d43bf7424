/** The program's options, each with a default and a description. */

import { readDailyHours } from "#base/daily-hours.ts";
import { layoutNames } from "#base/keyboard-layouts.ts";
import { mustBe, scalarText } from "./toml-value.ts";

type Choice<Value extends string> = {
  readonly kind: "choice";
  readonly choices: readonly Value[];
  readonly default: Value;
};
type Switch = { readonly kind: "switch"; readonly default: boolean };
/** A whole number. */
type Amount = { readonly kind: "number"; readonly least: number; readonly default: number };
/** Hours of every day, as `readDailyHours` reads them; empty: none. */
type Hours = { readonly kind: "hours"; readonly default: "" };

export type Option = (Choice<string> | Switch | Amount | Hours) & {
  /** The key in the configuration file. */
  readonly name: string;
  readonly description: string;
};

/** Every option, in the order of the documentation. The type of the values follows from this table. */
export const options = {
  theme: {
    name: "theme",
    kind: "choice",
    choices: ["auto", "terminal", "dark", "light", "high-contrast", "high-contrast-light", "mono"],
    default: "auto",
    description: "Colours; auto and high-contrast detect a light background.",
  },
  glyphs: {
    name: "glyphs",
    kind: "choice",
    choices: ["auto", "unicode", "ascii"],
    default: "auto",
    description: "Symbols next to names; auto is ascii unless the locale is UTF-8.",
  },
  ambiguousWidth: {
    name: "ambiguous_width",
    kind: "choice",
    choices: ["1", "2"],
    default: "1",
    description: "Width of ambiguous-width characters, in cells.",
  },
  hyperlinks: {
    name: "hyperlinks",
    kind: "choice",
    choices: ["auto", "always", "never"],
    default: "auto",
    description: "Whether links in messages can be clicked in the terminal (OSC 8).",
  },
  images: {
    name: "images",
    kind: "choice",
    choices: ["auto", "always", "off"],
    default: "auto",
    description:
      "Pictures below messages; auto where they are sharp. off leaves all to other programs.",
  },
  density: {
    name: "density",
    kind: "choice",
    choices: ["compact", "comfortable"],
    default: "compact",
    description: "Comfortable adds a blank line between senders.",
  },
  preview: {
    name: "preview",
    kind: "choice",
    choices: ["auto", "right", "below", "off"],
    default: "auto",
    description: "The pane to read in beside a list; auto from 150 columns or 45 rows.",
  },
  markRead: {
    name: "mark_read",
    kind: "choice",
    choices: ["server", "always", "conversations", "never"],
    default: "server",
    description: "Where visible messages are marked read; server uses your account's setting.",
  },
  readIsDone: {
    name: "read_is_done",
    kind: "switch",
    default: false,
    description:
      "Whether reading what needs you is enough; else it stays until e, an answer or a reaction.",
  },
  waitingHours: {
    name: "waiting_hours",
    kind: "number",
    least: 0,
    default: 24,
    description: "Hours after which a question of yours without an answer is an open end.",
  },
  replyMarksRead: {
    name: "reply_marks_read",
    kind: "switch",
    default: false,
    description:
      "Whether sending marks what is unread in the conversation as done, as e does; u undoes it.",
  },
  enterSends: {
    name: "enter_sends",
    kind: "choice",
    choices: ["server", "always", "never"],
    default: "server",
    description: "Whether Enter sends the message; server uses your account's setting.",
  },
  undoSend: {
    name: "undo_send",
    kind: "choice",
    choices: ["0", "5", "10", "20", "30"],
    default: "0",
    description: "Seconds before a message is sent, for undo; 0 sends immediately.",
  },
  prefetch: {
    name: "prefetch",
    kind: "choice",
    choices: ["unread", "off"],
    default: "unread",
    description: "What is fetched before you open it, for reading at once and offline.",
  },
  lean: {
    name: "lean",
    kind: "choice",
    choices: ["auto", "true", "false"],
    default: "auto",
    description: "Fetches and sends as little as possible; auto does so where the line is slow.",
  },
  mouse: {
    name: "mouse",
    kind: "switch",
    default: true,
    description: "Mouse wheel and clicks; false lets the terminal select text.",
  },
  screenReader: {
    name: "screen_reader",
    kind: "switch",
    default: false,
    description: "Prints the chat as lines for a screen reader, like --plain.",
  },
  reducedMotion: {
    name: "reduced_motion",
    kind: "switch",
    default: false,
    description: "Nothing moves by itself: while messages load, a still sign instead of a spinner.",
  },
  preset: {
    name: "preset",
    kind: "choice",
    choices: ["none", "web"],
    default: "none",
    description: "Default keys; web has those of the web client. [keys] takes precedence.",
  },
  rightToLeft: {
    name: "rtl",
    kind: "choice",
    choices: ["auto", "terminal", "off"],
    default: "auto",
    description:
      "Who puts Hebrew, Arabic … in order: weir, unless the terminal always does; or nobody.",
  },
  layout: {
    name: "layout",
    kind: "choice",
    choices: ["auto", "off", ...layoutNames],
    default: "auto",
    description: "The keyboard for other scripts on which single keys are found by their place.",
  },
  notifications: {
    name: "notifications",
    kind: "choice",
    choices: ["auto", "osc9", "osc99", "osc777", "bell", "off"],
    default: "auto",
    description: "How to notify you while weir is not focused; auto depends on the terminal.",
  },
  notificationText: {
    name: "notification_text",
    kind: "choice",
    choices: ["message", "names"],
    default: "message",
    description: "What a notification shows: the message, or only who wrote and where.",
  },
  quietHours: {
    name: "quiet_hours",
    kind: "hours",
    default: "",
    description: "When no notification comes, every day, such as 22:00-7:00.",
  },
  archive: {
    name: "archive",
    kind: "switch",
    default: true,
    description: "Keeps what you have seen on disk; false erases it.",
  },
  archiveSize: {
    name: "archive_size",
    kind: "number",
    least: 10,
    default: 500,
    description: "Megabytes on disk, after which the oldest messages are removed.",
  },
} as const satisfies Record<string, Option>;

type ValueOf<Row> = Row extends { choices: readonly (infer Value)[] }
  ? Value
  : Row extends Amount
    ? number
    : Row extends Hours
      ? string
      : boolean;

export type OptionName = keyof typeof options;
export type Options = { readonly [Name in OptionName]: ValueOf<(typeof options)[Name]> };

export const defaults = Object.fromEntries(
  Object.entries(options).map(([name, option]) => [name, option.default]),
) as Options;

/** The error for a value of any kind; undefined if it is valid. Choices may be written as numbers or booleans. */
export function optionError(option: Option, value: unknown): string | undefined {
  const expected = expectedBy(option, value);
  return expected && mustBe(option.name, value, expected);
}

/** Undefined if the value is as expected. */
function expectedBy(option: Option, value: unknown): string | undefined {
  switch (option.kind) {
    case "switch":
      return typeof value === "boolean" ? undefined : "true or false";
    case "number": {
      const isAmount = Number.isSafeInteger(value) && Number(value) >= option.least;
      return isAmount ? undefined : `a number of at least ${option.least}`;
    }
    case "hours": {
      const isRead = value === "" || readDailyHours(scalarText(value) ?? "") !== undefined;
      return isRead ? undefined : "hours such as 22:00-7:00, or empty";
    }
    case "choice": {
      const isChoice = option.choices.includes(scalarText(value) ?? "");
      return isChoice ? undefined : `one of ${option.choices.join(", ")}`;
    }
  }
}
