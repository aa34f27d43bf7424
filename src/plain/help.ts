/**
 * What can be typed: said once for each kind of place, and again for `?`; and what Tab makes of a line that was begun.
 */
import type { CommandContext, Keys } from "#commands/command.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { offersChoices, takesText } from "#commands/keys/inputs.ts";
import { contextOf } from "#commands/screen.ts";
import { candidatesFrom } from "#commands/writing/completion.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { footerHints, occasionsIn } from "#ui/bars/footer-keys.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { namesHere, typedName } from "./answers.ts";
import type { Completions } from "./keyboard.ts";

const maxNamed = 3;

export function helpSpeaker({ bodies, keys }: PaneParts) {
  const told = new Set<string>();
  const all = (state: State) => [helpIn(keys, bodies, state)];
  return {
    all,
    /** Unless it was said before. */
    tell: (state: State) => {
      const kind = kindOf(state);
      if (told.has(kind)) return [];
      told.add(kind);
      return all(state);
    },
  };
}

function kindOf(state: State): string {
  const { dialog, place } = state.screen;
  if (dialog !== undefined) return `${dialog.kind} ${takesText(state)}`;
  const where = contextOf(state.screen);
  return where === "list" && isList(place) ? `list ${place.kind}` : where;
}

function helpIn(keys: Keys, bodies: PaneParts["bodies"], state: State): string {
  const { dialog } = state.screen;
  if (dialog?.kind === "sign-in") return "Type the API key; it is not shown.";
  if (dialog?.kind === "form")
    return "A number goes to that field, text fills it in, an empty line goes on, :save saves, :close leaves, \\5 is the text 5.";
  if (dialog !== undefined && takesText(state) && !offersChoices(dialog))
    return "Type text; an empty line takes it, :close leaves.";
  if (dialog !== undefined && takesText(state))
    return "Type text, or a number to choose; an empty line takes the first, :close leaves.";
  if (dialog?.kind === "menu") return "Type a number or the letter before a choice; :close leaves.";
  if (dialog?.kind === "info") return ":close leaves.";
  if (dialog !== undefined) return "Type a number to choose; :close leaves.";
  switch (contextOf(state.screen)) {
    case "composer":
      return "Type the message. A backslash at its end goes on with another line; an empty line or :close leaves, : begins a command.";
    case "find":
    case "filter":
    case "bar":
    case "search":
      return "Type text; an empty line or :close leaves.";
    default: {
      const words = hintedNames(keys, state, bodies).slice(0, maxNamed);
      return `Type a number, or a command, such as ${words.join(", ")}. ? says where you are, commands lists all, ? and a word finds some.`;
    }
  }
}

function hintedNames(keys: Keys, state: State, bodies: PaneParts["bodies"]): readonly string[] {
  const occasions = occasionsIn(keys, state, { bodies, visible: state.screen.reading.visible });
  const hints = footerHints(keys, contextOf(state.screen), occasions);
  // What the footer says instead, such as `done, 3 below`, is not understood; nobody types a whole title.
  const names = hints.flatMap(({ id = "" }) => typedName(keys.commands, id) ?? []);
  return [...new Set(names)].filter((name) => !name.includes(" "));
}

// Completing: names in a message, choices of a form, else commands.

/** Returns undefined if nothing can be completed here. */
export function completionsIn(
  context: CommandContext,
  line: string,
  cursor: number,
): Completions | undefined {
  const state = context.store.getState();
  const before = line.slice(0, cursor);
  if (state.screen.dialog?.kind === "sign-in") return undefined;
  if (!takesText(state) || before.startsWith(":")) return commandsBegun(context, before);
  const options = optionsIn(state);
  if (options.length > 0) return beginning(options, before, 0);
  if (contextOf(state.screen) !== "composer") return undefined;
  const { query, candidates = [] } = candidatesFrom(state, { text: line, cursor }) ?? {};
  return query && { from: query.from, choices: candidates.map(({ insert }) => insert) };
}

function commandsBegun(context: CommandContext, before: string): Completions {
  const from = /^:?\s*/.exec(before)?.[0].length ?? 0;
  return beginning(namesHere(context), before.slice(from), from);
}

/** Of each choice the first name that begins so. */
function beginning(all: readonly (readonly string[])[], begun: string, from: number): Completions {
  const begins = (name: string) => name.toLowerCase().startsWith(begun.toLowerCase());
  const matches = all.flatMap((names) => names.find(begins) ?? []);
  return { from, choices: [...new Set(matches)] };
}

/** The choices of the selected field. */
function optionsIn({ view, screen: { dialog } }: State): readonly (readonly string[])[] {
  const kind = dialog?.kind === "form" ? shownForm(view, dialog)?.field?.kind : undefined;
  return kind?.type === "choice" ? kind.options.map(({ title }) => [title]) : [];
}
