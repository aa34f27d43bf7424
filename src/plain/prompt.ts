/** The prompt: the most likely commands here, or what the focused field expects. */

import type { Keys } from "#commands/command.ts";
import { takesText } from "#commands/inputs.ts";
import { contextOf } from "#commands/screen.ts";
import type { State } from "#store/state.ts";
import { footerHints, occasionsIn } from "#ui/footer-keys.ts";
import type { PaneParts } from "#ui/pane-parts.ts";

const maxNamed = 3;

export function promptOf({ bodies, keys }: PaneParts, state: State): string {
  const { screen } = state;
  const { dialog } = screen;
  if (dialog?.kind === "sign-in") return "API key > ";
  if (dialog?.kind === "form") return "a number, :save or :close; else text for the field > ";
  if (dialog !== undefined && takesText(state)) return "text, a number, or :close > ";
  if (dialog?.kind === "menu") return "a number or a key, or close > ";
  if (dialog !== undefined) return "a number, or close > ";
  switch (contextOf(screen)) {
    case "composer":
      return "message, or :close > ";
    case "find":
    case "filter":
    case "bar":
    case "search":
      return "text, or :close > ";
    default: {
      const words = named(keys, state, bodies).slice(0, maxNamed);
      return `${[...words, "or ?"].join(", ")} > `;
    }
  }
}

function named(keys: Keys, state: State, bodies: PaneParts["bodies"]): readonly string[] {
  const hints = footerHints(keys, contextOf(state.screen), occasionsIn(state, bodies));
  return [...new Set(hints.map(({ words }) => words))];
}
