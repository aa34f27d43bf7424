/** The question what to do with a scheduled message: for whom it is, when it is sent, and how it begins. */
import { plain, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { scheduledOptions } from "#commands/choices.ts";
import { failureOf } from "#commands/lists/scheduled-source.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { conversationSpans } from "./names.ts";
import { noSpans, span } from "./spans.ts";

export function scheduledBody(
  { style, keys, view, now }: Facts,
  dialog: Extract<Dialog, { kind: "scheduled" }>,
): Body {
  const message = view.scheduled.get(dialog.id);
  const row = (left: DialogRow["left"], right: DialogRow["right"] = noSpans): DialogRow => ({
    left,
    right,
  });
  const told: DialogRow[] = [];
  if (message === undefined) told.push(row([span(plain("It was sent or deleted."), "warning")]));
  else {
    const { address, content, at } = timedOf(view, message);
    const moment = momentLabel(at, now, hourStyleOf(view, style.hours));
    told.push(row(conversationSpans(style, view, address, "text"), [span(plain(moment), "dim")]));
    told.push(row([{ ...span(safeLine(content), "quote"), shrinks: true }]));
    if (message.failed === true)
      told.push(row([{ ...span(safeLine(failureOf(view, message)), "bad"), shrinks: true }]));
  }
  told.push(row(noSpans));
  return {
    title: message?.failed === true ? "This message was not sent" : "Scheduled message",
    typed: undefined,
    placeholder: "",
    rows: [
      ...told,
      ...scheduledOptions.map(({ key, title }) =>
        row([span(safeLine(`${key}  `), "strong"), span(safeLine(title))]),
      ),
    ],
    told: told.length,
    chosen: told.length + dialog.chosen,
    hints: hintsFor(keys, ["dialog.take", "select"], ["dialog.leave", "cancel"]),
  };
}
