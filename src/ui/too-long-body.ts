/** The dialog about a text that is longer than a message may be. */
import { plain, safeLine } from "#base/safe-text.ts";
import { tooLongOptions } from "#commands/choices.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { noSpans, span } from "./spans.ts";

export function tooLongBody(
  { style: { cells }, keys, room }: Facts,
  { sentence, chosen }: Extract<Dialog, { kind: "too-long" }>,
): Body {
  const row = (left: DialogRow["left"]): DialogRow => ({ left, right: noSpans });
  const columns = Math.max(10, Math.min(room.columns - 4, 60) - 5);
  const told = [
    ...cells.wrap(safeLine(sentence), columns).map((line) => row([span(line, "warning")])),
    row(noSpans),
  ];
  return {
    title: "Too long for one message",
    typed: undefined,
    placeholder: "",
    rows: [
      ...told,
      ...tooLongOptions.map(({ key, title }) =>
        row([span(plain(`${key}  `), "strong"), span(safeLine(title))]),
      ),
    ],
    told: told.length,
    chosen: told.length + chosen,
    hints: hintsFor(keys, ["dialog.take", "select"], ["dialog.leave", "keep editing"]),
  };
}
