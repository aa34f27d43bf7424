/**
 * Forms: rows of fields, each a label, its value with the cursor, and notes below it; and below them the answers.
 * `src/measurements.md` says why no field is a component of Ink's library.
 */

import { counted } from "#base/counted.ts";
import { plain, safeLine } from "#base/safe-text.ts";
import {
  type Field,
  isConflict,
  isListOfNames,
  isWritten,
  problemOf,
  takesLines,
  titleOfValue,
} from "#commands/forms/form.ts";
import { finishedNames, nameChange, nameChoices } from "#commands/forms/names.ts";
import { type ShownForm, shownForm } from "#commands/forms/open-form.ts";
import type { Token } from "#theme/tokens.ts";
import { type Hint, hintsFor, lowered } from "#ui/hints.ts";
import { noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import { onOneLine, typedLine } from "#ui/typed-line.ts";
import {
  type ContentOf,
  emptyRow,
  type Facts,
  indentAfter,
  line,
  paragraph,
  type Row,
} from "./content.ts";

export const form: ContentOf<"form"> = (facts, dialog) => {
  const { view, keys } = facts;
  const shown = shownForm(view, dialog);
  if (shown === undefined)
    return {
      title: "Gone",
      hints: hintsFor(keys, ["dialog.leave", "close"]),
      rows: [line(plain("This no longer exists."))],
    };
  const { title, explanation = [], locked, fields } = shown.now;
  const { at, failure } = shown.form;
  // Labels, cut where they are long, and the sign of a change.
  const indent =
    indentAfter(
      facts,
      fields.map(({ label }) => label),
    ) + 3;
  // An error that concerns no field is shown below all of them.
  const isOfField = fields.some(({ key }) => key === failure?.field);
  const above = [
    ...explanation.flatMap((text) => paragraph(facts, safeLine(text))),
    ...paragraph(facts, safeLine(locked ?? ""), "warning"),
  ];
  return {
    title,
    chosen: at,
    hints: hintsOf(facts, shown),
    rows: [
      ...above,
      ...(above.length > 0 ? [emptyRow] : []),
      ...fields.flatMap((field, index) => [
        ...headingRows(fields, index),
        ...fieldRows({ facts, shown, field, indent }, index),
      ]),
      ...paragraph(facts, isOfField ? "" : safeLine(failure?.sentence ?? ""), "bad"),
      ...(fields.length > 0 && shown.answers.length > 0 ? [emptyRow] : []),
      ...shown.answers.map((answer, index) => answerRow(shown, answer, fields.length + index)),
    ],
  };
};

/** Above the first field of a section, unless there is no other. */
function headingRows(fields: readonly Field[], index: number): readonly Row[] {
  const { section } = fields[index] ?? {};
  if (section === undefined || section === fields[index - 1]?.section) return [];
  if (fields.every((field) => field.section === section)) return [];
  const heading = line(safeLine(section.toUpperCase()), "dim");
  return index === 0 ? [heading] : [emptyRow, heading];
}

function answerRow(shown: ShownForm, answer: Answer, choice: number): Row {
  const { now, form } = shown;
  const isSending = form.request !== undefined && answer === "save";
  return {
    choice,
    left: [
      span(safeLine(answerText(shown, answer)), now.locked === undefined ? "text" : "dim"),
      span(safeLine(answer === "save" ? changedLabels(shown) : ""), "dim"),
    ],
    right: isSending ? [span(plain("sending"), "dim")] : noSpans,
  };
}

/** A question is answered, a form saved; closing it keeps what was typed. */
function hintsOf({ keys }: Facts, shown: ShownForm): readonly Hint[] {
  const { now, form } = shown;
  const enter = enterWords(shown);
  return [
    ...(enter === undefined ? [] : hintsFor(keys, ["dialog.take", enter])),
    ...(now.keep === undefined && now.locked === undefined
      ? hintsFor(keys, ["form.save", "save"])
      : []),
    // Where lines are typed, each is a whole text.
    ...(keys.typed === undefined && shown.field !== undefined && takesLines(shown.field)
      ? hintsFor(keys, ["form.break", "new line"])
      : []),
    ...hintsFor(keys, [
      "dialog.leave",
      Object.keys(form.typed).length > 0 ? "close, keep the changes" : "close",
    ]),
  ];
}

/** What Enter does on the selected row; undefined in a text, where it goes on, and in a locked field. */
function enterWords(shown: ShownForm): string | undefined {
  const { answer, field } = shown;
  if (answer !== undefined) return lowered(answerText(shown, answer));
  if (field === undefined || (field.locked ?? shown.now.locked) !== undefined) return undefined;
  if (field.kind.type === "open") return "open";
  return field.kind.type === "choice" ? "change" : undefined;
}

type Answer = ShownForm["answers"][number];

function answerText({ now, change, form }: ShownForm, answer: Answer): string {
  if (answer === "keep") return now.keep ?? "Keep it";
  const label = now.submit ?? now.submitChange;
  if (label !== undefined) return label;
  const count = change.changed.size;
  const again = form.failure === undefined ? "Save" : "Save again:";
  return `${again} ${counted(count, "change")}`;
}

/** What will be sent; nothing if everything is. */
function changedLabels({ now, change }: ShownForm): string {
  if ((now.submit ?? now.submitChange) !== undefined) return "";
  const labels = now.fields.filter(({ key }) => change.changed.has(key)).map(({ label }) => label);
  return `  ${labels.join(", ")}`;
}

type FieldProps = {
  readonly facts: Facts;
  readonly shown: ShownForm;
  readonly field: Field;
  /** Columns before the values. */
  readonly indent: number;
};

function fieldRows(props: FieldProps, at: number): readonly Row[] {
  const { facts, shown, field } = props;
  const { cells, glyphs } = facts.style;
  const labelColumns = props.indent - 3;
  const label = cells.padStart(cells.cut(safeLine(field.label), labelColumns), labelColumns);
  const indent = span(plain(" ".repeat(props.indent)));
  const isChanged = shown.change.changed.has(field.key);
  const text = shownText(props);
  const value: readonly Span[] = [
    span(plain(`${label} `), "dim"),
    isChanged ? span(plain(`${glyphs.bullet} `), "accent") : span(plain("  ")),
    ...valueSpans(props, text.spans),
  ];
  const before = beforeSpans(props);
  const room = columnsOf(props) + props.indent;
  const isBeside = spansWidth(facts.style, [...value, ...before]) <= room;
  const left = isBeside ? [...value, ...before] : value;
  const taken = takenSpans(props);
  const hasRoom = spansWidth(facts.style, [...left, ...taken]) + 2 <= room;
  return [
    { choice: at, left, right: hasRoom ? taken : noSpans, caret: text.caret },
    ...(isBeside || before.length === 0 ? [] : [{ left: [indent, ...before] }]),
    ...notesOn(props).flatMap(([note, token]) =>
      paragraph(facts, safeLine(note), token, props.indent),
    ),
    ...(shown.form.at === at ? choiceRows(facts, shown, indent) : []),
  ];
}

/** The names that complete the one being typed. */
function choiceRows({ view }: Facts, shown: ShownForm, indent: Span): readonly Row[] {
  return nameChoices(view, shown).map(({ name, detail }, index) => ({
    left: [
      indent,
      span(safeLine(name), index === 0 ? "accent" : "text"),
      span(safeLine(`  ${detail}`), "dim"),
    ],
    right: index === 0 ? [span(plain("Enter accepts it"), "dim")] : noSpans,
  }));
}

/** What the selected field accepts; an empty field shows it in place of its value. */
function takenSpans(props: FieldProps): readonly Span[] {
  const { shown, field } = props;
  const isTyped = field === shown.field && isWritten(field) && heldValue(props) !== "";
  if (!isTyped || lockOf(props) !== undefined) return noSpans;
  return [span(safeLine(field.kind.placeholder ?? ""), "faint")];
}

/** The width of a value. */
function columnsOf({ facts, indent }: FieldProps): number {
  return Math.max(2, facts.columns - indent);
}

function lockOf({ shown: { now }, field }: FieldProps): string | undefined {
  return field.locked ?? now.locked;
}

function heldValue({ shown: { change }, field }: FieldProps): string {
  return change.values[field.key] ?? "";
}

function titleOrNothing(field: Field, value: string): string {
  return value === "" ? "nothing" : titleOfValue(field, value);
}

/** Why the field is locked: shown once below adjacent fields with the same reason, or below the selected one of them. */
function lockReason({ now, field: selected }: ShownForm, field: Field): string | undefined {
  const { fields } = now;
  // The reason for the whole form stands above its fields.
  if (field.locked === now.locked) return undefined;
  const at = fields.indexOf(field);
  const isOther = ({ locked }: Field) => locked !== field.locked;
  const from = fields.findLastIndex((one, index) => index < at && isOther(one)) + 1;
  const end = fields.findIndex((one, index) => index > at && isOther(one));
  const alike = fields.slice(from, end < 0 ? undefined : end);
  const reporter = alike.find((one) => one === selected) ?? alike.at(-1);
  return reporter === field ? field.locked : undefined;
}

/** Why a field is locked, what is wrong with its value, and that somebody else changed it. */
function notesOn({ facts, shown, field }: FieldProps): readonly (readonly [string, Token])[] {
  const { now, change, form } = shown;
  const other = titleOrNothing(field, now.truth[field.key] ?? "");
  const finished = field === shown.field ? finishedNames(facts.view, shown) : change;
  const all: readonly (readonly [string | undefined | false, Token])[] = [
    [field.key === shown.field?.key && field.about, "dim"],
    [lockReason(shown, field), "dim"],
    [(change.changed.has(field.key) || form.isTried === true) && problemOf(field, finished), "bad"],
    [form.failure?.field === field.key && form.failure.sentence, "bad"],
    [
      isConflict(now, form, field) && `Changed in the meantime to: ${other}. Saving overwrites it.`,
      "warning",
    ],
  ];
  return all.flatMap(([text, token]) => (typeof text === "string" ? [[text, token] as const] : []));
}

function valueSpans(props: FieldProps, text: readonly Span[]): readonly Span[] {
  const { facts, field } = props;
  const { glyphs, painter } = facts.style;
  const isLocked = lockOf(props) !== undefined;
  const token: Token = isLocked ? "dim" : "text";
  const value = heldValue(props);
  if (!isWritten(field)) {
    // Tells a choice from a text, and from what opens another dialog.
    const sign = field.kind.type === "open" ? glyphs.topic : glyphs.open;
    const more = isLocked ? "" : ` ${sign}`;
    return [span(safeLine(titleOfValue(field, value)), token), span(plain(more), "dim")];
  }
  if (value === "")
    return [span(safeLine(isLocked ? "" : (field.kind.placeholder ?? "")), "faint")];
  if (field.key !== "color") return text;
  const swatch = { text: plain("■"), colour: painter.streamColour(value) };
  return [...text, span(plain(" ")), swatch];
}

/**
 * The current value, after the one that was typed; in a row of its own if both do not fit. Of a list of people, who is
 * added and who removed.
 */
function beforeSpans(props: FieldProps): readonly Span[] {
  const { facts, shown, field } = props;
  const before = shown.now.truth[field.key] ?? "";
  if (!shown.change.changed.has(field.key) || before === "") return noSpans;
  if (!isListOfNames(field))
    return [span(onOneLine(facts.style, `  (${titleOrNothing(field, before)})`), "dim")];
  const { added, removed } = nameChange(facts.view, field, before, heldValue(props));
  return [
    ...added.map((name) => span(safeLine(`  +${name}`), "good")),
    ...removed.map((name) => span(safeLine(`  -${name}`), "bad")),
  ];
}

type ShownText = {
  /** The visible part of the value. */
  readonly spans: readonly Span[];
  /** The column of the cursor; undefined in choices and locked fields, and while the field is not selected. */
  readonly caret: number | undefined;
};

function shownText(props: FieldProps): ShownText {
  const { facts, shown, field } = props;
  const { style } = facts;
  const columns = columnsOf(props);
  const isLocked = lockOf(props) !== undefined;
  if (field !== shown.field || !isWritten(field) || isLocked) {
    const text = style.cells.cut(onOneLine(style, heldValue(props)), columns);
    return { spans: [span(text, isLocked ? "dim" : "text")], caret: undefined };
  }
  const { spans, caret } = typedLine(style, shown.form.input, columns);
  return { spans, caret: 2 + props.indent + caret };
}
