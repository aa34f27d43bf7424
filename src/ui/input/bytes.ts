/** Encodes an input as terminal bytes: for components that read keys themselves. */
import type { TerminalInput } from "./input.ts";

const named: Readonly<Record<string, string>> = {
  Enter: "\r",
  Esc: "\u001b",
  Tab: "\t",
  "Shift+Tab": "\u001b[Z",
  Up: "\u001b[A",
  Down: "\u001b[B",
  Right: "\u001b[C",
  Left: "\u001b[D",
  Home: "\u001b[H",
  End: "\u001b[F",
  Backspace: "\u007f",
  Delete: "\u001b[3~",
};

/** Empty for inputs that such a component does not need. */
export function bytesOf(input: TerminalInput): string {
  if (input.kind === "paste") return input.text.replaceAll("\n", "");
  if (input.kind !== "key") return "";
  const { stroke, text } = input;
  if (text !== undefined) return text;
  return /^\^[A-Z]$/.test(stroke)
    ? String.fromCharCode(stroke.charCodeAt(1) & 0x1f)
    : (named[stroke] ?? "");
}
