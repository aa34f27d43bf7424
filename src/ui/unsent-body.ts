/** The question what to do with a message that was not sent, or may have arrived. */
import { safeLine } from "#base/safe-text.ts";
import { unsentOptions } from "#commands/choices.ts";
import { messageIn } from "#commands/unsent.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, rowColumns } from "./dialog-bodies.ts";
import { questionBody, rowOf } from "./question-body.ts";
import { span } from "./spans.ts";

export function unsentBody(
  { style: { cells }, keys, journal, room }: Facts,
  { intent: id, chosen }: DialogOf<"unsent">,
): Body {
  const intent = journal.intents.get(id);
  const why = intent?.reason ?? "No response; the server may have it.";
  const lines = cells.wrap(safeLine(why), rowColumns(room));
  return questionBody(keys, {
    title:
      intent?.phase === "undecided" ? "This message may have arrived" : "This message was not sent",
    told: [
      rowOf([{ ...span(safeLine(messageIn(intent)?.text ?? ""), "quote"), shrinks: true }]),
      ...lines.map((line) => rowOf([span(line, "warning")])),
    ],
    answers: unsentOptions({ journal }, id),
    chosen,
  });
}
