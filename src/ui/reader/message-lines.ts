/**
 * One message as lines of the reader's width: separators, sender, text, and what follows it.
 *
 * Every line is exactly as wide as the pane. The first column is reserved for the selection bar, so selecting does not
 * move the text.
 */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { dayLabel, hourMinute, hourSecond, sameDay } from "#base/time.ts";
import type { Intent } from "#journal/intent.ts";
import type { PaintedLine } from "#markup/layout.ts";
import type { Message, Reaction } from "#model/message.ts";
import type { Token } from "#theme/tokens.ts";
import { type Hint, hintSpans } from "#ui/hints.ts";
import { emojiText } from "#ui/names.ts";
import { lineOf, painted, ruleLine, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { UserId } from "#wire/ids.ts";
import type { Send } from "./rows.ts";

/** The neighbourhood of a message in its list, as far as it affects its lines. */
export type Setting = {
  /** The message above; undefined for the very first one. */
  readonly above: Message | undefined;
  /** True: there may be unknown messages above, so no separators are drawn. */
  readonly aboveUnknown: boolean;
  /** True: an unsent message is between this one and the one above. */
  readonly isBelowSend: boolean;
  /** Messages may be missing between this one and the one above; `again`: and above that, too. */
  readonly isBelowHole: boolean | "again";
  /** The label above the first unread message; empty for the others. */
  readonly newLabel: SafeText | "";
  /** The line that names the conversation, in mixed lists; empty elsewhere. */
  readonly heading: readonly Span[];
};

export type Row = {
  readonly lines: readonly string[];
  /** How many of the lines are separators above the sender: they belong to no message and are never selected. */
  readonly separators: number;
  /** How many lines are above the text. */
  readonly lead: number;
  /** The last separator names the conversation. */
  readonly isHeaded?: boolean;
};

/** The pane that the lines are for. */
export type PaneContext = {
  readonly style: Style;
  readonly columns: number;
  readonly gutter: 1 | 2;
};

export type RowContext = PaneContext & {
  /** The time stands after the name, not at the right edge. */
  readonly isWide: boolean;
  readonly ownId: UserId;
  /** UNIX seconds of the current day, for day labels. */
  readonly today: number;
  readonly nameOf: (message: Message) => SafeText;
  /** The painted text in lines of at most that many columns. */
  readonly bodyOf: (message: Message, columns: number) => readonly PaintedLine[];
  /** What is shown below the text. */
  readonly previewsOf: (message: Message) => readonly PaintedLine[];
  readonly textOf: (content: string, columns: number) => readonly PaintedLine[];
  /** The key for resolving an unsent message; none if the user unbound it. */
  readonly decide: readonly Hint[];
};

const runSeconds = 600;
const indentOfText = 2;
const rightMargin = 2;
const widestText = 100;
const maxBlanks = 400;
const blanks = " ".repeat(maxBlanks);

/** Columns for message texts in a pane of that width. */
export function textColumns(columns: number, gutter: number): number {
  return Math.max(1, Math.min(widestText, columns - gutter - indentOfText - rightMargin));
}

/** Whether a message continues the run of the one above: same sender and conversation, shortly after. */
function continues(message: Message, setting: Setting): boolean {
  const { above, isBelowSend, isBelowHole, newLabel, heading } = setting;
  return (
    above !== undefined &&
    !isBelowSend &&
    isBelowHole === false &&
    newLabel === "" &&
    heading.length === 0 &&
    above.senderId === message.senderId &&
    above.conversation === message.conversation &&
    message.sentAt - above.sentAt < runSeconds
  );
}

/** Everything except the message itself that its lines depend on; equal keys mean equal lines. */
export function settingKey(context: RowContext, message: Message, setting: Setting): string {
  const isNewDay = startsDay(context, message, setting);
  const day = isNewDay ? dayLabel(message.sentAt, context.today, context.style.hours) : "";
  const gap = setting.isBelowHole === false ? "s" : `g${setting.isBelowHole}`;
  const run = continues(message, setting) ? "" : gap;
  const heading = setting.heading.length > 0 ? "h" : "";
  const first = setting.above === undefined ? "1" : "";
  const wide = context.isWide ? "w" : "";
  return `${context.columns} ${context.gutter} ${wide}${day}${run}${heading}${first} ${setting.newLabel}`;
}

function startsDay({ style }: RowContext, { sentAt }: Message, setting: Setting): boolean {
  if (setting.above === undefined) return !setting.aboveUnknown;
  return !sameDay(setting.above.sentAt, sentAt, style.hours);
}

export function messageRow(context: RowContext, message: Message, setting: Setting): Row {
  const { style } = context;
  const isNewDay = startsDay(context, message, setting);
  const beginsRun = isNewDay || !continues(message, setting);
  const separators = setting.above !== undefined && beginsRun ? betweenRuns(context) : [];
  if (setting.isBelowHole !== false) separators.push(holeLine(context, setting.isBelowHole));
  if (isNewDay) {
    const label = plain(dayLabel(message.sentAt, context.today, style.hours));
    separators.push(separator(context, label, { rule: "rule", words: "dim" }));
  }
  if (setting.newLabel !== "") {
    separators.push(separator(context, setting.newLabel, { rule: "accent", words: "accent" }));
  }
  if (setting.heading.length > 0) separators.push(headingLine(context, setting.heading));
  const sender = beginsRun ? [senderLine(context, message)] : [];
  const lead = [...separators, ...sender];
  return {
    lines: [...lead, ...textLines(context, message), ...footLines(context, message)],
    separators: separators.length,
    lead: lead.length,
    isHeaded: setting.heading.length > 0,
  };
}

/** What separates runs of messages. */
function betweenRuns({ style, columns }: PaneContext): string[] {
  return style.density === "comfortable" ? [lineOf(style, columns, [])] : [];
}

/** The label of a hole, and the columns that it needs. */
export const maybeMissing = plain("messages may be missing here");
const columnsOfHole = 36;

/** The words once: a list of which only single messages are there has a hole below each. */
function holeLine(context: PaneContext, isBelowHole: true | "again"): string {
  const words = context.columns < columnsOfHole ? plain("maybe a gap") : maybeMissing;
  const label = isBelowHole === "again" ? "" : words;
  const looks = { rule: "rule", words: "dim" } as const;
  return separator(context, label, looks, context.style.glyphs.ruleGap);
}

function separator(
  { style, columns }: PaneContext,
  label: SafeText | "",
  looks: { readonly rule: Token; readonly words: Token },
  dash?: SafeText,
): string {
  // Separators leave the bar's column free too, to align with the lines below.
  return columns < 4
    ? lineOf(style, columns, [])
    : ` ${ruleLine(style, columns - 2, label, looks, dash)} `;
}

/** The name of a conversation between two short rules, where another conversation begins in a mixed list. */
function headingLine(context: PaneContext, heading: readonly Span[]): string {
  const dashes = context.style.glyphs.ruleHorizontal.repeat(2);
  const [before, after] = [span(plain(`${dashes} `), "rule"), span(plain(` ${dashes}`), "rule")];
  return indented(context, 0, [before, ...heading, after]);
}

/** The spans indented by the gutter and `more` blanks. */
function indented(
  { style, columns, gutter }: PaneContext,
  more: number,
  left: readonly Span[],
  right: readonly Span[] = [],
): string {
  const indent = Math.min(columns, gutter + more);
  const margin = right.length > 0 ? Math.min(rightMargin, columns - indent) : 0;
  return (
    blanks.slice(0, indent) +
    lineOf(style, columns - indent - margin, left, right) +
    blanks.slice(0, margin)
  );
}

function senderLine(context: RowContext, message: Message): string {
  const isOwn = message.senderId === context.ownId;
  const star = message.starred
    ? [span(safeLine(`${context.style.glyphs.starred} `), "warning")]
    : [];
  const name = span(context.nameOf(message), isOwn ? "self" : "strong");
  return timedLine(context, name, message.sentAt, star);
}

/** The sender and the time (UNIX seconds), with what is before that. */
function timedLine(
  context: RowContext,
  name: Span,
  at: number,
  before: readonly Span[] = [],
): string {
  const time = [...before, span(plain(hourMinute(at, context.style.hours)), "faint")];
  if (!context.isWide) return indented(context, 0, [name], time);
  return indented(context, 0, [{ ...name, shrinks: true }, span(plain("  ")), ...time]);
}

function textLines(context: RowContext, message: Message): readonly string[] {
  const body = context.bodyOf(message, textColumns(context.columns, context.gutter));
  // A message without text has one line, so that it can be selected and read.
  const lines = [...(body.length === 0 ? [emptyLine] : body), ...context.previewsOf(message)];
  return lines.map((line) => indentedText(context, line));
}

const emptyLine: PaintedLine = { text: "", cells: 0 };

/** A painted line of text, indented and padded to the pane's width; blank if only the first column fits. */
export function indentedText(
  { columns, gutter }: PaneContext,
  { text, cells }: PaintedLine,
): string {
  if (cells >= columns) return " ".repeat(columns);
  const indent = Math.max(0, Math.min(columns - cells, gutter + indentOfText));
  return blanks.slice(0, indent) + text + " ".repeat(Math.max(0, columns - indent - cells));
}

/** The edit mark and the reactions. */
function footLines(context: RowContext, message: Message): readonly string[] {
  const lines: string[] = [];
  if (message.editedAt !== undefined) {
    const { corner } = context.style.glyphs;
    lines.push(
      indented(context, indentOfText, [span(corner, "faint"), span(plain(" edited"), "dim")]),
    );
  }
  if (message.reactions.length > 0) {
    const { style, columns, gutter, ownId } = context;
    const room = columns - gutter - indentOfText;
    lines.push(
      indented(context, indentOfText, reactionSpans(style, room, ownId, message.reactions)),
    );
  }
  return lines;
}

type SendState = { readonly sign: SafeText; readonly words: string; readonly token: Token };

/** The state of a send, in words. */
export function sendState(
  { glyphs, hours }: Style,
  { phase, reason, heldUntil, attempts }: Intent,
): SendState {
  switch (phase) {
    case "waiting":
      if (heldUntil !== undefined && attempts === 0) {
        const words = `waits until ${hourSecond(heldUntil / 1000, hours)}, undo cancels it`;
        return { sign: glyphs.queued, words, token: "warning" };
      }
      return { sign: glyphs.queued, words: "queued", token: "warning" };
    case "sending":
    case "unconfirmed":
      return { sign: glyphs.sending, words: "sending", token: "dim" };
    case "answered":
      return { sign: glyphs.sent, words: "sent", token: "good" };
    case "failed":
      return {
        sign: glyphs.failed,
        words: `failed: ${reason ?? "the server refused it"}`,
        token: "bad",
      };
    case "undecided":
      return { sign: glyphs.undecided, words: reason ?? "may have arrived", token: "warning" };
  }
}

/** What is above a message that is being sent. */
export type SendSetting = "nothing" | "ownWords" | "others";

/** A message that is being sent, with its state below the text. */
export function sendRow(
  context: RowContext,
  { intent, isSaved }: Send,
  ownName: SafeText,
  above: SendSetting,
): Row {
  const { style, decide } = context;
  const content = intent.action.kind === "send" ? intent.action.content : "";
  const body = context.textOf(content, textColumns(context.columns, context.gutter));
  const { sign, words, token } = sendState(style, intent);
  const chooses = intent.phase === "failed" || intent.phase === "undecided";
  const state: Span[] = [
    span(sign, token),
    // A long reason is truncated before the key is dropped.
    { ...span(safeLine(` ${words}`), token === "good" ? "dim" : token), shrinks: true },
    ...(isSaved ? [] : [span(plain(` ${style.glyphs.separator} not saved to disk`), "warning")]),
    ...(chooses ? decide.flatMap((hint) => [span(plain("   ")), ...hintSpans(hint)]) : []),
  ];
  const createdAt = Math.floor(intent.createdAt / 1000);
  const separators = above === "others" ? betweenRuns(context) : [];
  const sender = above === "ownWords" ? [] : [timedLine(context, span(ownName, "self"), createdAt)];
  const lead = [...separators, ...sender];
  return {
    lines: [
      ...lead,
      ...body.map((line) => indentedText(context, line)),
      indented(context, indentOfText, state),
    ],
    separators: separators.length,
    lead: lead.length,
  };
}

/** Which line of a marked message it is. */
type MarkedLine = "first" | "below";

/** A line of a selected row: the bar in its first cell, or that it is marked; the background behind all of it. */
export function selectedLine(
  style: Style,
  line: string,
  isFocused: boolean,
  mark?: MarkedLine,
): string {
  const { painter, glyphs } = style;
  const bar = painter.paint(isFocused ? "accent" : "faint", glyphs.selected);
  const signed = mark === undefined ? bar + line.slice(1) : signedLine(style, line, mark);
  return painter.behind("selection", signed);
}

/** A line of a marked message: in its first cell, the sign of marked rows, and a bar below that. */
export function signedLine({ painter, glyphs }: Style, line: string, mark: MarkedLine): string {
  const sign = mark === "first" ? plain("+") : glyphs.selected;
  return painter.paint("accent", sign) + line.slice(1);
}

/** A placeholder for a message that is not loaded: the sender and two lines of text as bars. */
export function skeletonLine({ style, columns, gutter }: PaneContext, line: number): string {
  const lengths = [14, 38, 26];
  const part = line % (lengths.length + 1);
  const length = lengths[part];
  if (length === undefined) return lineOf(style, columns, []);
  const indent = gutter + (part === 0 ? 0 : indentOfText);
  const bar = style.glyphs.ruleHorizontal.repeat(
    Math.max(0, Math.min(length, columns - indent - 2)),
  );
  const piece = painted(style, span(plain(bar), "rule"));
  return blanks.slice(0, indent) + piece + " ".repeat(Math.max(0, columns - indent - bar.length));
}

/** Room for that number. */
const columnsOfMore = 7;

function reactionSpans(
  style: Style,
  columns: number,
  ownId: UserId,
  reactions: readonly Reaction[],
): readonly Span[] {
  const spans: Span[] = [];
  let used = 0;
  let shown = 0;
  for (const reaction of reactions) {
    const pieces = spansOf(style, ownId, reaction);
    used += spansWidth(style, pieces);
    if (shown > 0 && used > columns - columnsOfMore) break;
    spans.push(...pieces);
    shown += 1;
  }
  const more = reactions.length - shown;
  return more > 0 ? [...spans, span(plain(`+${more}`), "dim")] : spans;
}

function spansOf(style: Style, ownId: UserId, reaction: Reaction): readonly Span[] {
  const token = reaction.userIds.includes(ownId) ? (["accent", "strong"] as const) : "dim";
  const text = style.cells.show(emojiText(reaction.type, reaction.code, reaction.name));
  return [span(plain(`${text} `), token), span(plain(`${reaction.userIds.length}   `), token)];
}
