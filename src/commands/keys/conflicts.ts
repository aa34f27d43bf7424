/** Keys that two commands of a context share, and sequences that are hidden by another command's key. */
import type { Command, Context } from "#commands/command.ts";
import { boundIn, contextNames, type Overrides, strokesOf } from "./keymap.ts";

export type KeyConflict = {
  /** Both commands' IDs; the first one runs. */
  readonly commands: readonly [used: string, other: string];
  readonly sentence: string;
};

/** One per pair of commands and key, whatever the number of contexts. A context's own key may hide that of a parent. */
export function keyConflicts(
  commands: readonly Command[],
  overrides: Overrides,
): readonly KeyConflict[] {
  const found = new Map<string, { conflict: Conflict; contexts: Context[] }>();
  for (const where of Object.keys(contextNames) as Context[])
    for (const conflict of conflictsIn(commands, overrides, where)) {
      const name = Object.values(conflict).join(" ");
      const same = found.get(name) ?? { conflict, contexts: [] };
      found.set(name, { conflict, contexts: [...same.contexts, where] });
    }
  return [...found.values()].map(({ conflict: { used, usedKey, other, otherKey }, contexts }) => {
    const places = contexts.map((where) => contextNames[where]).join(", ");
    const sentence =
      usedKey === otherKey
        ? `"${usedKey}" is bound to both ${used} and ${other}: ${used} is run (${places}).`
        : `"${usedKey}" is bound to ${used}, so "${otherKey}" never reaches ${other} (${places}).`;
    return { commands: [used, other], sentence };
  });
}

type Conflict = {
  readonly used: string;
  readonly usedKey: string;
  readonly other: string;
  readonly otherKey: string;
};

function conflictsIn(
  commands: readonly Command[],
  overrides: Overrides,
  where: Context,
): readonly Conflict[] {
  const bound = boundIn(commands, overrides, where);
  const winners = new Map(bound.map((binding) => [binding.keys, binding]));
  return bound.flatMap(({ command: { id: other }, keys: otherKey, rank }) => {
    const strokes = strokesOf(otherKey);
    return strokes.flatMap((_, at) => {
      const usedKey = strokes.slice(0, at + 1).join(" ");
      const winner = winners.get(usedKey);
      const isHidden = winner !== undefined && winner.rank < 0 && rank < winner.rank;
      if (winner === undefined || winner.command.id === other || isHidden) return [];
      return [{ used: winner.command.id, usedKey, other, otherKey }];
    });
  });
}
