/** How keys are spelled in the configuration: which strokes there are, and which one was meant by another spelling. */
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

/** Letters are capital wherever Ctrl is held; alone it is a caret. */
const withCtrl =
  /^(?:(?:Alt\+)?\^(?:Space|[^\p{Ll}])|Ctrl\+(?:Alt\+|Shift\+|Alt\+Shift\+)[^\p{Ll}])$/u;

/** Whether a key that terminals can send is called so. */
export function isStroke(stroke: string): boolean {
  const [, plain = ""] = /^(?:Alt\+)?(.+)$/s.exec(stroke) ?? [];
  return named.includes(stroke) || withCtrl.test(stroke) || graphemes(plain).length === 1;
}

/** The stroke that was probably meant; undefined when none comes close. */
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
