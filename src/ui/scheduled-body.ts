/** The question what to do with a scheduled message: for whom it is, when it is sent, and how it begins. */
import { plain, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { scheduledOptions } from "#commands/choices.ts";
import { failureOf } from "#commands/lists/scheduled-source.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { conversationSpans } from "./names.ts";
import { questionBody, rowOf } from "./question-body.ts";
import { span } from "./spans.ts";

export function scheduledBody(
  { style, keys, view, now }: Facts,
  dialog: DialogOf<"scheduled">,
): Body {
  const message = view.scheduled.get(dialog.id);
  const told: DialogRow[] = [];
  if (message === undefined) told.push(rowOf([span(plain("It was sent or deleted."), "warning")]));
  else {
    const { address, content, at } = timedOf(view, message);
    const moment = momentLabel(at, now, hourStyleOf(view, style.hours));
    told.push(rowOf(conversationSpans(style, view, address, "text"), [span(plain(moment), "dim")]));
    told.push(rowOf([{ ...span(safeLine(content), "quote"), shrinks: true }]));
    if (message.failed === true)
      told.push(rowOf([{ ...span(safeLine(failureOf(view, message)), "bad"), shrinks: true }]));
  }
  return questionBody(keys, {
    title: message?.failed === true ? "This message was not sent" : "Scheduled message",
    told,
    answers: scheduledOptions,
    chosen: dialog.chosen,
  });
}
