/** The keys that somebody configured for commands, as far as there are such commands and such keys. */
import { nearest } from "#base/nearest.ts";
import type { Command } from "./command.ts";
import { keyConflicts } from "./key-conflicts.ts";
import { type KeyPreset, keyPresets } from "./key-presets.ts";
import { type Overrides, overrideKey, strokesOf } from "./keymap.ts";
import { isStroke, suggestedStroke } from "./strokes.ts";

/** About the command, or the context and command, as it is written in the file. */
type Complaint = { readonly command: string; readonly sentence: string };

export type OverridesResult = {
  readonly overrides: Overrides;
  /** About each command and key that there is not, and each key that two commands have. */
  readonly complaints: readonly Complaint[];
};

/**
 * A command none of whose keys exist keeps its own; an empty list takes them away. What is written counts before the
 * preset, in all contexts unless it names one.
 */
export function readOverrides(
  written: ReadonlyMap<string, readonly string[]>,
  commands: readonly Command[],
  preset: KeyPreset = "none",
): OverridesResult {
  const names = namesOf(commands);
  const overrides: Record<string, readonly string[]> = { ...keyPresets[preset] };
  const complaints: Complaint[] = [];
  for (const [name, bindings] of generalFirst(written)) {
    const command = names.get(name);
    if (command === undefined) {
      complaints.push(
        complaint(name, `Unknown command "${name}".`, nearest(name, [...names.keys()])),
      );
      continue;
    }
    complaints.push(...unknownKeys(name, bindings));
    const usable = bindings.filter((binding) => strangeIn(binding) === undefined);
    if (usable.length === 0 && bindings.length > 0) continue;
    if (name === command.id)
      for (const where of command.where) delete overrides[overrideKey(name, where)];
    // It is made after those of the preset.
    delete overrides[name];
    overrides[name] = usable;
  }
  return { overrides, complaints: [...complaints, ...conflicts(written, commands, overrides)] };
}

/** Keys for one context count whatever stands before them in the file. */
function generalFirst(written: ReadonlyMap<string, readonly string[]>) {
  const parts = ([name]: readonly [string, unknown]) => name.split(".").length;
  return [...written].toSorted((a, b) => parts(a) - parts(b));
}

/** Every command by its id, and by that with each of its contexts. */
function namesOf(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(
    commands.flatMap((command) =>
      [undefined, ...command.where].map(
        (where) => [overrideKey(command.id, where), command] as const,
      ),
    ),
  );
}

function complaint(command: string, wrong: string, meant: string | undefined): Complaint {
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return { command, sentence: `${wrong}${hint}` };
}

function strangeIn(binding: string): string | undefined {
  return strokesOf(binding).find((stroke) => !isStroke(stroke));
}

function unknownKeys(name: string, bindings: readonly string[]): readonly Complaint[] {
  return bindings.flatMap((binding) => {
    const stroke = strangeIn(binding);
    if (stroke === undefined) return [];
    return [
      complaint(name, `${name} has "${stroke}", which is not a key.`, suggestedStroke(stroke)),
    ];
  });
}

/** Those of what is written, so that its line can be named: of others, a person need not know. */
function conflicts(
  written: ReadonlyMap<string, readonly string[]>,
  commands: readonly Command[],
  overrides: Overrides,
): readonly Complaint[] {
  return keyConflicts(commands, overrides).flatMap(({ commands: both, sentence }) => {
    const isAbout = (name: string) => both.some((id) => name === id || name.endsWith(`.${id}`));
    const command = [...written.keys()].find(isAbout);
    return command === undefined ? [] : [{ command, sentence }];
  });
}
