/** The keys that somebody configured for commands, as far as there are such commands and such keys. */
import { nearest } from "#base/nearest.ts";
import type { Command } from "./command.ts";
import { type Overrides, strokesOf } from "./keymap.ts";
import { isStroke, suggestedStroke } from "./strokes.ts";

export type OverridesResult = {
  readonly overrides: Overrides;
  /** About each command and key that there is not. */
  readonly complaints: readonly { readonly command: string; readonly sentence: string }[];
};

/** A command none of whose keys exist keeps its own; an empty list takes them away. */
export function readOverrides(
  written: ReadonlyMap<string, readonly string[]>,
  commands: readonly Command[],
): OverridesResult {
  const ids = commands.map(({ id }) => id);
  const overrides: Record<string, readonly string[]> = {};
  const complaints: { command: string; sentence: string }[] = [];
  const complain = (command: string, wrong: string, meant: string | undefined) => {
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    complaints.push({ command, sentence: `${wrong}${hint}` });
  };
  for (const [command, bindings] of written) {
    if (!ids.includes(command)) {
      complain(command, `Unknown command "${command}".`, nearest(command, ids));
      continue;
    }
    const strange = (binding: string) => strokesOf(binding).find((stroke) => !isStroke(stroke));
    const usable = bindings.filter((binding) => strange(binding) === undefined);
    for (const binding of bindings) {
      const stroke = strange(binding);
      if (stroke !== undefined)
        complain(
          command,
          `${command} has "${stroke}", which is not a key.`,
          suggestedStroke(stroke),
        );
    }
    if (usable.length > 0 || bindings.length === 0) overrides[command] = usable;
  }
  return { overrides, complaints };
}
