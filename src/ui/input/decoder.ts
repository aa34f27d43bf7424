/**
 * Decodes a terminal's bytes into keys, pastes, mouse and focus reports, and replies.
 *
 * It is total: no bytes make it throw, and its output is always well formed. An incomplete sequence waits for its
 * rest; if nothing arrives within `waitMs`, `settle` flushes it. Buffers are bounded: an overlong sequence is consumed
 * and dropped, and a long paste is delivered in pieces.
 */
import { StringDecoder } from "node:string_decoder";
import { graphemes } from "#base/safe-text.ts";
import type { TerminalInput } from "./text-run.ts";

type Decoder = {
  readonly feed: (bytes: Uint8Array) => readonly TerminalInput[];
  /** How long to wait for more bytes before `settle`; undefined while nothing is incomplete. */
  readonly waitMs: () => number | undefined;
  /** Flushes or drops what is incomplete. */
  readonly settle: () => readonly TerminalInput[];
};

const introducer = "\x1b";
const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";

/** A lone Esc looks like the start of a sequence, but a sequence arrives in one piece even over a slow line. */
const sequenceMs = 25;
/**
 * A reply of the terminal may arrive in pieces, and the rest of one that was given up would act as keys. Nobody types its
 * beginning by hand.
 */
const replyMs = 1000;
const replyStart = /^(?:\]\d|_G|P[\d>+!$])/;
const isReplyStart = (text: string) => replyStart.test(text.slice(introducer.length));

/** A paste that stalls for longer has lost its end marker: keys must not be swallowed forever. */
const pasteMs = 2000;
const longestSequence = 4096;
const longestPiece = 1 << 20;

export function createDecoder(): Decoder {
  const utf8 = new StringDecoder("utf8");
  let rest = "";
  // True while `rest` is the kept part of an overlong sequence.
  let isOverlong = false;
  // What was given up last, until something else arrives: it may have been the beginning of a reply.
  let givenUp = "";
  // Undefined outside of a paste.
  let paste: UnfinishedPaste | undefined;

  /** Consumes what belongs to `open`; returns the text after it. */
  const throughPaste = (open: UnfinishedPaste, text: string, inputs: TerminalInput[]): string => {
    const end = text.indexOf(pasteEnd);
    if (end >= 0) {
      open.keep(text.slice(0, end));
      open.deliver(inputs);
      paste = undefined;
      return text.slice(end + pasteEnd.length);
    }
    const held = overlap(text, pasteEnd);
    open.keep(text.slice(0, text.length - held));
    rest = text.slice(text.length - held);
    if (open.isLong()) open.deliver(inputs);
    return "";
  };

  /** Consumes one sequence; returns the text after it, or undefined if the sequence is incomplete. */
  const throughSequence = (text: string, inputs: TerminalInput[]): string => {
    const length = sequenceLength(text, 0);
    isOverlong ||= (length ?? text.length) > longestSequence;
    if (length === undefined) {
      // The last character may be the first of the two-character terminator.
      rest = isOverlong ? text.slice(0, 2) + text.slice(2).slice(-1) : text;
      return "";
    }
    const sequence = text.slice(0, length);
    if (sequence === pasteStart) paste = unfinishedPaste();
    else if (!isOverlong) push(inputs, decodeSequence(sequence));
    isOverlong = false;
    return text.slice(length);
  };

  const feed = (bytes: Uint8Array): readonly TerminalInput[] => {
    const inputs: TerminalInput[] = [];
    const arrived = utf8.write(bytes as Buffer);
    let text = isEndOfReply(givenUp, arrived) ? givenUp + arrived : rest + arrived;
    rest = "";
    givenUp = "";
    while (text !== "") {
      if (paste !== undefined) text = throughPaste(paste, text, inputs);
      else if (text.startsWith(introducer)) text = throughSequence(text, inputs);
      else text = throughRun(text, inputs);
    }
    return inputs;
  };

  const settle = (): readonly TerminalInput[] => {
    const inputs: TerminalInput[] = [];
    if (paste !== undefined) {
      // What is buffered beside the paste looks like its end marker, not like text.
      paste.deliver(inputs);
      paste = undefined;
    } else if (rest.length === 1) push(inputs, plainKey(rest));
    else if (rest.length === 2 && !isOverlong) push(inputs, altKey(rest.slice(1)));
    givenUp = rest;
    rest = "";
    isOverlong = false;
    return inputs;
  };

  const waitMs = () => {
    if (paste !== undefined) return pasteMs;
    if (rest === "") return undefined;
    const isReply = !isOverlong && isReplyStart(rest);
    return isReply ? replyMs : sequenceMs;
  };
  return { feed, waitMs, settle };
}

type UnfinishedPaste = ReturnType<typeof unfinishedPaste>;

/** The text of a paste that is still arriving. */
function unfinishedPaste() {
  let pieces: string[] = [];
  let length = 0;
  return {
    keep: (text: string) => {
      pieces.push(text);
      length += text.length;
    },
    isLong: () => length > longestPiece,
    deliver: (inputs: TerminalInput[]) => {
      const text = pasted(pieces.join(""));
      if (text !== "") inputs.push({ kind: "paste", text });
      pieces = [];
      length = 0;
    },
  };
}

/** Whether `text` completes the reply that began with `beginning`, and so is nothing that anybody typed. */
function isEndOfReply(beginning: string, text: string): boolean {
  const whole = beginning + text;
  return beginning !== "" && isReplyStart(whole) && sequenceLength(whole, 0) !== undefined;
}

function push(inputs: TerminalInput[], input: TerminalInput | undefined): void {
  if (input !== undefined) inputs.push(input);
}

/** Consumes the characters up to the next sequence; returns the text after them. */
function throughRun(text: string, inputs: TerminalInput[]): string {
  const next = text.indexOf(introducer);
  const run = next < 0 ? text : text.slice(0, next);
  for (const cluster of graphemes(run)) {
    // A read may contain CR and LF as one cluster; they are two keys.
    for (const one of cluster === "\r\n" ? ["\r", "\n"] : [cluster]) push(inputs, plainKey(one));
  }
  return text.slice(run.length);
}

function decodeSequence(sequence: string): TerminalInput | undefined {
  if (sequence === "\x1b") return plainKey(sequence);
  const kind = sequence[1];
  if (kind === "[") return decodeControl(sequence);
  if (kind === "O" && sequence.length === 3) return controlKey("", sequence.slice(2));
  if (kind === "]" || kind === "P" || kind === "_" || kind === "^")
    return { kind: "reply", sequence };
  return altKey(sequence.slice(1));
}

function decodeControl(sequence: string): TerminalInput | undefined {
  const final = sequence.at(-1) ?? "";
  const parameters = sequence.slice(2, -1);
  if (sequence === "\x1b[I" || sequence === "\x1b[O")
    return { kind: "focus", focused: final === "I" };
  if (parameters.startsWith("<")) return mouse(parameters.slice(1), final);
  // Replies: DA1 `?…c`, DECRPM `?…$y`, the kitty flags `?…u`, the cursor position `…;…R`, the size of a cell `6;…t`.
  if (parameters.startsWith("?") || parameters.startsWith(">")) return { kind: "reply", sequence };
  if (final === "t") return { kind: "reply", sequence };
  if (final === "R" && /^\d+;\d+$/.test(parameters) && !parameters.startsWith("1;"))
    return { kind: "reply", sequence };
  if (parameters.startsWith("["))
    return controlKey("", String.fromCharCode(final.charCodeAt(0) + 15));
  return controlKey(parameters, final);
}

function mouse(parameters: string, final: string): TerminalInput | undefined {
  if (final !== "M" && final !== "m") return undefined;
  const [bits, column, row, ...more] = parameters.split(";").map(numberOf);
  if (bits === undefined || !column || !row || more.length > 0) return undefined;
  const place = { button: bits & 3, x: column - 1, y: row - 1 };
  if ((bits & 64) !== 0)
    return { kind: "mouse", action: (bits & 1) === 0 ? "up" : "down", ...place };
  if ((bits & 32) !== 0) return { kind: "mouse", action: "drag", ...place };
  return { kind: "mouse", action: final === "M" ? "press" : "release", ...place };
}

/** How many characters at the end of `text` may be the beginning of `mark`. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}

/** Normalizes line ends, and removes everything that could control a terminal. */
function pasted(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}/gu, "");
}

// Single keys: from terminal bytes to the notation of the key table.

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
function numberOf(digits: string): number | undefined {
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

// Finds the end of an escape sequence.

/**
 * The length of the sequence that begins at `at` with ESC; undefined while it is incomplete. A lone ESC, and ESC
 * before another ESC, has the length 1.
 */
function sequenceLength(text: string, at: number): number | undefined {
  const kind = text[at + 1];
  switch (kind) {
    case undefined:
      return undefined;
    case introducer:
      return 1;
    case "[":
      return controlLength(text, at);
    case "O":
      return singleShiftLength(text[at + 2]);
    case "]":
    case "P":
    case "_":
    case "^":
      return stringLength(text, at);
    default:
      return String.fromCodePoint(text.codePointAt(at + 1) ?? 0).length + 1;
  }
}

/** SS3 and the one character after it. Before anything else it is Alt with the letter O. */
function singleShiftLength(shifted: string | undefined): number | undefined {
  if (shifted === undefined) return undefined;
  return shifted >= " " && shifted <= "~" ? 3 : 2;
}

/** CSI: parameters, then one final character. Anything else ends it early, so that garbage cannot swallow keys. */
function controlLength(text: string, at: number): number | undefined {
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    // The Linux console sends function keys as `CSI [ A`.
    if (code === 0x5b && end === at + 2) continue;
    if (code >= 0x40 && code <= 0x7e) return end - at + 1;
    if (code < 0x20 || code > 0x3f) return end - at;
  }
  return undefined;
}

/** OSC, DCS and similar: up to BEL or ST. */
function stringLength(text: string, at: number): number | undefined {
  for (let end = at + 2; end < text.length; end += 1) {
    if (text[end] === "\x07") return end - at + 1;
    if (text[end] === introducer) {
      if (text[end + 1] === undefined) return undefined;
      return text[end + 1] === "\\" ? end - at + 2 : end - at;
    }
  }
  return undefined;
}
