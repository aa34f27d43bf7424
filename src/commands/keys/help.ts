/** The list of keys: what each does in the context in which it was opened, by section. */

import { keysOn, type LayoutName } from "#base/keyboard-layouts.ts";
import {
  type Command,
  type CommandContext,
  type Context,
  type Keys,
  worksIn,
} from "#commands/command.ts";
import { contextNames, keysOf, placeElsewhere, strokesOf } from "#commands/keymap.ts";
import { type PaletteFacts, paletteFacts } from "#commands/keys/palette.ts";
import { runCommand } from "#commands/repeat.ts";
import { closeDialog, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import type { DialogOf } from "#store/dialog.ts";
import { rankOf } from "./order.ts";
import { commandsLike } from "./words.ts";

export type HelpRow = {
  readonly command: Command;
  readonly keys: readonly string[];
  /** Each of them as it is on the keyboard that is used beside the Latin one. */
  readonly shown: readonly string[];
  /** Why it does nothing here, or what is missing on this server. */
  readonly reason: string | undefined;
};

export type HelpSection = { readonly title: string; readonly rows: readonly HelpRow[] };

/** The sections by the first part of the commands' IDs; all others do something in the context itself. */
const sectionOf: Readonly<Record<string, string>> = {
  triage: "Triage",
  topic: "Triage",
  snooze: "Triage",
  compose: "Write",
  edit: "Edit the text",
  go: "Go to",
  palette: "Go to",
  search: "Go to",
  status: "Go to",
  account: "Go to",
  move: "Move",
  scroll: "Move",
  pane: "Move",
  program: "Program",
  help: "Program",
};
/** What the footer names where there is room. */
const used = "Most used";
const idle = "Not here";
const order = ["Triage", "Write", "Edit the text", "Go to", "Move", "Program", idle];

/** The commands with a key there whose names or keys match the typed text. What does nothing there comes last. */
export function helpSections(
  { view, where, commands, disabled, layout }: PaletteFacts,
  { overrides, typed: typedFor }: Keys,
  typed: string,
): readonly HelpSection[] {
  const isSought = typed.trim() !== "";
  const elsewhere = (command: Command) => placeElsewhere(command, where);
  const reasonFor = (command: Command) =>
    unsupportedReason(view, command.needs)?.words ?? elsewhere(command) ?? disabled[command.id];
  const bound = commands
    .filter((command) => worksIn(command, where) || (isSought && elsewhere(command) !== undefined))
    .map((command) => {
      const context = worksIn(command, where) ? where : command.where[0];
      const keys = keysOf(command, overrides, context ?? where);
      return {
        command,
        keys,
        shown: typedFor ? namesOf(command, typedFor) : keys.map((each) => onBoth(each, layout)),
        reason: reasonFor(command),
      };
    })
    .filter(({ keys }) => keys.length > 0);
  const matches = commandsLike(
    bound.map(({ command }) => command),
    typed,
    (at) => bound[at]?.shown.join(" ") ?? "",
  );
  const sections = Map.groupBy(
    matches.flatMap((index) => bound[index] ?? []),
    ({ command }) => {
      const { id } = command;
      const isHere = worksIn(command, where) && disabled[id] === undefined;
      if (!isHere) return idle;
      return !isSought && isUsed(command, where) ? used : sectionOf[id.replace(/\..*/, "")];
    },
  );
  // The best match comes first, with its section.
  const names = isSought ? [...sections.keys()] : [used, undefined, ...order];
  return names.flatMap((name) => {
    const rows = sections.get(name);
    if (rows === undefined) return [];
    const byUse = (one: HelpRow, other: HelpRow) => rankOf(one.command) - rankOf(other.command);
    const sorted = name === used ? rows.toSorted(byUse) : rows;
    return [{ title: name ?? contextNames[where], rows: sorted }];
  });
}

function isUsed(command: Command, where: Context): boolean {
  return (command.hintIn?.[where] ?? command.hint) !== undefined;
}

/** What is typed for it, unless that is its title. */
function namesOf({ id, title }: Command, typed: NonNullable<Keys["typed"]>): readonly string[] {
  const name = typed(id);
  return name === undefined || name === title ? [] : [name];
}

/** The keys, with what the other keyboard writes there behind them. */
function onBoth(keys: string, layout: LayoutName | undefined): string {
  const other = layout === undefined ? undefined : keysOn(layout, strokesOf(keys));
  return other === undefined ? keys : `${keys} (${other})`;
}

export function helpRows(...of: Parameters<typeof helpSections>): readonly HelpRow[] {
  return helpSections(...of).flatMap(({ rows }) => rows);
}

/** Closes the dialog first: the command runs in the context in which help was opened. */
export function runFromHelp(context: CommandContext, { input, chosen }: DialogOf<"help">): void {
  const { store, keys } = context;
  const facts = paletteFacts(store.getState(), keys);
  const rows = helpRows(facts, keys, input.text);
  closeDialog(store);
  const { command, shown = [] } = rows[Math.min(chosen, rows.length - 1)] ?? {};
  const place = command && placeElsewhere(command, facts.where);
  if (place !== undefined)
    showToast(store, `${command?.title}: ${[...shown.slice(0, 1), place].join(" ")}.`, "error");
  else if (command !== undefined) runCommand({ ...context, count: 1 }, command);
}
