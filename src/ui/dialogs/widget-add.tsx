/** The input for a new option of a poll or a new task of a to-do list. */
import { safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { widgetOf } from "#model/widget.ts";
import type { PropsOf } from "./facts.ts";
import { Picker } from "./picker.tsx";
import { Line } from "./row.tsx";

export function WidgetAdd({ facts, dialog }: PropsOf<"widget-add">) {
  const message = get(facts.view.messages, dialog.messageId);
  const widget = message && widgetOf(message);
  const title = widget?.kind === "tasks" ? widget.title : (widget?.question ?? "");
  const isPoll = dialog.of === "poll";
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title={isPoll ? "Add an option" : "Add a task"}
      placeholder={isPoll ? "option" : "task: description"}
      take="add"
    >
      <Line token="dim">{safeLine(title)}</Line>
    </Picker>
  );
}
