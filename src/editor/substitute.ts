/** Replaces a placeholder everywhere in a text and its history. */
import { commonPrefix, commonSuffix } from "#base/common-ends.ts";
import type { Change, Editor } from "./editor.ts";
import { redo, undo, unselected } from "./history.ts";

type Moment = Pick<Editor, "text" | "cursor">;

/** A step of the history. */
type Step = { readonly before: Moment; readonly after: Moment };

/** Replaces each `placeholder` by `inserted`, also in the texts of undo and redo; the cursor stays at the same word. */
export function substitute(editor: Editor, placeholder: string, inserted: string): Editor {
  const changed = (moment: Moment) => substituted(moment, placeholder, inserted);
  const changes = (steps: readonly Step[]) =>
    steps.flatMap(({ before, after }) => changeBetween(changed(before), changed(after)));
  return {
    ...unselected(editor),
    ...changed(editor),
    past: changes(pastSteps(editor)),
    future: changes(futureSteps(editor)),
    last: "other",
  };
}

/** The steps of `past`, the latest last. */
function pastSteps(editor: Editor): readonly Step[] {
  const steps: Step[] = [];
  for (let now = editor, change = now.past.at(-1); change; change = now.past.at(-1)) {
    const before = undo(now);
    steps.unshift({ before, after: { text: now.text, cursor: change.to } });
    now = before;
  }
  return steps;
}

/** The steps of `future`, the next one last. */
function futureSteps(editor: Editor): readonly Step[] {
  const steps: Step[] = [];
  for (let now = editor, change = now.future.at(-1); change; change = now.future.at(-1)) {
    const after = redo(now);
    steps.unshift({ before: { text: now.text, cursor: change.from }, after });
    now = after;
  }
  return steps;
}

/** Empty if both have the same text. */
function changeBetween(before: Moment, after: Moment): readonly Change[] {
  const [one, other] = [before.text, after.text];
  if (one === other) return [];
  const at = commonPrefix(one, other);
  const end = commonSuffix(one, other, Math.min(one.length, other.length) - at);
  const removed = one.slice(at, one.length - end);
  const inserted = other.slice(at, other.length - end);
  return [{ at, removed, inserted, from: before.cursor, to: after.cursor }];
}

function substituted({ text, cursor }: Moment, placeholder: string, inserted: string): Moment {
  const before = text.slice(0, cursor).replaceAll(placeholder, inserted);
  const whole = text.replaceAll(placeholder, inserted);
  const rest = text.slice(cursor).replaceAll(placeholder, inserted);
  // A cursor inside a placeholder goes after its replacement.
  const isInside = before.length + rest.length !== whole.length;
  return {
    text: whole,
    cursor: isInside ? behind(text, cursor, placeholder, inserted) : before.length,
  };
}

function behind(text: string, cursor: number, placeholder: string, inserted: string): number {
  const start = text.lastIndexOf(placeholder, cursor);
  return text.slice(0, start).replaceAll(placeholder, inserted).length + inserted.length;
}
