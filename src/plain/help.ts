/** What can be typed: said once for each kind of place, and again for `?`. */

import type { Keys } from "#commands/command.ts";
import { takesText } from "#commands/keys/inputs.ts";
import { contextOf } from "#commands/screen.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { footerHints, occasionsIn } from "#ui/bars/footer-keys.ts";
import type { PaneParts } from "#ui/pane-parts.ts";

const maxNamed = 3;

export type Help = {
  /** Unless it was said before. */
  readonly tell: (state: State) => readonly string[];
  readonly all: (state: State) => readonly string[];
};

export function helpSpeaker({ bodies, keys }: PaneParts): Help {
  const told = new Set<string>();
  const all = (state: State) => [helpIn(keys, bodies, state)];
  return {
    all,
    tell: (state) => {
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
  if (dialog !== undefined && takesText(state))
    return "Type text, or a number to choose; an empty line takes the first, :close leaves.";
  if (dialog?.kind === "menu") return "Type a number or the letter before a choice; close leaves.";
  if (dialog?.kind === "info") return "close leaves.";
  if (dialog !== undefined) return "Type a number to choose; close leaves.";
  switch (contextOf(state.screen)) {
    case "composer":
      return "Type the message. A backslash at its end goes on with another line; an empty line or :close leaves, : begins a command.";
    case "find":
    case "filter":
    case "bar":
    case "search":
      return "Type text; an empty line or :close leaves.";
    default: {
      const words = named(keys, state, bodies).slice(0, maxNamed);
      return `Type a number, or a command, such as ${words.join(", ")}. ? says where you are, commands lists all, ? and a word finds some.`;
    }
  }
}

function named(keys: Keys, state: State, bodies: PaneParts["bodies"]): readonly string[] {
  const hints = footerHints(keys, contextOf(state.screen), occasionsIn(keys, state, bodies));
  return [...new Set(hints.map(({ words }) => words))];
}
