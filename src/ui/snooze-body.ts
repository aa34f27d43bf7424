/** The dialog for snoozing: the times on offer, and how a typed time is read. */
import { plain, safeLine } from "#base/safe-text.ts";
import { snoozeOffer } from "#commands/snooze-times.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, hintsTo } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { noSpans, span } from "./spans.ts";

const titleColumns = 12;

export function snoozeBody(
  { style: { cells }, keys, view, now }: Facts,
  dialog: DialogOf<"snooze">,
): Body {
  const { choices, problem } = snoozeOffer(view, dialog, now);
  const told: readonly DialogRow[] =
    problem === undefined
      ? []
      : [{ left: [{ ...span(safeLine(problem), "warning"), shrinks: true }], right: noSpans }];
  return {
    title: `Snooze ${safeLine(dialog.title)}`,
    typed: dialog.text,
    placeholder: "tomorrow 9:00, in 2h, fri 14:30, 1 Dec",
    rows: [
      ...told,
      ...choices.map(
        ({ title, reading: [moment, distance] }): DialogRow => ({
          left: [
            span(title === "" ? plain("") : cells.pad(plain(title), titleColumns)),
            span(plain(moment)),
          ],
          right: [span(plain(distance), "dim")],
        }),
      ),
    ],
    told: told.length,
    chosen: choices.length === 0 ? -1 : told.length + Math.min(dialog.chosen, choices.length - 1),
    hints: hintsTo(keys, "snooze"),
  };
}
