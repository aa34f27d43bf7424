/** The dialogs for answering polls and to-do lists. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { widgetChoices } from "#commands/choices.ts";
import { widgetOf } from "#model/widget.ts";
import { noSpans, span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import { digitSpan } from "./links.tsx";
import { Picker } from "./parts.tsx";
import { Line, Row } from "./row.tsx";

/** The options with their votes, or the tasks, each with its digit and checkbox; then the row for adding one. */
export function Widget({ facts, dialog }: PropsOf<"widget">) {
  const { style, keys, view } = facts;
  const { boxChecked, boxUnchecked } = style.glyphs;
  const message = get(view.messages, dialog.messageId);
  const isPoll = message !== undefined && widgetOf(message)?.kind === "poll";
  const choices = widgetChoices(view, dialog.messageId);
  const answer = isPoll ? "vote or remove your vote" : "check or uncheck";
  return (
    <Picker
      keys={keys}
      title={isPoll ? "Vote" : "To-do list"}
      chosen={Math.min(dialog.chosen, choices.length)}
      take={dialog.chosen < choices.length ? answer : "add"}
    >
      {choices.map(({ key, text, isOn, votes }, at) => (
        <Row
          key={key}
          choice={at}
          left={[
            digitSpan(at),
            span(isOn ? boxChecked : boxUnchecked, isOn ? "accent" : "dim"),
            span(plain(" ")),
            { text: safeLine(text), shrinks: true },
          ]}
          right={votes === undefined ? noSpans : [span(plain(`${votes}`), "dim")]}
        />
      ))}
      <Row
        choice={choices.length}
        left={[span(plain("a  "), "strong"), span(plain(isPoll ? "Add an option" : "Add a task"))]}
      />
    </Picker>
  );
}

export function WidgetAdd({ facts: { keys, view }, dialog }: PropsOf<"widget-add">) {
  const message = get(view.messages, dialog.messageId);
  const widget = message && widgetOf(message);
  const title = widget?.kind === "tasks" ? widget.title : (widget?.question ?? "");
  const isPoll = dialog.of === "poll";
  return (
    <Picker
      keys={keys}
      title={isPoll ? "Add an option" : "Add a task"}
      typed={dialog.text}
      placeholder={isPoll ? "option" : "task: description"}
      take="add"
    >
      <Line token="dim">{safeLine(title)}</Line>
    </Picker>
  );
}
