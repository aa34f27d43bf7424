/**
 * Forms as lines. They are drawn like every dialog and not by components of Ink's library: those keep their text to
 * themselves, where no event could change it, no conflict could be told, and no other key would be heard.
 */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type Field, isConflict, problemOf, titleOfValue } from "#commands/forms/form.ts";
import { nameChoices, type Shown, shownForm } from "#commands/forms/open-form.ts";
import type { OpenForm } from "#store/forms.ts";
import type { Token } from "#theme/tokens.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { noSpans, type Span, span, spansWidth } from "./spans.ts";

const labelColumns = 13;

type Row = DialogRow & {
  /** The row of the form that it is; undefined: it belongs to the one above. */
  readonly at?: number;
};

export function formBody(facts: Facts, form: OpenForm): Body {
  const { view, keys } = facts;
  const shown = shownForm(view, form);
  if (shown === undefined) {
    return {
      title: "Gone",
      typed: undefined,
      placeholder: "",
      rows: lines(facts, "What this form is about does not exist any more."),
      chosen: -1,
      hints: hintsFor(keys, ["form.leave", "leave"]),
    };
  }
  const rows = rowsOf(facts, shown);
  const chosen = rows.findIndex(({ at }) => at === shown.form.at);
  const caret = caretOf(facts, shown);
  return {
    title: shown.now.title,
    typed: undefined,
    placeholder: "",
    rows,
    chosen,
    ...(caret === undefined ? {} : { caret: { row: chosen, column: caret } }),
    hints: formHints(facts, shown),
  };
}

/** A question is answered, a form saved; leaving it keeps what was typed. */
function formHints({ keys }: Facts, { now, form }: Shown): Body["hints"] {
  if (now.keep !== undefined)
    return hintsFor(keys, ["form.next", "next"], ["form.enter", "answer"], ["form.leave", "leave"]);
  const leave = Object.keys(form.typed).length > 0 ? "leave (kept)" : "leave";
  return hintsFor(keys, ["form.next", "next"], ["form.save", "save"], ["form.leave", leave]);
}

function rowsOf(facts: Facts, shown: Shown): readonly Row[] {
  const { now, form, answers } = shown;
  const blank: Row = { left: noSpans, right: noSpans };
  const told = (now.told ?? []).flatMap((text) => lines(facts, text));
  const locked = now.locked === undefined ? [] : lines(facts, now.locked, "warning");
  return [
    ...told,
    ...locked,
    ...(told.length + locked.length > 0 ? [blank] : []),
    ...now.fields.flatMap((field, at) => fieldRows(facts, shown, field, at)),
    ...failureRows(facts, shown),
    ...(now.fields.length > 0 && answers.length > 0 ? [blank] : []),
    ...answers.map(
      (answer, index): Row => ({
        left: [
          span(safeLine(answerText(shown, answer)), now.locked === undefined ? "text" : "dim"),
        ],
        right: form.request !== undefined && answer === "save" ? waiting : noSpans,
        at: now.fields.length + index,
      }),
    ),
  ];
}

const waiting: readonly Span[] = [span(plain("sending"), "dim")];

function answerText({ now, change, form }: Shown, answer: "save" | "keep"): string {
  if (answer === "keep") return now.keep ?? "Keep it";
  if (now.submit !== undefined) return now.submit;
  const count = change.changed.size;
  const again = form.failure === undefined ? "Save" : "Save again:";
  return `${again} ${count} ${count === 1 ? "change" : "changes"}`;
}

/** A refusal that is about no field stands below them all. */
function failureRows(facts: Facts, { form: { failure }, now }: Shown): readonly Row[] {
  if (failure === undefined || now.fields.some(({ key }) => key === failure.field)) return [];
  return lines(facts, failure.sentence, "bad");
}

function fieldRows(facts: Facts, shown: Shown, field: Field, at: number): readonly Row[] {
  const { style } = facts;
  const { now, change } = shown;
  const isChanged = change.changed.has(field.key);
  const value = change.values[field.key] ?? "";
  const isLocked = (field.locked ?? now.locked) !== undefined;
  const left: readonly Span[] = [
    labelSpan(facts, field.label),
    isChanged ? span(plain(`${style.glyphs.bullet} `), "accent") : span(plain("  ")),
    ...valueSpans(facts, shown, field, value, isLocked),
  ];
  const before = beforeSpans(shown, field);
  const room = valueColumns(facts) + labelColumns + 2;
  const isBeside = before.length === 0 || spansWidth(style, [...left, ...before]) <= room;
  const below = isBeside ? [] : [{ left: [indent, ...before], right: noSpans }];
  return [
    { left: isBeside ? [...left, ...before] : left, right: noSpans, at },
    ...below,
    ...notes(shown, field).flatMap(([text, look]) =>
      indented(facts, text, look).map((line): Row => ({ left: [line], right: noSpans })),
    ),
    ...(shown.form.at === at ? nameRows(facts, shown) : []),
  ];
}

/** What is to be said of a field: why it is locked, what is wrong, and that somebody else changed it. */
function notes(
  { now, change, form, field: here }: Shown,
  field: Field,
): readonly (readonly [string, Token])[] {
  const other = shownValue(field, now.truth[field.key] ?? "");
  const isTold = change.changed.has(field.key);
  const all: readonly (readonly [string | undefined, Token])[] = [
    [field === here ? field.locked : undefined, "dim"],
    [isTold ? problemOf(field, change) : undefined, "bad"],
    [form.failure?.field === field.key ? form.failure.sentence : undefined, "bad"],
    [
      isConflict(now, form, field)
        ? `Changed meanwhile to: ${other}. Saving replaces that.`
        : undefined,
      "warning",
    ],
  ];
  return all.flatMap(([text, look]) => (text === undefined ? [] : [[text, look] as const]));
}

function nameRows({ view }: Facts, shown: Shown): readonly Row[] {
  return nameChoices(view, shown).map((name, index) => ({
    left: [indent, span(safeLine(name), index === 0 ? "accent" : "dim")],
    right: index === 0 ? [span(plain("Enter takes it"), "dim")] : noSpans,
  }));
}

const indent: Span = span(plain(" ".repeat(labelColumns + 2)));

function labelSpan({ style }: Facts, label: string): Span {
  const { cells } = style;
  const cut = cells.cut(safeLine(label), labelColumns - 1);
  return span(plain(`${cells.padStart(cut, labelColumns - 1)} `), "dim");
}

function shownValue(field: Field, value: string): string {
  return value === "" ? "nothing" : titleOfValue(field, value);
}

function valueSpans(
  facts: Facts,
  shown: Shown,
  field: Field,
  value: string,
  isLocked: boolean,
): readonly Span[] {
  const { style } = facts;
  const { field: here } = shown;
  const look: Token = isLocked ? "dim" : "text";
  if (field.kind.type === "choice") {
    const more = field === here && !isLocked ? ` ${style.glyphs.open}` : "";
    return [span(safeLine(titleOfValue(field, value)), look), span(plain(more), "dim")];
  }
  if (value === "")
    return [span(safeLine(isLocked ? "" : (field.kind.placeholder ?? "")), "faint")];
  const text = span(windowed(facts, shown, field, value), look);
  if (field.key !== "color") return [text];
  const swatch = { text: plain("■"), colour: style.painter.streamColour(value) };
  return [text, span(plain(" ")), swatch];
}

/** What is so, behind what was typed; in a row of its own where there is no room for both. */
function beforeSpans({ now, change }: Shown, field: Field): readonly Span[] {
  const before = now.truth[field.key] ?? "";
  if (!change.changed.has(field.key) || before === "") return noSpans;
  return [span(safeLine(`  (${shownValue(field, before)})`), "dim")];
}

/** Columns that a value has. */
function valueColumns({ room }: Facts): number {
  return Math.max(8, Math.min(room.columns - 4, room.wantedColumns ?? 60) - 5 - labelColumns - 2);
}

/** A long text as far as there is room, with the cursor in it. */
function windowed(
  facts: Facts,
  { field: here, form }: Shown,
  field: Field,
  value: string,
): SafeText {
  const { cells } = facts.style;
  const columns = valueColumns(facts);
  if (field !== here || cells.width(safeLine(value)) < columns)
    return cells.cut(safeLine(value), columns);
  const before = value.slice(0, form.cursor);
  if (cells.width(safeLine(before)) < columns - 1) return cells.cut(safeLine(value), columns);
  return cells.cut(safeLine(value.slice(hiddenBefore(facts, value, form.cursor))), columns);
}

/** How many characters at the beginning give way to those before the cursor. */
function hiddenBefore(facts: Facts, value: string, cursor: number): number {
  const columns = valueColumns(facts) - 2;
  let from = 0;
  while (from < cursor && facts.style.cells.width(safeLine(value.slice(from, cursor))) > columns) {
    from += (value.codePointAt(from) ?? 0) > 0xffff ? 2 : 1;
  }
  return from;
}

/** The column of the terminal's cursor in a text; undefined in choices, answers and what is locked. */
function caretOf(facts: Facts, { field, form, change, now }: Shown): number | undefined {
  if (field === undefined || field.kind.type === "choice") return undefined;
  if ((field.locked ?? now.locked) !== undefined) return undefined;
  const value = change.values[field.key] ?? "";
  const { cells } = facts.style;
  const cursor = Math.min(form.cursor, value.length);
  const before = value.slice(0, cursor);
  const isWhole = cells.width(safeLine(before)) < valueColumns(facts) - 1;
  const from = isWhole ? 0 : hiddenBefore(facts, value, cursor);
  return 2 + labelColumns + 2 + cells.width(safeLine(value.slice(from, cursor)));
}

function indented(facts: Facts, text: string, look: Token): readonly Span[] {
  return facts.style.cells
    .wrap(safeLine(text), valueColumns(facts))
    .map((line) => span(plain(" ".repeat(labelColumns + 2) + line), look));
}

function lines({ style, room }: Facts, text: string, look: Token = "text"): readonly Row[] {
  const columns = Math.max(10, Math.min(room.columns - 4, room.wantedColumns ?? 60) - 5);
  return style.cells
    .wrap(safeLine(text), columns)
    .map((line) => ({ left: [span(line, look)], right: noSpans }));
}
