/** The configured keys: presets, and validating what is written: existing commands, valid keys, conflicts. */

import { nearest } from "#base/nearest.ts";
import { graphemes } from "#base/safe-text.ts";
import { type Command, type Context, worksIn } from "#commands/command.ts";
import { boundIn, contextNames, type Overrides, overrideKey, strokesOf } from "#commands/keymap.ts";

/** About the command, or the context and command, as written in the file. */
type Complaint = { readonly command: string; readonly sentence: string };

type OverridesResult = {
  readonly overrides: Overrides;
  /** One per unknown command, invalid key, and key of two commands. */
  readonly complaints: readonly Complaint[];
};

/**
 * A command without any valid key keeps its default ones; an empty list unbinds it. Explicit keys override the preset,
 * in all contexts unless one is named.
 */
export function readOverrides(
  written: ReadonlyMap<string, readonly string[]>,
  commands: readonly Command[],
  preset: KeyPreset = "none",
): OverridesResult {
  const overrides: Record<string, readonly string[]> = { ...keyPresets[preset] };
  // Mostly nothing is, and the start need not look for conflicts.
  if (written.size === 0) return { overrides, complaints: [] };
  const names = namesOf(commands);
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
    const usable = bindings.filter((binding) => invalidStroke(binding) === undefined);
    if (usable.length === 0 && bindings.length > 0) continue;
    if (name === command.id)
      for (const where of contextsOf(command)) delete overrides[overrideKey(name, where)];
    // Must come after those of the preset.
    delete overrides[name];
    overrides[name] = usable;
  }
  return { overrides, complaints: [...complaints, ...conflicts(written, commands, overrides)] };
}

/** Keys for one context take precedence wherever they are in the file. */
function generalFirst(written: ReadonlyMap<string, readonly string[]>) {
  const parts = ([name]: readonly [string, unknown]) => name.split(".").length;
  return [...written].toSorted((a, b) => parts(a) - parts(b));
}

function contextsOf(command: Command): readonly Context[] {
  return (Object.keys(contextNames) as Context[]).filter((where) => worksIn(command, where));
}

/** Every command by its ID, and by that with each of its contexts. */
function namesOf(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(
    commands.flatMap((command) =>
      [undefined, ...contextsOf(command)].map(
        (where) => [overrideKey(command.id, where), command] as const,
      ),
    ),
  );
}

function complaint(command: string, wrong: string, meant: string | undefined): Complaint {
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return { command, sentence: `${wrong}${hint}` };
}

function invalidStroke(binding: string): string | undefined {
  return strokesOf(binding).find((stroke) => !isStroke(stroke));
}

function unknownKeys(name: string, bindings: readonly string[]): readonly Complaint[] {
  return bindings.flatMap((binding) => {
    const stroke = invalidStroke(binding);
    if (stroke === undefined) return [];
    return [
      complaint(name, `${name} has "${stroke}", which is not a key.`, suggestedStroke(stroke)),
    ];
  });
}

/** Only conflicts of explicit keys, which have a line in the file: users need not know the others. */
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

type KeyPreset = "none" | "web";

const web: Overrides = {
  "go.all": ["g a", "a"],
  "go.recent": ["g r", "t"],
  "go.drafts": ["g d", "d"],
  // In the other contexts this letter is text.
  "sidebar.palette.open": ["^K", "w"],
  "list.palette.open": ["^K", "w"],
  "reader.palette.open": ["^K", "w"],
  "sidebar.topic.mute": ["m", "M"],
  "list.topic.mute": ["m", "M"],
  "reader.topic.mute": ["M", "Alt+m"],
  "reader.message.edit": ["E", "e"],
  "reader.triage.done": ["Alt+e"],
  "reader.topic.move": ["T", "m"],
  "reader.go.topics": ["g T", "s"],
  "reader.message.star": ["*", "Alt+s"],
  "reader.info.open": ["i", "u"],
  "reader.triage.undo": ["Alt+u"],
};

const keyPresets: Readonly<Record<KeyPreset, Overrides>> = { none: {}, web };

const keys = [
  "Enter",
  "Esc",
  "Tab",
  "Space",
  "Backspace",
  "Delete",
  "Insert",
  "Begin",
  "Up",
  "Down",
  "Left",
  "Right",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`),
];
const modifiers = ["", "Ctrl+", "Alt+", "Shift+", "Ctrl+Alt+", "Ctrl+Shift+", "Alt+Shift+"];
const named = [...modifiers, "Ctrl+Alt+Shift+"].flatMap((held) => keys.map((key) => held + key));

/** Letters with Ctrl are upper case; Ctrl alone is a caret. */
const withCtrl =
  /^(?:(?:Alt\+)?\^(?:Space|[^\p{Ll}])|Ctrl\+(?:Alt\+|Shift\+|Alt\+Shift\+)[^\p{Ll}])$/u;

/** Whether this is the notation of a key that terminals can send. */
export function isStroke(stroke: string): boolean {
  const [, plain = ""] = /^(?:Alt\+)?(.+)$/s.exec(stroke) ?? [];
  return named.includes(stroke) || withCtrl.test(stroke) || graphemes(plain).length === 1;
}

/** The most similar stroke; undefined if none is similar. */
export function suggestedStroke(written: string): string | undefined {
  const [, ctrl, alt, letter = ""] =
    /^(?:(\^|(?:ctrl|control|c)[+-])|((?:alt|meta|m)[+-]))(.)$/i.exec(written) ?? [];
  if (ctrl !== undefined) return `^${letter.toUpperCase()}`;
  if (alt !== undefined) return `Alt+${letter}`;
  const close = nearest(
    written.toLowerCase(),
    named.map((stroke) => stroke.toLowerCase()),
  );
  return named.find((stroke) => stroke.toLowerCase() === close);
}

// Keys that two commands of a context share, and sequences that are hidden by another command's key.

export type KeyConflict = {
  /** Both commands' IDs; the first one runs. */
  readonly commands: readonly [used: string, other: string];
  /** The key of each, of which the second one may be a sequence that begins with the first. */
  readonly keys: readonly [used: string, other: string];
  readonly sentence: string;
};

/** One per pair of commands and key, whatever the number of contexts. A context's own key may hide that of a parent. */
export function keyConflicts(
  commands: readonly Command[],
  overrides: Overrides,
): readonly KeyConflict[] {
  const byName = new Map<string, { conflict: Conflict; contexts: Context[] }>();
  for (const where of Object.keys(contextNames) as Context[])
    for (const conflict of conflictsIn(commands, overrides, where)) {
      const name = Object.values(conflict).join(" ");
      const same = byName.get(name) ?? { conflict, contexts: [] };
      byName.set(name, { conflict, contexts: [...same.contexts, where] });
    }
  return [...byName.values()].map(({ conflict: { used, usedKey, other, otherKey }, contexts }) => {
    const places = contexts.map((where) => contextNames[where]).join(", ");
    const sentence =
      usedKey === otherKey
        ? `"${usedKey}" is bound to both ${used} and ${other}: ${used} is run (${places}).`
        : `"${usedKey}" is bound to ${used}, so "${otherKey}" never reaches ${other} (${places}).`;
    return { commands: [used, other], keys: [usedKey, otherKey], sentence };
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
