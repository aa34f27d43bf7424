/** From the names of keys to the bytes that a terminal sends for them. */
import { commands } from "#commands/table.ts";

const named: Readonly<Record<string, string>> = {
  Enter: "\r",
  Esc: "\x1b",
  Tab: "\t",
  "Shift+Tab": "\x1b[Z",
  Space: " ",
  Up: "\x1b[A",
  Down: "\x1b[B",
  Right: "\x1b[C",
  Left: "\x1b[D",
  Home: "\x1b[H",
  End: "\x1b[F",
  PageUp: "\x1b[5~",
  PageDown: "\x1b[6~",
  Backspace: "\x7f",
  Delete: "\x1b[3~",
};

/** The bytes of one stroke as the key table writes it. */
export function bytesOf(stroke: string): string {
  const known = named[stroke];
  if (known !== undefined) return known;
  if (/^\^.$/.test(stroke)) return String.fromCharCode(stroke.charCodeAt(1) & 0x1f);
  if (stroke.startsWith("Alt+")) return `\x1b${bytesOf(stroke.slice(4))}`;
  if ([...stroke].length === 1) return stroke;
  throw new Error(`Nobody knows what a terminal sends for ${stroke}.`);
}

/** The strokes of a command's first binding. */
export function strokesFor(command: string): readonly string[] {
  const found = commands.find(({ id }) => id === command);
  const keys = found?.keys[0];
  if (keys === undefined) throw new Error(`There is no command ${command} with a key.`);
  return keys.split(" ");
}
