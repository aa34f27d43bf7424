/** The key notation of the configuration: valid strokes, and suggestions for invalid ones. */
import { graphemes } from "#base/graphemes.ts";
import { nearest } from "#base/nearest.ts";

const keys = [
  "Enter",
  "Esc",
  "Tab",
  "Space",
  "Backspace",
  "Delete",
  "Insert",
  "Begin",
  "Up",
  "Down",
  "Left",
  "Right",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`),
];
const modifiers = ["", "Ctrl+", "Alt+", "Shift+", "Ctrl+Alt+", "Ctrl+Shift+", "Alt+Shift+"];
const named = [...modifiers, "Ctrl+Alt+Shift+"].flatMap((held) => keys.map((key) => held + key));

/** Letters with Ctrl are upper case; Ctrl alone is a caret. */
const withCtrl =
  /^(?:(?:Alt\+)?\^(?:Space|[^\p{Ll}])|Ctrl\+(?:Alt\+|Shift\+|Alt\+Shift\+)[^\p{Ll}])$/u;

/** Whether this is the notation of a key that terminals can send. */
export function isStroke(stroke: string): boolean {
  const [, plain = ""] = /^(?:Alt\+)?(.+)$/s.exec(stroke) ?? [];
  return named.includes(stroke) || withCtrl.test(stroke) || graphemes(plain).length === 1;
}

/** The stroke that was probably meant; undefined if none is similar. */
export function suggestedStroke(written: string): string | undefined {
  const [, ctrl, alt, letter = ""] =
    /^(?:(\^|(?:ctrl|control|c)[+-])|((?:alt|meta|m)[+-]))(.)$/i.exec(written) ?? [];
  if (ctrl !== undefined) return `^${letter.toUpperCase()}`;
  if (alt !== undefined) return `Alt+${letter}`;
  const close = nearest(
    written.toLowerCase(),
    named.map((stroke) => stroke.toLowerCase()),
  );
  return named.find((stroke) => stroke.toLowerCase() === close);
}
