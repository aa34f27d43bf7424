/** The dialog about a text that is longer than a message may be. */
import { safeLine } from "#base/safe-text.ts";
import { tooLongOptions } from "#commands/choices.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, rowColumns } from "./dialog-bodies.ts";
import { questionBody, rowOf } from "./question-body.ts";
import { span } from "./spans.ts";

export function tooLongBody(
  { style: { cells }, keys, room }: Facts,
  { sentence, chosen }: DialogOf<"too-long">,
): Body {
  const lines = cells.wrap(safeLine(sentence), rowColumns(room));
  return questionBody(keys, {
    title: "Too long for one message",
    told: lines.map((line) => rowOf([span(line, "warning")])),
    answers: tooLongOptions,
    chosen,
    leaving: "keep editing",
  });
}
