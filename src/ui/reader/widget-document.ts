/** Polls and to-do lists as documents: rendered like any text, with a checkbox before each option or task. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type Block, type Document, type ListItem, type Span, stress } from "#markup/document.ts";
import type { Replica } from "#model/replica.ts";
import type { Poll, TaskList, Widget } from "#model/widget.ts";
import { personName } from "#ui/names.ts";

/** This many voters are named; beyond that only their number is shown. */
const maxNamed = 5;

/** A ticked box is the user's own vote in a poll, or a completed task. */
export function widgetDocument(replica: Replica, widget: Widget): Document {
  const blocks = widget.kind === "poll" ? pollBlocks(replica, widget) : taskBlocks(widget);
  return { blocks, targets: [] };
}

function pollBlocks(replica: Replica, { question, options }: Poll): readonly Block[] {
  const items = options.map(({ text, voterIds }) =>
    item(voterIds.includes(replica.ownId), [
      span(safeLine(text), "text"),
      span(plain(`  ${voterIds.length}`), voterIds.length > 0 ? "heading" : "hint"),
      ...voters(replica, voterIds),
    ]),
  );
  const title = safeLine(question).trim() === "" ? plain("Poll") : safeLine(question);
  return [titled(title), listed(items, plain("No options yet."))];
}

function voters(replica: Replica, ids: Poll["options"][number]["voterIds"]): readonly Span[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, maxNamed).map((id) => nameOf(replica, id));
  const more = ids.length > maxNamed ? plain(` and ${ids.length - maxNamed} more`) : plain("");
  return [span(joined([plain("  "), joined(named, plain(", ")), more]), "hint")];
}

function nameOf(replica: Replica, id: Replica["ownId"]): SafeText {
  return id === replica.ownId ? plain("you") : personName(replica, id);
}

function taskBlocks({ title, tasks }: TaskList): readonly Block[] {
  const items = tasks.map(({ text, description, isDone }) => {
    const more = safeLine(description);
    return item(isDone, [
      span(safeLine(text), "text", isDone ? stress.struck : 0),
      ...(more === "" ? [] : [span(joined([plain("  "), more]), "hint")]),
    ]);
  });
  const name = safeLine(title).trim() === "" ? plain("To-do list") : safeLine(title);
  return [titled(name), listed(items, plain("No tasks yet."))];
}

function titled(text: SafeText): Block {
  return { kind: "paragraph", apart: false, spans: [span(text, "heading")] };
}

function listed(items: readonly ListItem[], none: SafeText): Block {
  return items.length > 0
    ? { kind: "list", apart: false, start: undefined, items }
    : { kind: "paragraph", apart: false, spans: [span(none, "hint")] };
}

function item(checked: boolean, spans: readonly Span[]): ListItem {
  return { checked, blocks: [{ kind: "paragraph", apart: false, spans }] };
}

function span(text: SafeText, role: Span["role"], more = 0): Span {
  return { text, role, stress: more };
}
