/** Polls and to-do lists: the first submessage, which the server creates from the text. */
import type { Submessage } from "#realm/state/messages.ts";

/** Entries without list markers. */
function lines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().replace(/^[-*]?\s*/, ""))
    .filter((line) => line !== "");
}

function content(text: string): object | undefined {
  const [, command, rest = ""] = /^\/(poll|todo)(?:[ \t]*)([\s\S]*)$/.exec(text) ?? [];
  const [first = "", ...others] = rest.split("\n");
  if (command === "poll") {
    const extra = { question: first.trim(), options: lines(others.join("\n")) };
    return { widget_type: "poll", extra_data: extra };
  }
  if (command !== "todo") return undefined;
  const tasks = lines(others.join("\n")).map((line) => {
    const [task = "", ...desc] = line.split(": ");
    return { task: task.trim(), desc: desc.join(": ").trim() };
  });
  return { widget_type: "todo", extra_data: { task_list_title: first.trim(), tasks } };
}

/** Empty if the text does not create a widget; `id` is that of the submessage. */
export function widgetOf(text: string, senderId: number, id: number): readonly Submessage[] {
  const widget = /^\/(poll|todo)(\s|$)/.test(text) ? content(text) : undefined;
  return widget === undefined
    ? []
    : [{ id, senderId, type: "widget", content: JSON.stringify(widget) }];
}
