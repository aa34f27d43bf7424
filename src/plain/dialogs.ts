/** The open dialog as lines: all of it when it opens, later only what is other than it was. */

import { plain, safeLine } from "#base/safe-text.ts";
import { isWritten } from "#commands/forms/form.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import type { State } from "#store/state.ts";
import type { OpenedDialog } from "#ui/dialogs/opened.ts";
import type { Panes } from "#ui/panes.ts";
import { span } from "#ui/spans.ts";
import { saidUnits, textOf } from "./rows.ts";

type Shown = Pick<Panes, "dialog">;

export type DialogSpeaker = {
  /** What was not said yet. */
  readonly tell: (state: State) => readonly string[];
  /** Says the open dialog again, as when it was opened. */
  readonly forget: () => void;
};

export function dialogSpeaker(panes: Shown): DialogSpeaker {
  let last: Spoken | undefined;
  return {
    tell: (state) => {
      const opened = panes.dialog(state);
      const before = last;
      last = opened && spokenOf(state, opened);
      if (last === undefined) return [];
      return before?.title === last.title ? changesIn(before, last) : wholeOf(last);
    },
    forget: () => {
      last = undefined;
    },
  };
}

/** The open dialog whole; empty without one. */
export function dialogLines(panes: Shown, state: State): readonly string[] {
  const opened = panes.dialog(state);
  return opened === undefined ? [] : wholeOf(spokenOf(state, opened));
}

type Spoken = {
  readonly title: string;
  /** What was typed, or what can be; empty: nothing can be. */
  readonly typed: string;
  readonly rows: readonly string[];
  /** How to go on. */
  readonly hints: string;
  /** The field that is filled in; empty if this is no form. */
  readonly field: string;
};

function spokenOf(state: State, opened: OpenedDialog): Spoken {
  const { title, typed, placeholder = "", list = [], rows = [], none } = opened.content;
  const [from, to] = opened.listed;
  const listed = list.slice(from, to).map((row, at) => ({ ...row, choice: from + at }));
  const isTime = state.screen.dialog?.kind === "time";
  const isEmpty = rows.length === 0 && opened.content.list?.length === 0;
  const spoken = [...rows, ...listed].flatMap(({ left = [], right = [], choice }, at, all) => {
    const words = rowWords(textOf([...left, span(plain("  ")), ...right]), isTime);
    if (words === "") return [];
    const isFirst = choice !== undefined && all[at - 1]?.choice !== choice;
    return !isFirst ? [words] : [`${choice + 1}. ${words}`];
  });
  const field = fieldWords(state);
  return {
    title: safeLine(title),
    typed: typed === undefined ? "" : safeLine(typed.text === "" ? placeholder : typed.text),
    rows: isEmpty ? [safeLine(none ?? "nothing found")] : spoken,
    hints: hintsOf(state, opened, list.length - to),
    field: field && (spoken.find((row) => row.startsWith(`${field.at + 1}. `)) ?? "") + field.more,
  };
}

/** Without the signs of a topic and of what opens; units of our own texts are spelled, not said. */
function rowWords(text: string, isTime: boolean): string {
  const words = text.replace(/^> | >$/g, "");
  return isTime ? saidUnits(words) : words;
}

/** The selected field of a form by its index, and what can be chosen for it. */
function fieldWords({ view, screen: { dialog } }: State) {
  const shown = dialog?.kind === "form" ? shownForm(view, dialog) : undefined;
  if (shown === undefined) return "";
  const { field, form } = shown;
  const options = field?.kind.type === "choice" ? field.kind.options : [];
  const isOpen = field !== undefined && !isWritten(field) && field.kind.type === "open";
  const more =
    options.length === 0 ? "" : `. One of: ${options.map(({ title }) => title).join("; ")}`;
  return { at: form.at, more: isOpen ? ". An empty line opens it" : more };
}

function wholeOf({ title, typed, rows, hints, field }: Spoken): readonly string[] {
  return [title, typed, ...rows, hints, field && `On ${field}`].filter((line) => line !== "");
}

/** After other words were typed the choices are others, even those that have the same number. */
function changesIn(before: Spoken, now: Spoken): readonly string[] {
  const known = new Set(before.typed === now.typed ? before.rows : []);
  const rows = now.rows.filter((row) => !known.has(row));
  const isElsewhere = now.field !== before.field && now.field !== "";
  const field = isElsewhere && !rows.includes(now.field) ? [`On ${now.field}`] : [];
  const isSaid = now.hints === before.hints || now.field !== "";
  return [...rows, ...(isSaid ? [] : [now.hints]), ...field];
}

function hintsOf({ screen }: State, { content }: OpenedDialog, more: number): string {
  // In plain mode there are no keys, and ^C exits at once.
  const isSignIn = screen.dialog?.kind === "sign-in";
  const keys = isSignIn ? [":quit leaves weir"] : content.hints.flatMap(typedHint);
  return safeLine([...keys, ...(more > 0 ? [`${more} more, :page down`] : [])].join(", "));
}

/** A key as a line: the empty one stands for Enter, and `:close` for Esc. */
function typedHint({ key, words }: { readonly key: string; readonly words: string }) {
  if (key === "Esc") return [`:close ${words.replace(/^close\b/, "leaves")}`];
  if (key === "Enter") return [`empty line: ${words}`];
  // A name is easier to say, and to type, than a control character.
  return [/^\^. \S+$/.test(`${key} ${words}`) ? `:${words}` : `:${key} ${words}`];
}
