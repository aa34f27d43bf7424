/**
 * `weir status-line`: what needs the user, for the status bar of another program, which asks every few seconds.
 *
 * The entry file answers it from `status.json` and loads nothing else: import nothing here that is not bundled into it.
 */
import { ownProperty } from "#base/own-property.ts";
import { folders, statusPath } from "#host/paths.ts";
import { isRunning } from "#host/processes.ts";
import type { StatusEntry } from "./status-file.ts";

export type LineRequest = {
  /** If undefined, the line is in words. */
  readonly format: string | undefined;
  /** If undefined, all accounts are meant. */
  readonly account: string | undefined;
};

type Counts = {
  readonly needsYou: number;
  readonly unread: number;
  readonly hasMore: boolean;
  readonly state: StatusEntry["state"];
};

const formats: Readonly<Record<string, (entries: readonly StatusEntry[]) => string>> = {
  tmux: (entries) => brief(entries, (words) => `#[bold]${words}#[nobold]`),
  waybar: (entries) => JSON.stringify(moduleOf(entries)),
  zellij: (entries) => brief(entries, (words) => words),
};

const values: Readonly<Record<string, (entries: readonly StatusEntry[]) => string>> = {
  needs_you: (entries) => `${countsOf(entries).needsYou}`,
  unread: (entries) => unreadText(countsOf(entries)),
  account: (entries) => entries.map(({ account }) => safeName(account)).join(", "),
  state: (entries) => countsOf(entries).state,
};

const names = Object.keys(values).map((name) => `{${name}}`);

/** Why it is none, as a sentence. */
export function formatProblem({ format }: LineRequest): string | undefined {
  if (format === undefined || ownProperty(formats, format) !== undefined) return undefined;
  const written = format.match(placeholder) ?? [];
  const strange = written.find((each) => !names.includes(each));
  if (strange === undefined && written.length > 0) return undefined;
  const wrong = strange === undefined ? `"${format}" is none` : `it does not know ${strange}`;
  return `--format takes ${Object.keys(formats).join(", ")}, or a text with ${names.join(", ")}: ${wrong}.`;
}

const placeholder = /\{[^{}]*\}/g;

/** As it is printed; empty if no weir runs, or nothing is to be shown. Throws nothing. */
export function statusLine(request: LineRequest): string {
  const { homedir } = process.getBuiltinModule("node:os");
  const path = statusPath(folders(process.env, homedir()));
  const entries = entriesAt(path).filter(
    ({ account }) => request.account === undefined || account === request.account,
  );
  const text = entries.length === 0 ? "" : formatted(entries, request.format);
  return text === "" ? "" : `${text}\n`;
}

function formatted(entries: readonly StatusEntry[], format: string | undefined): string {
  if (format === undefined) return sentence(countsOf(entries));
  const formatter = ownProperty(formats, format);
  if (formatter !== undefined) return formatter(entries);
  return format.replace(
    placeholder,
    (each) => ownProperty(values, each.slice(1, -1))?.(entries) ?? each,
  );
}

/** The request on the command line; undefined if there is anything else, which the parser explains. */
export function requestIn(argv: readonly string[]): LineRequest | undefined {
  const [verb, ...words] = argv;
  if (verb !== "status-line") return undefined;
  const given: { format?: string; account?: string } = {};
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, name = "", joined] = /^--(format|account)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== "format" && name !== "account") return undefined;
    const value = joined ?? words.shift();
    if (value === undefined || given[name] !== undefined) return undefined;
    given[name] = value;
  }
  const request = { format: given.format, account: given.account };
  return formatProblem(request) === undefined ? request : undefined;
}

// What is in the file: nothing of it is believed that a bar could take for more than a text.

/** In the order of urgency. */
const states = ["signed-out", "offline", "stale", "connecting", "catching-up", "live"] as const;

/** Those of programs that run. */
function entriesAt(path: string): readonly StatusEntry[] {
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  try {
    const file = statSync(path);
    const user = process.geteuid?.() ?? file.uid;
    if (!file.isFile() || file.uid !== user || file.size > longestFile) return [];
    const { version, accounts } = JSON.parse(readFileSync(path, "utf8"));
    return version === 1 ? accounts.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const longestFile = 1_000_000;

function isEntry(entry: StatusEntry | null): entry is StatusEntry {
  return (
    typeof entry?.account === "string" &&
    Number.isSafeInteger(entry.needs_you) &&
    Number.isSafeInteger(entry.unread) &&
    states.includes(entry.state) &&
    isRunning(entry.pid, entry.started)
  );
}

/** Signs by which bars change their colour or run a program are replaced. */
function safeName(name: string): string {
  return name.slice(0, longestName).replace(/[^\p{L}\p{M}\p{N} ._@+-]/gu, "?");
}

const longestName = 60;

// Words.

function countsOf(entries: readonly StatusEntry[]): Counts {
  const sum = (of: (entry: StatusEntry) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  return {
    needsYou: sum(({ needs_you }) => needs_you),
    unread: sum(({ unread }) => unread),
    hasMore: entries.some(({ more_unread }) => more_unread === true),
    state: states.find((state) => entries.some((entry) => entry.state === state)) ?? "live",
  };
}

function unreadText({ unread, hasMore }: Counts): string {
  return `${unread}${hasMore ? "+" : ""}`;
}

/** States that pass by themselves within seconds are not told. */
function stateWords({ state }: Counts): readonly string[] {
  const words = { "signed-out": "signed out", offline: "offline", stale: "offline" };
  return state in words ? [words[state as keyof typeof words]] : [];
}

/** `2 need you, 41 unread` */
function sentence(counts: Counts): string {
  const { needsYou, unread } = counts;
  const needs = needsYou === 1 ? "1 needs you" : `${needsYou} need you`;
  return [
    ...stateWords(counts),
    ...(needsYou > 0 ? [needs] : []),
    ...(unread > 0 ? [`${unreadText(counts)} unread`] : []),
  ].join(", ");
}

/** `@2 41`, with the first emphasized, as where the screen names other accounts. */
function brief(entries: readonly StatusEntry[], emphasized: (words: string) => string): string {
  const counts = countsOf(entries);
  const { needsYou, unread } = counts;
  return [
    ...stateWords(counts),
    ...(needsYou > 0 ? [emphasized(`@${needsYou}`)] : []),
    ...(unread > 0 ? [unreadText(counts)] : []),
  ].join(" ");
}

/** A custom module of Waybar. `class` and `alt` choose its style and its icon. */
function moduleOf(entries: readonly StatusEntry[]) {
  const name = kindOf(countsOf(entries));
  const lines = entries.map(
    (entry) => `${safeName(entry.account)}: ${sentence(countsOf([entry])) || "nothing is unread"}`,
  );
  return {
    text: brief(entries, (words) => words),
    tooltip: lines.join("\n"),
    alt: name,
    class: name,
  };
}

function kindOf(counts: Counts): string {
  if (stateWords(counts).length > 0) return counts.state;
  if (counts.needsYou > 0) return "needs-you";
  return counts.unread > 0 ? "unread" : "quiet";
}
