/** Commands as they are in the open list, which can give their keys something of its own to do. */

import { memoizeLast } from "#base/memoize.ts";
import type { Command, CommandContext } from "#commands/command.ts";
import type { ListDefinition, OwnKey } from "#commands/lists/list.ts";
import { definitionOf } from "#commands/lists/table.ts";
import { contextOf, showToast } from "#commands/screen.ts";
import { chosenRows } from "#store/list.ts";
import { isList, openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";

/** What keys do in the open list, by command; undefined: what they do everywhere. */
function ownKeysIn(screen: Screen): ListDefinition["ownKeys"] {
  const { place } = screen;
  return contextOf(screen) === "list" && isList(place) ? definitionOf(place).ownKeys : undefined;
}

/** The command with the title, the hint and the work that the open list gives to its key. */
export function commandHere(screen: Screen, command: Command): Command {
  return withOwn(command, ownKeysIn(screen)?.[command.id]);
}

/** The same for all commands; the same array for the same list. */
export function commandsHere(screen: Screen, commands: readonly Command[]): readonly Command[] {
  return allHere(ownKeysIn(screen), commands);
}

const allHere = memoizeLast((own: ListDefinition["ownKeys"], commands: readonly Command[]) =>
  own === undefined ? commands : commands.map((command) => withOwn(command, own[command.id])),
);

function withOwn(command: Command, own: OwnKey | undefined): Command {
  if (own === undefined) return command;
  const { id, keys, where } = command;
  return { id, keys, where, onRows: "chosen", ...own, run: (context) => runOwn(context, own) };
}

function runOwn(context: CommandContext, { title, run }: OwnKey): void {
  const { store, count } = context;
  const list = openList(store.getState().screen);
  const rows = list === undefined ? [] : chosenRows(list, count);
  if (rows.length === 0) showToast(store, `${title}: select a row`);
  else
    run(
      context,
      rows.map(({ key }) => key),
    );
}
