/** The key bindings of the context in which help was opened. */
import { type SafeText, safeLine } from "#base/safe-text.ts";
import { helpChoices } from "#commands/choices.ts";
import { unsupportedReason } from "#commands/unsupported.ts";
import { hintsFor } from "#ui/hints.ts";
import { noSpans, span } from "#ui/spans.ts";
import { type ContentOf, emptyRow, paragraph } from "./content.ts";

/** Of a command with more keys, only the first ones are shown. */
const maxKeys = 3;
const widestKeys = 22;

export const help: ContentOf<"help"> = (facts, dialog) => {
  const { style, keys, view, where } = facts;
  const { cells } = style;
  const {
    input: { text: filter },
    typing,
    note,
  } = dialog;
  const choicesFor = (typed: string) => helpChoices(keys, where, typed);
  const widths = choicesFor("").map((choice) => cells.width(keysText(choice)));
  const columns = Math.min(widestKeys, Math.max(0, ...widths) + 2);
  const list = choicesFor(filter).map((choice) => {
    const { needs, id } = choice.command;
    const reason = unsupportedReason(view, needs)?.words ?? facts.disabled[id];
    return {
      left: [
        span(cells.fit(keysText(choice), columns), "strong"),
        { text: safeLine(choice.command.title), shrinks: true },
      ],
      right: reason === undefined ? noSpans : [span(safeLine(reason), "warning")],
    };
  });
  return {
    title: "Key bindings",
    typed: typing || filter !== "" ? filter : undefined,
    isSettled: !typing,
    placeholder: "key or description",
    rows: note === undefined ? [] : [...paragraph(facts, safeLine(note)), emptyRow],
    list,
    chosen: dialog.chosen,
    hints: typing
      ? hintsFor(keys, ["dialog.take", "keep these"], ["dialog.leave", "back"])
      : hintsFor(keys, ["help.do", "run"], ["help.find", "find"], ["help.leave", "close"]),
  };
};

function keysText({ keys }: { readonly keys: readonly string[] }): SafeText {
  return safeLine(keys.slice(0, maxKeys).join("  "));
}
