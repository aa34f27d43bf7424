/**
 * Decodes a terminal's bytes into keys, pastes, mouse and focus reports, and replies.
 *
 * It is total: no bytes make it throw, and its output is always well formed. An incomplete sequence waits for its
 * rest; if nothing arrives within `waitMs`, `settle` flushes it. Buffers are bounded: an overlong sequence is consumed
 * and dropped, and a long paste is delivered in pieces.
 */
import { StringDecoder } from "node:string_decoder";
import { graphemes } from "#base/graphemes.ts";
import type { TerminalInput } from "./input.ts";
import { altKey, controlKey, numberOf, plainKey } from "./key.ts";
import { sequenceLength } from "./sequence.ts";

export type Decoder = {
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
/** A paste that stalls for longer has lost its end marker: keys must not be swallowed forever. */
const pasteMs = 2000;
const longestSequence = 4096;
const longestPiece = 1 << 20;

export function createDecoder(): Decoder {
  const utf8 = new StringDecoder("utf8");
  let rest = "";
  // True while `rest` is the kept part of an overlong sequence.
  let isOverlong = false;
  // The pieces of an unfinished paste, and their total length; undefined outside of a paste.
  let paste: string[] | undefined;
  let pasteLength = 0;

  const keepPasted = (text: string) => {
    paste?.push(text);
    pasteLength += text.length;
  };
  const deliverPaste = (inputs: TerminalInput[]) => {
    const text = pasted((paste ?? []).join(""));
    if (text !== "") inputs.push({ kind: "paste", text });
    paste = [];
    pasteLength = 0;
  };

  /** Consumes what belongs to a paste; returns the text after it. */
  const throughPaste = (text: string, inputs: TerminalInput[]): string => {
    const end = text.indexOf(pasteEnd);
    if (end >= 0) {
      keepPasted(text.slice(0, end));
      deliverPaste(inputs);
      paste = undefined;
      return text.slice(end + pasteEnd.length);
    }
    const held = overlap(text, pasteEnd);
    keepPasted(text.slice(0, text.length - held));
    rest = text.slice(text.length - held);
    if (pasteLength > longestPiece) deliverPaste(inputs);
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
    if (sequence === pasteStart) paste = [];
    else if (!isOverlong) push(inputs, decodeSequence(sequence));
    isOverlong = false;
    return text.slice(length);
  };

  const feed = (bytes: Uint8Array): readonly TerminalInput[] => {
    const inputs: TerminalInput[] = [];
    let text = rest + utf8.write(bytes as Buffer);
    rest = "";
    while (text !== "") {
      if (paste !== undefined) text = throughPaste(text, inputs);
      else if (text.startsWith(introducer)) text = throughSequence(text, inputs);
      else text = throughRun(text, inputs);
    }
    return inputs;
  };

  const settle = (): readonly TerminalInput[] => {
    const inputs: TerminalInput[] = [];
    if (paste !== undefined) {
      // What is buffered beside the paste looks like its end marker, not like text.
      deliverPaste(inputs);
      paste = undefined;
    } else if (rest.length === 1) push(inputs, plainKey(rest));
    else if (rest.length === 2 && !isOverlong) push(inputs, altKey(rest.slice(1)));
    rest = "";
    isOverlong = false;
    return inputs;
  };

  const waitMs = () => {
    if (paste !== undefined) return pasteMs;
    return rest === "" ? undefined : sequenceMs;
  };
  return { feed, waitMs, settle };
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
  // Replies: DA1 `?…c`, DECRPM `?…$y`, the kitty flags `?…u`, the cursor position `…;…R`.
  if (parameters.startsWith("?") || parameters.startsWith(">")) return { kind: "reply", sequence };
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
