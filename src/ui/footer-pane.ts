/** The keys that work where the person is, from the table of commands. */

import { latest } from "#base/latest.ts";
import type { Command, Context } from "#commands/command.ts";
import { keysOf, type Overrides } from "#commands/keymap.ts";
import { contextOf } from "#commands/screen.ts";
import { commandsOf } from "#commands/table.ts";
import type { State } from "#store/state.ts";
import { footerLines, type Hint } from "./footer-lines.ts";
import type { Geometry } from "./geometry.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import { readsKeysItself } from "./sign-in.tsx";

/** The hints of a context in the order of the table; help stands last. */
export function hintsOf(where: Context, overrides: Overrides): readonly Hint[] {
  const hints = commandsOf(where).flatMap((command): readonly (Hint & { command: Command })[] => {
    const [key] = keysOf(command, overrides);
    return command.hint === undefined || key === undefined
      ? []
      : [{ key, words: command.hint, command }];
  });
  const isHelp = ({ command }: { command: Command }) => command.id === "help.open";
  return [...hints.filter((hint) => !isHelp(hint)), ...hints.filter(isHelp)];
}

export function footerPane(
  { style, overrides }: PaneParts,
  geometry: (state: State) => Geometry,
): (state: State) => Lines {
  const hints = new Map<Context, readonly Hint[]>();
  const hintsHere = (where: Context) => {
    const known = hints.get(where) ?? hintsOf(where, overrides);
    hints.set(where, known);
    return known;
  };
  const lines = latest(
    (
      columns: number,
      where: Context | undefined,
      toast: State["screen"]["toast"],
      pending: string,
    ) => {
      const hints = where === undefined ? [] : hintsHere(where);
      return footerLines(style, columns, { hints, toast, pending });
    },
  );
  return (state) => {
    const { screen } = state;
    // Where a dialog reads keys by itself, no key of the table works.
    const where = readsKeysItself(screen) ? undefined : contextOf(screen);
    return lines(geometry(state).columns, where, screen.toast, screen.pending);
  };
}
