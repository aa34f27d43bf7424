/** What a user can do: one row feeds the keys, the footer, the help, README and the guide. */
import type { Clock } from "#base/clock.ts";
import type { SafeText } from "#base/safe-text.ts";
import type { CustomCommand } from "#config/custom-commands.ts";
import type { Input } from "#editor/input.ts";
import type { Rows } from "#editor/rows.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import type { SharedFile } from "#model/written-links.ts";
import type { About, FileText } from "#store/dialog.ts";
import type { LiveAccounts } from "#store/live.ts";
import type { State, Store } from "#store/state.ts";
import type { LevelName } from "#wire/levels.ts";

/**
 * Which keys apply: those of the context and of its parents, of which the nearest one that has the key decides. While a
 * dialog is open, no other context gets keys. In `hits`, while stepping through what was found, the reader's keys work
 * too, with lower precedence.
 */
export type Context =
  | "sidebar"
  | "list"
  | "reader"
  | "composer"
  | "hits"
  /** What is taken, or left: a dialog, or a line that is typed. */
  | "dialog"
  /** A dialog whose items have keys of their own, which take precedence. */
  | "menu"
  /** A line that is typed. */
  | "input"
  /** The filter of the sidebar. */
  | "bar"
  /** The filter of a list. */
  | "filter"
  /** Finding text in a conversation. */
  | "find"
  /** A search on the server. */
  | "search"
  | "form"
  /** A dialog with text only. */
  | "info"
  /** About a user or a stream, with keys of its own. */
  | "card";

const parents: Readonly<Partial<Record<Context, Context>>> = {
  menu: "dialog",
  input: "dialog",
  bar: "input",
  filter: "input",
  find: "input",
  search: "input",
  form: "input",
};

const chains = new Map<Context, readonly Context[]>();

/** The context and its parents, the nearest first. The same list each time: it is asked for each command. */
export function chainOf(where: Context): readonly Context[] {
  let chain = chains.get(where);
  if (chain === undefined) {
    const parent = parents[where];
    chain = parent === undefined ? [where] : [where, ...chainOf(parent)];
    chains.set(where, chain);
  }
  return chain;
}

/** Whether the command's keys work in that context. */
export function worksIn({ where: declared }: Pick<Command, "where">, where: Context): boolean {
  return chainOf(where).some((each) => declared.includes(each));
}

/** Access to the layout for commands: where the pane's lines are, and what they contain. */
export type Viewport = {
  /** The state that is drawn: keys may have changed it since. Undefined without a screen. */
  readonly drawn: () => State | undefined;
  /** Scrolls the reader by lines (negative: towards older). The selection stays visible. */
  readonly scroll: (lines: number) => void;
  /** Lines of text that the pane shows. */
  readonly height: () => number;
  /** Moves the selection by rows, scrolling as little as needed. */
  readonly select: (rows: number) => void;
  /** True if the last line of the last message is visible, and it is the end of the narrow. */
  readonly atEnd: () => boolean;
  /** Selects the first or the last existing row. */
  readonly selectEdge: (edge: "first" | "last") => void;
  /** The rows of the composer's text. */
  readonly composerRows: () => Rows;
  /** The last line of the open dialog that can be the first visible one. */
  readonly lastDialogLine: () => number;
  /** The links of the message, in text order. */
  readonly links: (message: Message) => readonly MessageLink[];
  /** The message in one line. */
  readonly textOf: (message: Message) => SafeText;
  /** The code blocks of the message, in text order. */
  readonly codes: (message: Message) => readonly SafeText[];
  /** How many columns of the message's widest code or table were cut off in the last drawing. */
  readonly cutColumns: (message: Message) => number;
};

/** Other programs of the user's machine. */
export type Desktop = {
  /** Opens an http, https or mailto URL; false if there is no program for it. */
  readonly open: (url: string) => Promise<boolean>;
  /** Copies the text; resolves with descriptions of what accepted it, empty if nothing did. */
  readonly copy: (text: string) => Promise<readonly string[]>;
  /** Runs the user's pager in the terminal; resolves with an error message, if any. */
  readonly page: (text: SafeText) => Promise<string | undefined>;
  /** Downloads a file and opens it with the default program for its type. */
  readonly show: (file: SharedFile) => Promise<ShowResult>;
  /** Downloads a text. */
  readonly read: (file: SharedFile) => Promise<FileText>;
  /** Downloads a file to a path of the user's, where no file is yet. */
  readonly save: (file: SharedFile, path: string) => Promise<SaveResult>;
  /**
   * Runs a program beside the screen; without `ms` as long as it likes, and nobody sees what it prints. The signal ends it.
   */
  readonly run: (program: Program, ms?: number, signal?: AbortSignal) => Promise<ProgramEnd>;
  /** Lends the terminal to a program, until it ends. */
  readonly runInTerminal: (program: Program) => Promise<ProgramEnd>;
};

/** A program of the user's. */
export type Program = {
  /** Its name and its arguments, which no shell reads. */
  readonly words: readonly [string, ...string[]];
  /** What its standard input reads, unless it has the terminal. */
  readonly input?: string;
  /** Variables of its environment, besides those of weir's. */
  readonly variables: Readonly<Record<string, string>>;
};

/** How it ended. Its texts are not safe for a terminal. */
export type ProgramEnd =
  /** What it printed, and the end of what it said about errors; empty if it had the terminal. */
  | {
      readonly kind: "ended";
      readonly code: number;
      readonly output: string;
      readonly errors: string;
    }
  /** It was not started, or was ended; a predicate: `took longer than 60 s`. */
  | { readonly kind: "failed"; readonly because: string };

/** The user's own files. Names and paths are not safe for a terminal. */
export type LocalFiles = {
  /** The folder's contents, by name; empty if it cannot be read. */
  readonly list: (folder: string) => Promise<readonly FolderEntry[]>;
  /** The file at the path, which may begin with `~`; an error message if it cannot be read. */
  readonly find: (path: string) => Promise<LocalFile | string>;
  /** Changes options in the configuration file; resolves with an error message if they are not in it. */
  readonly saveOptions: (
    values: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<string | undefined>;
};

export type FolderEntry = { readonly name: string; readonly isFolder: boolean };

export type LocalFile = {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
};

export type ShowResult =
  | { readonly kind: "opened" }
  /** Over SSH, or without a graphical session. */
  | { readonly kind: "no desktop" }
  | { readonly kind: "failed"; readonly sentence: string };

export type SaveResult =
  /** The path is absolute. */
  | { readonly kind: "saved"; readonly path: string }
  | { readonly kind: "exists" | "failed"; readonly sentence: string };

/** What a command may use. It appends intents and changes the screen; it never waits and never fetches. */
export type CommandContext = {
  readonly store: Store;
  readonly clock: Clock;
  readonly viewport: Viewport;
  readonly desktop: Desktop;
  readonly files: LocalFiles;
  /** A new random identifier. */
  readonly newId: () => string;
  /** The digits typed before the key; 1 without any. */
  readonly count: number;
  readonly keys: Keys;
  /** The last stroke of the key that was pressed; absent if none was. */
  readonly stroke?: string;
  /** True if it was given as a line, which no held key repeats. */
  readonly isLine?: true;
  /** The ID of the running command; absent if something else is running. */
  readonly command?: string;
  /** What the user has just confirmed: it is not asked again. */
  readonly confirmed?: About;
  readonly quit: () => void;
  /** Shows the account of that name in the configuration file. */
  readonly openAccount: (name: string) => void;
  /** If absent, there can be only one account. */
  readonly accounts?: Accounts;
  readonly suspend: () => void;
  readonly repaint: () => void;
  /**
   * Opens `text` in the user's own editor; `done` gets what it saved, or undefined and an error message, and `saved` what it
   * saves until then.
   */
  readonly editExternally: (
    text: string,
    done: (text: string | undefined, problem: string | undefined) => void,
    saved: (text: string) => void,
  ) => void;
  /** Retries an unreachable server immediately. */
  readonly retry: () => void;
};

/** The accounts that are live together. */
export type Accounts = {
  readonly live: () => LiveAccounts;
  /** For what is done in that account; undefined if it is not live. */
  readonly contextOf: (name: string) => CommandContext | undefined;
};

/** All commands, and the keys that the user configured instead of the default ones. */
export type Keys = {
  readonly commands: readonly Command[];
  /** By command ID; an empty list unbinds the command. */
  readonly overrides: Readonly<Record<string, readonly string[]>>;
  /** Where lines are typed: what is typed for a command, which sentences name instead of its key. */
  readonly typed?: (id: string) => string | undefined;
};

export type Command = {
  /** `area.verb`, stable: key overrides and tests name it. */
  readonly id: string;
  /** A few words, beginning with a capital, for help and palette. */
  readonly title: string;
  /** What people call it who come from other programs, separated by commas: help and palette find it by these, too. */
  readonly alsoCalled?: string;
  /** One or two words for the footer, if it is shown there. */
  readonly hint?: string;
  /** The words for the footer in contexts where the key does something of its own. */
  readonly hintIn?: Readonly<Partial<Record<Context, string>>>;
  /** Strokes in the notation of the key table, for example `e`, `g g`, `^K`, `Shift+Tab`. */
  readonly keys: readonly string[];
  readonly where: readonly Context[];
  /** The server change that it depends on: below that level, help says what is missing. */
  readonly needs?: LevelName;
  /**
   * Why it does nothing here, in a few words; undefined if it does something. While a dialog is open, the question is
   * about the screen below it.
   */
  readonly disabled?: (state: State) => string | undefined;
  /**
   * True if it only moves between panes, in drawn text, or in a line of input: a program without a screen does not
   * offer it.
   */
  readonly screenOnly?: true;
  /** True if it is of use with several accounts only: with one, no list of keys names it. */
  readonly forSeveral?: true;
  /** What it acts on in a list: the chosen rows, or the one under the cursor. With one of another account it does so there. */
  readonly onRows?: "chosen" | "cursor";
  /** True for triage commands, which `.` repeats. */
  readonly repeats?: true;
  /** It is of the user's own configuration, and runs a program. */
  readonly custom?: CustomCommand;
  readonly run: (context: CommandContext) => void;
};

/** What the keys of the context `dialog` do in one kind of dialog or typed line. */
export type DialogKeys = {
  /** The line; undefined while letters do not go into it. */
  readonly input: (state: State) => Input | undefined;
  /** Replaces the line by what a key made of it: another text, or only another cursor. */
  readonly change: (context: CommandContext, input: Input) => void;
  readonly take: (context: CommandContext) => void;
  readonly leave: (context: CommandContext) => void;
  /** To the next or the previous choice. */
  readonly step: (context: CommandContext, by: 1 | -1) => void;
  /** By several choices, but not beyond the last one. */
  readonly page: (context: CommandContext, by: number) => void;
  /** What Tab does, if that is not the same as taking. */
  readonly complete?: (context: CommandContext) => void;
  /** What letters do, if they do not go into the line. */
  readonly type?: (context: CommandContext, text: string) => void;
  /** What Left and Right do where letters do not go into a line. */
  readonly turn?: (context: CommandContext, by: 1 | -1) => void;
};

/** The contexts of the panes, in which letters are not text. */
export const inPanes = ["sidebar", "list", "reader"] as const;

type CommandRow = Omit<Command, "id" | "where"> & Partial<Pick<Command, "where">>;

/** Commands by ID; `where` applies to those that name no contexts of their own. */
export function commandsIn(
  where: readonly Context[],
  rows: Readonly<Record<string, CommandRow>>,
): readonly Command[] {
  return Object.entries(rows).map(([id, row]) => ({ id, where, ...row }));
}
