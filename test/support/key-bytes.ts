/** Converts names of keys to the bytes that a terminal sends. */
const plain: Readonly<Record<string, string>> = {
  Enter: "\r",
  Esc: "\x1b",
  Tab: "\t",
  "Shift+Tab": "\x1b[Z",
  Space: " ",
  "^Space": "\0",
  Backspace: "\x7f",
};

/** Keys whose sequences can contain modifiers: the number and the final character. */
const sequences: Readonly<Record<string, readonly [string, string]>> = {
  Up: ["", "A"],
  Down: ["", "B"],
  Right: ["", "C"],
  Left: ["", "D"],
  Home: ["", "H"],
  End: ["", "F"],
  Delete: ["3", "~"],
  PageUp: ["5", "~"],
  PageDown: ["6", "~"],
};

const modifiers: Readonly<Record<string, number>> = { Shift: 1, Alt: 2, Ctrl: 4 };

function sequenceOf(words: readonly string[]): string | undefined {
  const [number, final] = sequences[words.at(-1) ?? ""] ?? [];
  if (number === undefined) return undefined;
  const held = words.slice(0, -1).reduce((sum, word) => sum + (modifiers[word] ?? 0), 0);
  return held === 0 ? `\x1b[${number}${final}` : `\x1b[${number || "1"};${held + 1}${final}`;
}

/** The bytes of a stroke in the notation of the key table. */
export function bytesOf(stroke: string): string {
  const known = plain[stroke] ?? sequenceOf(stroke.split("+"));
  if (known !== undefined) return known;
  if (/^\^.$/.test(stroke)) return String.fromCharCode(stroke.charCodeAt(1) & 0x1f);
  if (stroke.startsWith("Alt+")) return `\x1b${bytesOf(stroke.slice(4))}`;
  if ([...stroke].length === 1) return stroke;
  throw new Error(`Nobody knows what a terminal sends for ${stroke}.`);
}

/** The keys of a command, as `weir keys --json` prints them. */
export type BoundKeys = { readonly command: string; readonly keys: readonly string[] };

let bound: readonly BoundKeys[] = [];

/** The keys of the built program. Its own table would load most of the client into each process of tests. */
export function learnKeys(keys: readonly BoundKeys[]): void {
  bound = keys;
}

/** The strokes of a command's first binding. */
export function strokesFor(command: string): readonly string[] {
  const keys = bound.find((each) => each.command === command)?.keys[0];
  if (keys === undefined) throw new Error(`There is no command ${command} with a key.`);
  return keys.split(" ");
}
