/**
 * What is visible, as lines for a screen reader: the rows of the pane, of a list or messages, and the open dialog.
 */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { dayLabel, sameDay } from "#base/time.ts";
import { spokenMessage } from "#cli/spoken-message.ts";
import { isWritten } from "#commands/forms/form.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { emptyText, type RowColumns } from "#commands/lists/list.ts";
import { withKeys } from "#commands/sentences.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation } from "#model/narrow.ts";
import { isUnread } from "#model/unreads.ts";
import type { Dialog } from "#store/dialog.ts";
import { isList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import type { OpenedDialog } from "#ui/dialogs/opened.ts";
import type { Hint } from "#ui/hints.ts";
import { endedText } from "#ui/lists/list-pane.ts";
import { listRows } from "#ui/lists/list-rows.ts";
import type { ListLine } from "#ui/lists/listing.ts";
import type { DrawnRow } from "#ui/lists/row.ts";
import { linkNumber } from "#ui/message-bodies.ts";
import { conversationSpans, distinctName, senderName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import type { Panes } from "#ui/panes.ts";
import { maybeMissing, sendState } from "#ui/reader/message-lines.ts";
import type { OpenReader } from "#ui/reader/pane.ts";
import { isHole, messageIdAt, type Send, sendAt } from "#ui/reader/rows.ts";
import { type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

/** A row of the pane. */
export type SpokenRow = {
  readonly key: string | number;
  readonly line: string;
  /** The row is announced again when this changes. Without it, only once. */
  readonly state?: string;
  /** `mine` came from others and is to the user or mentions them; if absent, it came from others to everybody. */
  readonly concerns?: "own" | "mine";
};

/** Wide enough that nothing is cut. */
const size = { columns: 2_000, rows: 1, gutter: 1 } as const;

/** Empty if no list is open. */
export function listSpeaker(
  parts: PaneParts,
  { listing }: Pick<Panes, "listing">,
): (state: State) => readonly SpokenRow[] {
  const rowsOf = listRows(parts);
  return (state) => {
    const { place } = state.screen;
    const shown = listing(state);
    if (!isList(place) || shown === undefined) return [];
    const rows = rowsOf(place, state, size);
    const { keys: marked } = shown.list.marks;
    const definition = definitionOf(place);
    const counts = definition.columns?.number;
    const sentences = (lines: readonly string[] = []) => lines.map((line) => ({ key: line, line }));
    if (shown.list.rows.length === 0)
      return sentences(emptyText(parts.keys, definition, state, shown.list));
    const spokenLine = (line: ListLine): SpokenRow | undefined => {
      if (line.kind === "blank") return undefined;
      if (line.kind !== "row") {
        const heading = rows.heading(line.key);
        const words = textOf(heading?.left ?? []);
        return words === "" ? undefined : { key: line.key, line: `${words}:` };
      }
      const { key } = line.row;
      const row = rows.row(line.row);
      const mark = marked.has(key) ? "selected, " : "";
      return row && numbered(key, line.at + 1, mark + rowWords(parts.style, counts, row));
    };
    const end = shown.lines.findLastIndex(({ kind }) => kind === "row") + 1;
    const last = shown.lines[end - 1];
    const more = last?.kind === "row" ? shown.list.rows.length - last.at - 1 : 0;
    const reads = withKeys(parts.keys, `${more} more|; {move.page-down} reads on|.`);
    return [
      // What a heading at the end stands above is not read yet.
      ...shown.lines.slice(0, more > 0 ? end : undefined).flatMap((line) => spokenLine(line) ?? []),
      ...sentences(more > 0 ? [reads] : []),
      ...sentences(endedText(parts.keys, definition, state, shown.list)),
    ];
  };
}

/** A row with another number is said again. */
function numbered(key: RowKey, number: number, words: string): SpokenRow {
  return { key, line: `${number}. ${words}`, state: String(number) };
}

/** Units are spelled, not said. */
export function saidUnits(text: string): string {
  return text.replace(/\b(\d+) (h|min)\b/g, (_, value: string, unit: string) => {
    const word = unit === "h" ? "hour" : "minute";
    return `${value} ${word}${value === "1" ? "" : "s"}`;
  });
}

/** A minute of speech for each of a few rows would bury the others: opening one says all of it. */
const longestDetail = 300;

const age = /\d+ (?:h|min)$/;

function rowWords(
  { glyphs, cells }: Style,
  counts: RowColumns["number"],
  { sign, subject, detail, number, time }: DrawnRow,
): string {
  const count = counts === "unread" && number !== "" ? `${number} unread` : number;
  const isSaid = (words: string) => words !== "" && words !== glyphs.topic;
  // Below the heading of its stream, a topic follows its sign.
  const when = time.replace(age, (found) => `${saidUnits(found)} ago`);
  // The name of a sign may end in a comma, for where other words follow it.
  return [
    textOf([sign]),
    textOf(subject).replace(/^> /, "").replace(` ${glyphs.draft}`, `, ${glyphs.draft}`),
    count,
    cells.cut(textOf(detail), longestDetail),
    when,
  ]
    .map((words) => words.trim().replace(/,$/, ""))
    .filter((words, at, all) => isSaid(words) && all.indexOf(words) === at)
    .join(", ");
}

// The visible messages, as lines for a screen reader.

/** Empty if a list is open. */
export function messageSpeaker(
  parts: PaneParts,
  { reading }: Pick<Panes, "reading">,
): (state: State) => readonly SpokenRow[] {
  return (state) => {
    const now = reading(state);
    if (now === undefined) return [];
    return now.window.parts.flatMap(({ index }) => spokenRowAt(parts, state, now, index) ?? []);
  };
}

/** Undefined if there is no row. */
function spokenRowAt(
  parts: PaneParts,
  state: State,
  { sheet, narrow }: Pick<OpenReader, "sheet" | "narrow">,
  index: number,
): SpokenRow | undefined {
  const send = sendAt(sheet.rows, index);
  if (send !== undefined) {
    const line = sendWords(parts, send);
    return { key: send.intent.id, line, state: line, concerns: "own" };
  }
  const id = messageIdAt(sheet.rows, index);
  const message = id === undefined ? undefined : get(state.view.messages, id);
  if (message === undefined) return undefined;
  const where = isConversation(narrow) ? "" : `${placeWords(parts, state, message)}: `;
  const words = (isNew: boolean) => where + messageWords(parts, state, message, isNew);
  const gap = isHole(sheet.rows, messageIdAt(sheet.rows, index - 1)) ? `(${maybeMissing}) ` : "";
  // A change from unread to read is not announced, nor that nothing was missing.
  const line = gap + words(isUnread(state.view.unreads, message.id));
  return { key: message.id, line, state: words(false), ...concernOf(state, message) };
}

function concernOf({ view }: State, message: Message): Pick<SpokenRow, "concerns"> {
  if (message.senderId === view.ownId) return { concerns: "own" };
  const isMine = message.mentioned || conversationOfMessage(message).kind === "direct";
  return isMine ? { concerns: "mine" } : {};
}

function messageWords(
  { bodies, style, clock }: PaneParts,
  state: State,
  message: Message,
  isNew: boolean,
): string {
  const { view, screen } = state;
  const links = bodies.linksOf(view, message);
  const now = clock.now() / 1000;
  const isToday = sameDay(message.sentAt, now, style.hours);
  return spokenMessage(message, {
    day: isToday ? undefined : safeLine(dayLabel(message.sentAt, now, style.hours)),
    sender:
      message.senderId === view.ownId
        ? safeLine("you")
        : distinctName(view, message.senderId, senderName(view, message)),
    document: bodies.documentOf(view, message),
    hours: style.hours,
    isUnread: isNew,
    openSpoilers: screen.reading.openSpoilers.has(message.id),
    linkNumber: (target) => linkNumber(view, links, target),
  });
}

function placeWords({ style }: PaneParts, { view }: State, message: Message): string {
  return textOf(conversationSpans(style, view, conversationOfMessage(message)));
}

function sendWords({ style }: PaneParts, { intent, isSaved }: Send): string {
  const { action } = intent;
  const text = action.kind === "send" ? action.content : "";
  const saved = isSaved ? "" : ", not saved to disk";
  return `you, ${safeLine(sendState(style, intent).words)}${saved}: ${safeLine(text)}`;
}

/** The plain text of a drawn line, without styles and without blanks that only align. */
export function textOf(spans: readonly Span[]): string {
  return spans
    .map(({ text }) => text)
    .join("")
    .replace(/ {2,}/g, "  ")
    .trim()
    .replaceAll("  ", ", ");
}

// The open dialog: all of it when it opens, later only what is other than it was.

type Shown = Pick<Panes, "dialog">;

export function dialogSpeaker(panes: Shown, choicesIn: (state: State) => readonly string[]) {
  let last: Spoken | undefined;
  let told:
    | { readonly dialog: Dialog | undefined; readonly choices: readonly string[] }
    | undefined;
  return {
    /** What was not said yet. */
    tell: (state: State) => {
      const opened = panes.dialog(state);
      const before = last;
      last = opened && spokenOf(state, opened);
      told = opened && { dialog: state.screen.dialog, choices: choicesIn(state) };
      if (last === undefined) return [];
      return before?.title === last.title ? changesIn(before, last) : wholeOf(last);
    },
    /** What identifies the choices that were said; undefined: another dialog was, or it for other words. */
    choices: ({ screen: { dialog } }: State) => {
      const isSame = told?.dialog?.kind === dialog?.kind && textIn(told?.dialog) === textIn(dialog);
      return isSame ? told?.choices : undefined;
    },
    /** Says the open dialog again, as when it was opened. */
    forget: () => {
      last = undefined;
      told = undefined;
    },
  };
}

function textIn(dialog: Dialog | undefined): string | undefined {
  return dialog !== undefined && "input" in dialog ? dialog.input.text : undefined;
}

/** The open dialog whole; empty without one. */
export function dialogLines(panes: Shown, state: State): readonly string[] {
  const opened = panes.dialog(state);
  return opened === undefined ? [] : wholeOf(spokenOf(state, opened));
}

type Spoken = {
  readonly title: string;
  /** What was typed, or what can be, if anything can be. */
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
    const words = dialogRowWords(textOf([...left, span(plain("  ")), ...right]), isTime);
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
function dialogRowWords(text: string, isTime: boolean): string {
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
  const rowsBefore = new Set(before.typed === now.typed ? before.rows : []);
  const rows = now.rows.filter((row) => !rowsBefore.has(row));
  const isElsewhere = now.field !== before.field && now.field !== "";
  const field = isElsewhere && !rows.includes(now.field) ? [`On ${now.field}`] : [];
  const isSaid = now.hints === before.hints || now.field !== "";
  return [...rows, ...(isSaid ? [] : [now.hints]), ...field];
}

function hintsOf({ screen }: State, { content }: OpenedDialog, more: number): string {
  // There, a line is the key.
  const isSignIn = screen.dialog?.kind === "sign-in" && screen.dialog.isOver !== true;
  const hints = content.hints.filter(({ key }) => !(isSignIn && key === "Enter"));
  const keys = [...hints.flatMap(typedHint), ...(isSignIn ? [":quit leaves weir"] : [])];
  return safeLine([...keys, ...(more > 0 ? [`${more} more, :page down`] : [])].join(", "));
}

/** What is typed for a hint: its words, the empty line for Enter, and `:close` for what leaves. */
function typedHint({ key, words, id }: Hint): readonly string[] {
  if (id?.endsWith(".leave") ?? key === "Esc")
    return [`:close ${words.replace(/^close\b/, "leaves")}`];
  return [id === "dialog.take" || key === "Enter" ? `empty line: ${words}` : `:${words}`];
}
