/** A line that the user types: an editor whose text has no line breaks. */
import { type Editor, editorOf } from "./editor.ts";

export type Input = Editor;

/** With the cursor at the end. */
export function inputOf(text = ""): Input {
  return editorOf(oneLine(text));
}

/** A typed or pasted text for an input: line breaks and tabs become blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\t\n]/g, " ");
}
