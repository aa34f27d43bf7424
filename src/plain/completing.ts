/** What Tab makes of a line that was begun: names in a message, choices of a form, else commands. */
import type { CommandContext } from "#commands/command.ts";
import { candidatesFrom } from "#commands/composer/completion.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { takesText } from "#commands/keys/inputs.ts";
import { contextOf } from "#commands/screen.ts";
import type { State } from "#store/state.ts";
import { namesHere } from "./answers.ts";
import type { Completions } from "./keyboard.ts";

/** Undefined: nothing can be completed here. */
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
  const found = all.flatMap((names) => names.find(begins) ?? []);
  return { from, choices: [...new Set(found)] };
}

/** The choices of the selected field. */
function optionsIn({ view, screen: { dialog } }: State): readonly (readonly string[])[] {
  const kind = dialog?.kind === "form" ? shownForm(view, dialog)?.field?.kind : undefined;
  return kind?.type === "choice" ? kind.options.map(({ title }) => [title]) : [];
}
