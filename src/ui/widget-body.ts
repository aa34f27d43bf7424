/** The dialogs that answer polls and to-do lists. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { widgetChoices } from "#commands/choices.ts";
import { widgetOf } from "#model/widget.ts";
import type { DialogOf } from "#store/dialog.ts";
import { type Body, type Facts, hintsTo } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { noSpans, span } from "./spans.ts";

/** The options with their votes, or the tasks, each with the digit and the box that Enter ticks; then adding another. */
export function widgetBody({ style, keys, view }: Facts, dialog: DialogOf<"widget">): Body {
  const { boxChecked, boxUnchecked } = style.glyphs;
  const message = get(view.messages, dialog.messageId);
  const isPoll = message !== undefined && widgetOf(message)?.kind === "poll";
  const choices = widgetChoices(view, dialog.messageId);
  const answer = isPoll ? "vote or remove your vote" : "check or uncheck";
  const rows = choices.map(
    ({ text, isOn, votes }, at): DialogRow => ({
      left: [
        span(plain(at < 9 ? `${at + 1}  ` : "   "), "strong"),
        span(isOn ? boxChecked : boxUnchecked, isOn ? "accent" : "dim"),
        span(plain(" ")),
        { text: safeLine(text), shrinks: true },
      ],
      right: votes === undefined ? noSpans : [span(plain(`${votes}`), "dim")],
    }),
  );
  const more = isPoll ? "Add an option" : "Add a task";
  return {
    title: isPoll ? "Vote" : "To-do list",
    typed: undefined,
    placeholder: "",
    rows: [...rows, { left: [span(plain("a  "), "strong"), span(plain(more))], right: noSpans }],
    chosen: Math.min(dialog.chosen, choices.length),
    hints: hintsTo(keys, dialog.chosen < choices.length ? answer : "add"),
  };
}

export function widgetAddBody({ keys, view }: Facts, dialog: DialogOf<"widget-add">): Body {
  const message = get(view.messages, dialog.messageId);
  const widget = message && widgetOf(message);
  const title = widget?.kind === "tasks" ? widget.title : (widget?.question ?? "");
  const isPoll = dialog.of === "poll";
  return {
    title: isPoll ? "Add an option" : "Add a task",
    typed: dialog.text,
    placeholder: isPoll ? "option" : "task: description",
    rows: [{ left: [{ ...span(safeLine(title), "dim"), shrinks: true }], right: noSpans }],
    chosen: -1,
    hints: hintsTo(keys, "add"),
  };
}
