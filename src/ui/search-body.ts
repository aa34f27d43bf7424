/** The input of a search: what was understood of it, or why it cannot be asked, and what completes it. */
import { safeLine } from "#base/safe-text.ts";
import { dayLabel } from "#base/time.ts";
import { searchChoices } from "#commands/search/completing.ts";
import { queryOf } from "#commands/search/query.ts";
import { hoursFor } from "#commands/snooze-times.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, rowColumns } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { noSpans, type Span, span } from "./spans.ts";

type SearchDialog = DialogOf<"search">;

export function searchBody(facts: Facts, dialog: SearchDialog, recent: readonly string[]): Body {
  const { keys, view } = facts;
  const choices = searchChoices(view, dialog.text, recent);
  const isUnfinished = choices.length > 0 && !/(?:^|\s)$/.test(dialog.text);
  const told = toldRows(facts, dialog, isUnfinished);
  return {
    title: "Search",
    typed: dialog.text,
    placeholder: "words, operators such as sender:, or a day: on monday",
    rows: [
      ...told,
      ...choices.map(({ kind, title, detail }): DialogRow => {
        const look = kind === "operator" ? "strong" : "text";
        return {
          left: [{ ...span(safeLine(title), look), shrinks: true }],
          right: [span(safeLine(kind === "recent" ? "asked before" : detail), "dim")],
        };
      }),
    ],
    told: told.length,
    chosen: dialog.chosen < 0 ? -1 : told.length + Math.min(dialog.chosen, choices.length - 1),
    hints: hintsFor(
      keys,
      dialog.chosen < 0 ? ["search.ask", "search"] : ["search.ask", "take"],
      ["search.complete", "complete"],
      ["search.up", "last searches"],
      ["search.leave", "leave"],
    ),
  };
}

/** What Enter would do; a problem stands there before it is pressed. */
function toldRows(facts: Facts, dialog: SearchDialog, isUnfinished: boolean): readonly DialogRow[] {
  const { style, view, room, now } = facts;
  const rows = (text: string, look: Span["look"]) =>
    style.cells
      .wrap(safeLine(text), rowColumns(room))
      .map((line): DialogRow => ({ left: [span(line, look)], right: noSpans }));
  if (dialog.problem !== undefined) return rows(dialog.problem, "warning");
  if (dialog.day?.text === dialog.text)
    return rows(`to ${dayLabel(dialog.day.at, now, hoursFor(view))}`, "dim");
  const query = queryOf(view, dialog.text);
  switch (query.kind) {
    case "empty":
      return [];
    case "terms":
      return [
        { left: [{ ...span(safeLine(query.meaning), "dim"), shrinks: true }], right: noSpans },
      ];
    case "problem":
      // What is being typed may be completed yet.
      return isUnfinished ? [] : rows(query.sentence, "warning");
  }
}
