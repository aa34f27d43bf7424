/** Single keys: from terminal bytes to the notation of the key table. */
import type { TerminalInput } from "./input.ts";

type Modifiers = { readonly ctrl: boolean; readonly alt: boolean; readonly shift: boolean };

const none: Modifiers = { ctrl: false, alt: false, shift: false };

/** Keys by the final letter of `CSI` or `SS3`. */
const byLetter: Readonly<Record<string, string>> = {
  A: "Up",
  B: "Down",
  C: "Right",
  D: "Left",
  E: "Begin",
  F: "End",
  H: "Home",
  P: "F1",
  Q: "F2",
  R: "F3",
  S: "F4",
  Z: "Shift+Tab",
  M: "Enter",
};

/** Keys by the number before `~`. */
const byNumber: Readonly<Record<number, string>> = {
  1: "Home",
  2: "Insert",
  3: "Delete",
  4: "End",
  5: "PageUp",
  6: "PageDown",
  7: "Home",
  8: "End",
  11: "F1",
  12: "F2",
  13: "F3",
  14: "F4",
  15: "F5",
  17: "F6",
  18: "F7",
  19: "F8",
  20: "F9",
  21: "F10",
  23: "F11",
  24: "F12",
};

/** Keys by code point, if the code point is not their character. */
const byCode: Readonly<Record<number, string>> = {
  8: "Backspace",
  9: "Tab",
  10: "^J",
  13: "Enter",
  27: "Esc",
  32: "Space",
  127: "Backspace",
  57414: "Enter",
  57417: "Left",
  57418: "Right",
  57419: "Up",
  57420: "Down",
  57421: "PageUp",
  57422: "PageDown",
  57423: "Home",
  57424: "End",
  57426: "Delete",
};

function named(name: string, { ctrl, alt, shift }: Modifiers): string {
  return `${ctrl ? "Ctrl+" : ""}${alt ? "Alt+" : ""}${shift ? "Shift+" : ""}${name}`;
}

function key(stroke: string, text?: string): TerminalInput {
  return { kind: "key", stroke, text };
}

/** Control characters and surrogate halves: no key types them. */
const unwritable = /[\p{Cc}\p{Cs}]/u;

/** A key that types `grapheme`, or one of the ASCII control characters; undefined for what no key types. */
export function plainKey(grapheme: string): TerminalInput | undefined {
  const code = grapheme.codePointAt(0) ?? 0;
  if (grapheme === " ") return key("Space", " ");
  const name = byCode[code];
  if (name !== undefined) return key(name, undefined);
  if (code === 0) return key("^Space");
  if (code < 0x20) return key(`^${String.fromCharCode(code + 0x40)}`);
  return unwritable.test(grapheme) ? undefined : key(grapheme, grapheme);
}

/** ESC and one character: the same key with Alt. */
export function altKey(character: string): TerminalInput | undefined {
  const inner = plainKey(character);
  return inner?.kind === "key" ? key(`Alt+${inner.stroke}`) : undefined;
}

/** The character of a code point; undefined if no key types it. */
function characterOf(code: number): string | undefined {
  // Unnamed private codes are modifier keys on their own, media keys and the like.
  if (code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff)) return undefined;
  const character = String.fromCodePoint(code);
  return unwritable.test(character) ? undefined : character;
}

/**
 * The code point that counts of a key's: with Ctrl or Alt, a letter of another script stands for what its key types on
 * the Latin layout.
 */
function meantCode(codes: readonly (number | undefined)[] = [], { ctrl, alt }: Modifiers) {
  const [typed = 0, , place] = codes;
  return (ctrl || alt) && typed > 127 ? (place ?? typed) : codes[0];
}

/** A code point with modifiers, as in the kitty protocol and `modifyOtherKeys`. */
function codedKey(code: number | undefined, modifiers: Modifiers): TerminalInput | undefined {
  if (code === undefined) return undefined;
  const name = byCode[code];
  if (name !== undefined) {
    if (name === "^J") return key("Ctrl+Enter");
    return key(
      named(name, modifiers),
      name === "Space" && !modifiers.ctrl && !modifiers.alt ? " " : undefined,
    );
  }
  const character = characterOf(code);
  if (character === undefined) return undefined;
  const shown = modifiers.shift ? character.toUpperCase() : character;
  if (modifiers.ctrl) {
    const letter = `^${character.toUpperCase()}`;
    return key(
      modifiers.alt || modifiers.shift ? named(character.toUpperCase(), modifiers) : letter,
    );
  }
  return modifiers.alt ? key(`Alt+${shown}`) : key(shown, shown);
}

/** 1 plus one bit each for Shift, Alt, Ctrl, as terminals encode them. */
function modifiersOf(number: number | undefined): Modifiers {
  if (number === undefined || number < 2) return none;
  const bits = number - 1;
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0 || (bits & 32) !== 0,
    ctrl: (bits & 4) !== 0,
  };
}

/** The number in `digits`; undefined if it is none, or larger than any that terminals send. */
export function numberOf(digits: string): number | undefined {
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined;
}

/** A key of the form `CSI … <final>`; undefined if unknown. */
export function controlKey(parameters: string, final: string): TerminalInput | undefined {
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const [first, second, third] = parameters.split(";").map((part) => part.split(":").map(numberOf));
  const modifiers = modifiersOf(second?.[0]);
  // The kitty protocol also reports releases, if requested.
  if (second?.[1] === 3) return undefined;
  if (final === "u") return codedKey(meantCode(first, modifiers), modifiers);
  if (final === "~") {
    if (first?.[0] === 27) return codedKey(third?.[0], modifiers);
    const name = byNumber[first?.[0] ?? 0];
    return name === undefined ? undefined : key(named(name, modifiers));
  }
  const name = byLetter[final];
  return name === undefined ? undefined : key(named(name, final === "Z" ? none : modifiers));
}
