/** The open dialog as lines for a screen reader: its title, the typed text, and its choices by number. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { State } from "#store/state.ts";
import type { Panes } from "#ui/panes.ts";
import { span } from "#ui/spans.ts";
import { textOf } from "./span-text.ts";

/** Empty while no dialog is open. */
export function dialogLines({ dialog }: Pick<Panes, "dialog">, state: State): readonly string[] {
  const opened = dialog(state);
  if (opened === undefined) return [];
  const { title, typed, placeholder = "", hints, list = [] } = opened.content;
  const { rows, below } = opened;
  const [from, to] = opened.listed;
  const listed = list.slice(from, to).map((row, at) => ({ ...row, choice: from + at }));
  // In plain mode there are no keys, and ^C exits at once.
  const isSignIn = state.screen.dialog?.kind === "sign-in";
  const keys = isSignIn ? [":quit leaves weir"] : hints.flatMap(typedHint);
  return [
    safeLine(title),
    ...(typed === undefined ? [] : [safeLine(typed.text === "" ? placeholder : typed.text)]),
    ...[...rows, ...listed].flatMap(({ left = [], right = [], choice }, at, all) => {
      const words = textOf([...left, span(plain("  ")), ...right]);
      if (words === "") return [];
      const isFirst = choice !== undefined && all[at - 1]?.choice !== choice;
      return !isFirst ? [words] : [`${choice + 1}. ${words}`];
    }),
    safeLine([...keys, ...(below > 0 ? [`${below} more`] : [])].join(", ")),
  ];
}

/** A key as a line: the empty one stands for Enter, and the prompt says how to leave. */
function typedHint({ key, words }: { readonly key: string; readonly words: string }) {
  if (key === "Esc") return [];
  return key === "Enter" ? [`empty line: ${words}`] : [`:${key} ${words}`];
}
