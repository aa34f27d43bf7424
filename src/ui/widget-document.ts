/** Polls and to-do lists as documents: read like any text, with a box before each option or task. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { type Block, type Document, type ListItem, type Span, stress } from "#markup/document.ts";
import type { Picture } from "#model/picture.ts";
import type { Poll, TaskList, Widget } from "#model/widget.ts";
import { personName } from "./names.ts";

/** So many voters are named; of the others their number says enough. */
const mostNamed = 5;

/** A ticked box is one's own vote in a poll, and a task that is done in a list. */
export function widgetDocument(picture: Picture, widget: Widget): Document {
  const blocks = widget.kind === "poll" ? pollBlocks(picture, widget) : taskBlocks(widget);
  return { blocks, targets: [] };
}

function pollBlocks(picture: Picture, { question, options }: Poll): readonly Block[] {
  const items = options.map(({ text, voterIds }) =>
    item(voterIds.includes(picture.ownId), [
      span(safeLine(text), "text"),
      span(plain(`  ${voterIds.length}`), voterIds.length > 0 ? "heading" : "hint"),
      ...voters(picture, voterIds),
    ]),
  );
  const title = safeLine(question).trim() === "" ? plain("Poll") : safeLine(question);
  return [titled(title), listed(items, plain("No options yet."))];
}

function voters(picture: Picture, ids: Poll["options"][number]["voterIds"]): readonly Span[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, mostNamed).map((id) => nameOf(picture, id));
  const more = ids.length > mostNamed ? plain(` and ${ids.length - mostNamed} more`) : plain("");
  return [span(joined([plain("  "), joined(named, plain(", ")), more]), "hint")];
}

function nameOf(picture: Picture, id: Picture["ownId"]): SafeText {
  return id === picture.ownId ? plain("you") : personName(picture, id);
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
