/** The poll or to-do list that a server will create from a text, for the preview. */
import type { UserId } from "#wire/ids.ts";
import { type Widget, widgetOf } from "./widget.ts";

const command = /^\/(poll|todo)(?:\s|$)/;

/** Undefined if the text does not create a widget. `ownId` is the sender. */
export function unsentWidget(text: string, ownId: UserId): Widget | undefined {
  const trimmed = text.trim();
  const [begin = "", kind] = command.exec(trimmed) ?? [];
  if (kind === undefined) return undefined;
  const [first = "", ...lines] = trimmed.slice(begin.trimEnd().length).split("\n");
  // List markers are not part of the entries.
  const entries = lines.map((line) => line.trim().replace(/^[-*]?\s*/, "")).filter(Boolean);
  const made =
    kind === "poll"
      ? { widget_type: "poll", extra_data: { question: first.trim(), options: entries } }
      : {
          widget_type: "todo",
          extra_data: { task_list_title: first.trim(), tasks: entries.map(taskOf) },
        };
  const submessage = { id: 0, senderId: ownId, content: JSON.stringify(made) };
  return widgetOf({ senderId: ownId, submessages: [submessage] });
}

function taskOf(line: string): { readonly task: string; readonly desc: string } {
  const [task = "", ...desc] = line.split(": ");
  return { task: task.trim(), desc: desc.join(": ").trim() };
}
