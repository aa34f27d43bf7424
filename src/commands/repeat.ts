/** Running a command by its key, and repeating the last triage command at the cursor. */
import { memoizeLast } from "#base/memoize.ts";
import {
  type Command,
  type CommandContext,
  commandsIn,
  inPanes,
  worksIn,
} from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { runForRows } from "#commands/lists/in-account.ts";
import type { ListKeys, OwnKey } from "#commands/lists/list.ts";
import { isGone } from "#commands/lists/staying.ts";
import { contextOf, showToast } from "#commands/screen.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { chosenRows } from "#store/list.ts";
import { isList, openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

// Commands as they are in the open list, which can give their keys something of its own to do.

/** What keys do in the open list, by command, where that is not what they do everywhere. */
function ownKeysIn(screen: Screen): ListKeys["work"] {
  const { place } = screen;
  return contextOf(screen) === "list" && isList(place) ? definitionOf(place).keys?.work : undefined;
}

/** The command with the title, the hint and the work that the open list gives to its key. */
function commandHere(screen: Screen, command: Command): Command {
  return withOwn(command, ownKeysIn(screen)?.[command.id]);
}

/** The same for all commands; the same array for the same list. */
export function commandsHere(screen: Screen, commands: readonly Command[]): readonly Command[] {
  return allHere(ownKeysIn(screen), commands);
}

const allHere = memoizeLast((own: ListKeys["work"], commands: readonly Command[]) =>
  own === undefined ? commands : commands.map((command) => withOwn(command, own[command.id])),
);

function withOwn(command: Command, own: OwnKey | undefined): Command {
  if (own === undefined) return command;
  const { id, keys, where } = command;
  return { id, keys, where, onRows: "chosen", ...own, run: (context) => runOwn(context, own) };
}

function runOwn(context: CommandContext, { title, run, ofList }: OwnKey): void {
  const { store, count } = context;
  const state = store.getState();
  const { place } = state.screen;
  const list = openList(state.screen);
  const chosen = list === undefined ? [] : chosenRows(list, count);
  const isLeft = ({ key }: GroupedRow) =>
    !isList(place) || list === undefined || !isGone(definitionOf(place), state, list, key);
  const rows = chosen.filter(isLeft);
  const isNeeded = ofList !== true;
  if (isNeeded && chosen.length === 0) showToast(store, `${title}: select a row`);
  else if (isNeeded && rows.length === 0) showToast(store, `${title}: it is not there any more`);
  else
    run(
      context,
      rows.map(({ key }) => key),
    );
}

/** What it does first of all: the reason behind it must not be cut. */
function inShort({ title }: Command): string {
  return title.replace(/(?:[,;:]| \(| of (?:the|a) message).*$/, "");
}

/** Like pressing its key; a disabled command only says why it is. */
export function runCommand(context: CommandContext, of: Command): void {
  const { store } = context;
  const command = commandHere(store.getState().screen, of);
  const isRepeatable = command.repeats === true;
  const run = (where: CommandContext) => {
    const reason = command.disabled?.(where.store.getState());
    if (reason === undefined) command.run({ ...where, command: command.id });
    else showToast(where.store, `${inShort(command)}: ${reason}`);
    return reason === undefined;
  };
  if (runForRows(context, command, run) || run(context)) {
    if (isRepeatable) rememberLast(store, command);
  }
}

function rememberLast(store: Store, { id }: Command): void {
  changeScreen(store, (screen) => ({ ...screen, triage: { ...screen.triage, last: id } }));
}

export const repeat = commandsIn(inPanes, {
  "triage.repeat": {
    title: "Repeat the last triage command here",
    keys: ["."],
    disabled: ({ screen }) => (screen.triage.last === undefined ? "nothing was done" : undefined),
    run: (context) => {
      const { store, keys } = context;
      const { screen } = store.getState();
      const last = keys.commands.find(({ id }) => id === screen.triage.last);
      if (last === undefined) return;
      if (worksIn(last, contextOf(screen))) runCommand(context, last);
      else showToast(store, `Not possible here: ${last.title}`);
    },
  },
});
