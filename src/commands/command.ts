/** What a person can do: one row feeds the keys, the footer, the help and the README. */
import type { Clock } from "#base/clock.ts";
import type { SafeText } from "#base/safe-text.ts";
import type { Rows } from "#editor/rows.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { Store } from "#store/state.ts";
import type { LevelName } from "#wire/levels.ts";

/**
 * Where keys go. `dialog` is exclusive: while one is open no other context hears a key. `help` is the dialog of the keys
 * while nothing is typed into it, `info` one that is only read, `card` one of a person or a stream, with keys of its own,
 * `search` the input of a search on the server. `filter` is the input that narrows a list, `form` a form. `find` is the
 * input of finding; in `hits`, which are stepped through, the keys of the reader work that it has not itself.
 */
export type Context =
  | "sidebar"
  | "list"
  | "reader"
  | "composer"
  | "bar"
  | "dialog"
  | "help"
  | "info"
  | "find"
  | "search"
  | "hits"
  | "filter"
  | "card"
  | "form";

/** How the pane's lines lie on the screen, and what they hold: asked by commands, answered by the layout. */
export type Viewport = {
  /** Scrolls the reader by lines (negative: towards older). The selection stays on the screen. */
  readonly scroll: (lines: number) => void;
  /** Lines of text that the pane shows. */
  readonly height: () => number;
  /** Moves the selection by rows, scrolling as little as needed. */
  readonly select: (rows: number) => void;
  /** True where the last line of the last message stands on the screen, and nothing is known to come after it. */
  readonly atEnd: () => boolean;
  /** To the first or the last row that exists. */
  readonly selectEdge: (edge: "first" | "last") => void;
  /** The rows of the text in the composer. */
  readonly composerRows: () => Rows;
  /** The last line that can stand first in the open dialog. */
  readonly lastDialogLine: () => number;
  /** What can be opened in the message, in the order of its text. */
  readonly links: (message: Message) => readonly MessageLink[];
  /** The code blocks of the message, in the order of its text. */
  readonly codes: (message: Message) => readonly SafeText[];
  /** How many columns of the message's widest code or table do not fit, as it was drawn last; 0 where all do. */
  readonly cutColumns: (message: Message) => number;
};

/** The programs around the terminal. */
export type Desktop = {
  /** Opens a URL of http, https or mailto; false if nothing here opens it. */
  readonly open: (url: string) => Promise<boolean>;
  /** Copies the text; resolves with what took it, in words: nothing if nothing did. */
  readonly copy: (text: string) => Promise<readonly string[]>;
  /** Lends the terminal to the person's pager; resolves with what went wrong, for the person. */
  readonly page: (text: SafeText) => Promise<string | undefined>;
  /** Downloads a file and opens it with the program that shows such files. */
  readonly show: (file: SharedFile) => Promise<Shown>;
};

/** The person's own files. Names and paths are not safe for a terminal. */
export type LocalFiles = {
  /** What is in the folder, by name; nothing if it cannot be read. */
  readonly list: (folder: string) => Promise<readonly FolderEntry[]>;
  /** The file at the path, which may begin with `~`; a sentence if it is none that can be read. */
  readonly find: (path: string) => Promise<LocalFile | string>;
};

export type FolderEntry = { readonly name: string; readonly isFolder: boolean };

export type LocalFile = {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
};

/** A file that somebody uploaded to the realm; its name is as it came. */
export type SharedFile = {
  readonly realmId: string;
  readonly path: string;
  readonly name: string;
};

export type Shown =
  | { readonly kind: "opened" }
  /** Over SSH, or on a machine without a screen. */
  | { readonly kind: "no desktop" }
  | { readonly kind: "failed"; readonly sentence: string };

/** What a command may use. It appends intents and changes the screen; it never waits and never fetches. */
export type CommandContext = {
  readonly store: Store;
  readonly clock: Clock;
  readonly viewport: Viewport;
  readonly desktop: Desktop;
  readonly files: LocalFiles;
  /** A fresh random identifier. */
  readonly newId: () => string;
  /** How often: the digits typed before; 1 when none. */
  readonly count: number;
  readonly keys: Keys;
  readonly quit: () => void;
  /** Opens the account of that name of the configuration file, in place of the one that is open. */
  readonly openAccount: (name: string) => void;
  readonly suspend: () => void;
  readonly repaint: () => void;
  /** Opens `text` in the person's own editor; `done` is told what it saved, or undefined, and what went wrong. */
  readonly editExternally: (
    text: string,
    done: (text: string | undefined, problem: string | undefined) => void,
  ) => void;
  /** Asks a server that did not answer once more, at once. */
  readonly retry: () => void;
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
  /** True for commands of triage: `.` does the last one of them again. */
  readonly repeats?: true;
  readonly run: (context: CommandContext) => void;
};
