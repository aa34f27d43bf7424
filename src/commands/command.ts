/** What a person can do: one row feeds the keys, the footer, the help and the README. */
import type { Clock } from "#base/clock.ts";
import type { Store } from "#store/state.ts";
import type { LevelName } from "#wire/levels.ts";

/**
 * Where keys go. `dialog` is exclusive: while one is open no other context hears a key. `help` is the dialog of the keys
 * while nothing is typed into it.
 */
export type Context = "sidebar" | "list" | "reader" | "composer" | "bar" | "dialog" | "help";

/** How the pane's lines lie on the screen; asked by commands that move by lines, answered by the layout. */
export type Viewport = {
  /** Scrolls the reader by lines (negative: towards older). The selection stays on the screen. */
  readonly scroll: (lines: number) => void;
  /** Lines of text that the pane shows. */
  readonly height: () => number;
  /** Moves the selection by rows, scrolling as little as needed. */
  readonly select: (rows: number) => void;
  /** To the first or the last row that exists. */
  readonly selectEdge: (edge: "first" | "last") => void;
};

/** What a command may use. It appends intents and changes the screen; it never waits and never fetches. */
export type CommandContext = {
  readonly store: Store;
  readonly clock: Clock;
  readonly viewport: Viewport;
  /** A fresh random identifier. */
  readonly newId: () => string;
  /** How often: the digits typed before; 1 when none. */
  readonly count: number;
  readonly keys: Keys;
  readonly quit: () => void;
  readonly suspend: () => void;
  readonly repaint: () => void;
};

/** All commands, with the keys that the person gave to some of them instead of their own. */
export type Keys = {
  readonly commands: readonly Command[];
  /** By the command's id; an empty list takes all keys away. */
  readonly overrides: Readonly<Record<string, readonly string[]>>;
};

export type Command = {
  /** `area.verb`, stable: key overrides and tests name it. */
  readonly id: string;
  /** A few words, beginning with a capital, for help and palette. */
  readonly title: string;
  /** One or two words for the footer; undefined: not shown there. */
  readonly hint?: string;
  /** Strokes as they are written in the key table, for example `e`, `g g`, `^K`, `Shift+Tab`. */
  readonly keys: readonly string[];
  readonly where: readonly Context[];
  /** The change between servers that all of it needs: below that level, help says what is missing. */
  readonly needs?: LevelName;
  /** False where it would do nothing now; undefined: always possible. */
  readonly enabled?: (context: CommandContext) => boolean;
  readonly run: (context: CommandContext) => void;
};
