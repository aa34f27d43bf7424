/** The key bindings of the context in which help was opened. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type HelpRow, helpSections } from "#commands/keys/help.ts";
import { contextNames } from "#commands/keys/keymap.ts";
import { span } from "#ui/spans.ts";
import { type ContentOf, emptyRow, line, paragraph, picker, type Row } from "./content.ts";

/** Of a command with more keys, only the first ones are shown. */
const maxKeys = 3;
/** The keys take at most this part of a row, so that the descriptions stay readable. */
const widestKeys = 0.3;

export const help: ContentOf<"help"> = (facts, dialog) => {
  const { style, columns, keys, where } = facts;
  const { cells } = style;
  const all = helpSections(facts, keys, "").flatMap(({ rows }) => rows);
  const room = Math.max(8, Math.floor(columns * widestKeys));
  const keysText = ({ shown: own }: HelpRow): SafeText => {
    const counts = [maxKeys, 2].filter((count) => own.slice(0, count).join("  ").length <= room);
    return safeLine(own.slice(0, counts[0] ?? 1).join("  "));
  };
  const widths = all.map((row) => cells.width(keysText(row)));
  const indent = Math.min(room, Math.max(0, ...widths)) + 2;
  let choice = 0;
  const rowsOf = (row: HelpRow): readonly Row[] => {
    const at = choice;
    choice += 1;
    const { command, reason } = row;
    const words = reason === undefined ? command.title : `${command.title}: ${reason}`;
    const token = reason === undefined ? "text" : "dim";
    const [first = plain(""), ...more] = cells.wrap(
      safeLine(words),
      Math.max(10, columns - indent),
    );
    const before = span(cells.fit(keysText(row), indent), reason === undefined ? "strong" : "dim");
    return [
      { choice: at, left: [before, span(first, token)] },
      ...more.map((each) => ({ ...line(plain(" ".repeat(indent) + each), token), choice: at })),
    ];
  };
  return picker(facts, dialog, {
    title: `Keys ${contextNames[where]}`,
    placeholder: "key or description",
    rows: [
      ...(dialog.note === undefined ? [] : [...paragraph(facts, safeLine(dialog.note)), emptyRow]),
      ...helpSections(facts, keys, dialog.input.text).flatMap(({ title, rows }, at) => [
        ...(at === 0 ? [] : [emptyRow]),
        line(safeLine(title.toUpperCase()), "dim"),
        ...rows.flatMap(rowsOf),
      ]),
    ],
    list: [],
    take: "run",
  });
};
