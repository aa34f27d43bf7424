/** What a dialog shows: a value, which the screen, the mouse, the cursor and plain mode read alike. */

import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import type { Keys } from "#commands/command.ts";
import { lossOf } from "#commands/keys/inputs.ts";
import type { PaletteFacts } from "#commands/keys/palette.ts";
import type { Menu } from "#commands/menus/menu.ts";
import type { Input } from "#editor/input.ts";
import type { Address } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import type { PaintedLine } from "#markup/layout.ts";
import type { Message } from "#model/message.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import type { Picture } from "#store/pictures.ts";
import type { Ruled, Rules } from "#store/rules.ts";
import type { Preferences } from "#store/screen.ts";
import type { MessageDetails } from "#store/session.ts";
import type { Upload } from "#store/uploads.ts";
import { type Hint, hintsFor } from "#ui/hints.ts";
import type { MessageBodies } from "#ui/message-bodies.ts";
import { senderName } from "#ui/names.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { Skip } from "#wire/skips.ts";

/** What the dialogs read: the content of a dialog is a function of this and of its own state. */
export type Facts = PaletteFacts & {
  /** The shown account, if there are several. */
  readonly account: string | undefined;
  readonly style: Style;
  readonly bodies: Pick<MessageBodies, "previewOf" | "rowsOfValue">;
  readonly keys: Keys;
  readonly journal: Journal;
  /** The open menu; undefined in other dialogs. */
  readonly menu: Menu | undefined;
  /** The width of texts in a row. */
  readonly columns: number;
  readonly details: MessageDetails | undefined;
  /** What could not be read of the server. */
  readonly skipped: readonly Skip[];
  readonly rules: Rules;
  readonly ruled: Ruled;
  readonly uploads: readonly Upload[];
  /** The picture that the dialog shows, as far as it is known. */
  readonly picture: Picture | undefined;
  /** Where the composer's text goes, if a recipient was chosen. */
  readonly recipient: Address | undefined;
  /** Recent searches, the last one first. */
  readonly searches: readonly string[];
  /** UNIX seconds; the start of the day for dialogs that need no time of day. */
  readonly now: number;
  /** As among the preferences. */
  readonly dateOrder: Preferences["dateOrder"];
};

export type ContentOf<Kind extends Dialog["kind"]> = (
  facts: Facts,
  dialog: DialogOf<Kind>,
) => DialogContent;

export type DialogContent = {
  readonly title: string;
  /** Whose it is, among several accounts, unless it is for all of them. */
  readonly account?: string;
  readonly hints: readonly Hint[];
  /** The typed line, if the dialog has one. */
  readonly typed?: Input | undefined;
  readonly placeholder?: string;
  readonly rows?: readonly Row[];
  /** The choices below them, if there may be many. */
  readonly list?: readonly Choice[];
  /** Stands in place of an empty list, if not `nothing found`. */
  readonly none?: string;
  /** The selected choice; absent or less than 0: none. */
  readonly chosen?: number;
  /** Drawn by the terminal over the rows, from the first cell of their text on. */
  readonly overlay?: string;
  /** The first visible row of a text. Without it, the selected row is kept visible. */
  readonly scrolledTo?: number;
};

/** One line of a dialog. */
export type Row = {
  readonly left?: readonly Span[];
  readonly right?: readonly Span[];
  /** The index of the dialog's choice, in each of its rows. */
  readonly choice?: number;
  /** The column of the terminal's cursor, relative to the frame, if it is in this row. */
  readonly caret?: number | undefined;
  /** A line that is painted already, instead of what is left and right. */
  readonly painted?: PaintedLine;
  /** An input for a key, which never enters the state; it is emptied when this text changes, and asks for none if that is "". */
  readonly keyField?: string;
};

/** A choice of a long list. */
export type Choice = Pick<Row, "left" | "right">;

export const emptyRow: Row = {};

/** A text on one line, truncated if it is longer. */
export function line(text: SafeText | "", token: Span["token"] = "text"): Row {
  return { left: [span(text, token)] };
}

type Measures = Pick<Facts, "style" | "columns">;

/** A text in as many rows as it needs; none if it is empty. */
export function paragraph(
  facts: Measures,
  text: SafeText | "" | undefined,
  token: Span["token"] = "text",
  indent = 0,
): readonly Row[] {
  return labelled(facts, { text, token }, indent);
}

/** A dim label with a text, or spans, beside it; no row without either. */
export type Labelled = {
  readonly label?: string;
  readonly text?: SafeText | "" | undefined;
  readonly token?: Span["token"];
  /** One row. */
  readonly spans?: readonly Span[];
  /** Rows of at most that many columns. */
  readonly rows?: (columns: number) => readonly (readonly Span[])[];
};

/** Labelled texts whose left edges are aligned: after the longest label, or after a third of the dialog. */
export function labelledRows(facts: Measures, all: readonly Labelled[]): readonly Row[] {
  const indent = indentAfter(
    facts,
    all.map(({ label = "" }) => label),
  );
  return all.flatMap((each) => labelled(facts, each, indent + 2));
}

/** What stands beside a label, with the space between them. */
const besideLabel = 11;

/**
 * The columns of a column of labels: of the longest one, but at most two fifths of the dialog. In a tiny one they leave
 * room for what is typed beside them.
 */
export function indentAfter({ style, columns }: Measures, labels: readonly string[]): number {
  const widths = labels.map((label) => style.cells.width(safeLine(label)));
  const most = Math.min(Math.max(12, Math.floor((columns * 2) / 5)), columns - besideLabel);
  return Math.min(Math.max(12, ...widths), Math.max(4, most));
}

function labelled(
  { style: { cells }, columns }: Measures,
  { label = "", text = "", token = "text", spans = noSpans, rows }: Labelled,
  indent: number,
): readonly Row[] {
  const room = Math.max(0, indent - 2);
  const before = (words: string): Span => {
    const cut = cells.padStart(cells.cut(safeLine(words), room), room);
    return span(plain(`${cut}${indent > 0 ? "  " : ""}`), "dim");
  };
  if (spans.length > 0) return [{ left: [before(label), ...spans] }];
  const width = Math.max(10, columns - indent);
  const wrapped = () =>
    text === "" ? [] : cells.wrap(plain(text), width).map((each) => [span(each, token)]);
  return (rows?.(width) ?? wrapped()).map((each, at) => ({
    left: [before(at === 0 ? label : ""), ...each],
  }));
}

/** Beyond this number, names are only counted. */
const maxNames = 200;

export function namesText(names: readonly SafeText[]): SafeText {
  const more = names.length - maxNames;
  const shown = more > 0 ? [...names.slice(0, maxNames), plain(`and ${more} more`)] : names;
  return joined(shown, plain(", "));
}

/** Whose message it is, and of when: `Ana Ruiz · 11:40`. */
export function messageTitle({ style, view, now }: Facts, message: Message): string {
  const sent = momentLabel(message.sentAt, now, style.hours);
  return `${senderName(view, message)} ${style.glyphs.separator} ${sent}`;
}

/** Of the first words of a message in a title, which has room for more than these. */
const maxFirstWords = 24;

/** Which message something is done with, by its author and first words: `Ana Ruiz's “ok to roll back?”`. */
export function whichMessage(
  { style, view, bodies }: Pick<Facts, "style" | "view" | "bodies">,
  message: Message,
): string {
  const words = style.cells.cut(bodies.previewOf(view, message), maxFirstWords);
  const whose = message.senderId === view.ownId ? "your" : `${senderName(view, message)}'s`;
  return words.trim() === "" ? `${whose} message` : `${whose} \u201c${words}\u201d`;
}

/** Why the dialog cannot be accepted any more; nothing if it can. */
function lossRows(facts: Facts, dialog: Dialog): readonly Row[] {
  return paragraph(facts, safeLine(lossOf(facts.view, dialog) ?? ""), "warning");
}

type Picking = Extract<Dialog, { readonly chosen: number }>;

type PickerContent = Omit<DialogContent, "hints" | "typed"> & {
  /** What accepting the choice does, in a word or two. */
  readonly take: string;
  /** Other keys. */
  readonly others?: readonly Hint[];
  /** Where closing leads, if not out of the dialog. */
  readonly leave?: string;
};

/** A dialog for choosing something, with an input if it has a text. */
export function picker(
  facts: Facts,
  dialog: Picking,
  { take, others = [], leave = "close", rows = [], ...content }: PickerContent,
): DialogContent {
  const isEmpty = (content.list ?? []).length === 0 && !hasChoice(rows);
  // A path can be typed that is not listed.
  const isNothing = content.list !== undefined && isEmpty && dialog.kind !== "upload";
  const takes = dialog.chosen < 0 && !isEmpty ? "select" : take;
  return {
    ...("input" in dialog ? { typed: dialog.input } : {}),
    chosen: dialog.chosen,
    ...content,
    hints: [
      ...(isNothing ? [] : hintsFor(facts.keys, ["dialog.take", takes])),
      ...others,
      ...hintsFor(facts.keys, ["dialog.leave", leave]),
    ],
    rows: [...lossRows(facts, dialog), ...rows],
  };
}

function hasChoice(rows: readonly Row[]): boolean {
  return rows.some(({ choice }) => choice !== undefined);
}
