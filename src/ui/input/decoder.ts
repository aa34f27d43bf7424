/**
 * The terminal's bytes, decoded by us: bursts are split into keys, pastes stay whole, replies are told apart.
 *
 * A sequence that is not complete waits for its rest; `settle` gives up waiting, for a lone Esc looks like the beginning
 * of one.
 */
import { StringDecoder } from "node:string_decoder";
import type { Input } from "./input.ts";
import { altKey, controlKey, numberOf, plainKey } from "./key.ts";
import { sequenceLength } from "./sequence.ts";

export type Decoder = {
  readonly feed: (bytes: Uint8Array) => readonly Input[];
  /** True while bytes wait for more: call `settle` when none came for about 25 ms. */
  readonly isWaiting: () => boolean;
  /** What waits, taken as it is. */
  readonly settle: () => readonly Input[];
};

const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function createDecoder(): Decoder {
  const utf8 = new StringDecoder("utf8");
  let rest = "";
  // The pieces of a paste under way; undefined when there is none.
  let paste: string[] | undefined;

  const endPaste = (text: string, end: number, inputs: Input[]) => {
    inputs.push({ kind: "paste", text: pasted([...(paste ?? []), text.slice(0, end)].join("")) });
    paste = undefined;
    return text.slice(end + pasteEnd.length);
  };

  /** Takes what belongs to a paste; gives the text behind it, or undefined while the paste goes on. */
  const throughPaste = (text: string, inputs: Input[]): string | undefined => {
    const end = text.indexOf(pasteEnd);
    if (end >= 0) return endPaste(text, end, inputs);
    const kept = overlap(text, pasteEnd);
    paste?.push(text.slice(0, text.length - kept));
    rest = text.slice(text.length - kept);
    return undefined;
  };

  const feed = (bytes: Uint8Array): readonly Input[] => {
    const inputs: Input[] = [];
    let text: string | undefined = rest + utf8.write(bytes as Buffer);
    rest = "";
    while (text !== undefined && text !== "") {
      if (paste !== undefined) {
        text = throughPaste(text, inputs);
      } else {
        const taken = take(text, inputs);
        if (taken.pasting) paste = [];
        if (taken.length === 0) {
          rest = text;
          return inputs;
        }
        text = text.slice(taken.length);
      }
    }
    return inputs;
  };

  return {
    feed,
    isWaiting: () => rest !== "" && paste === undefined,
    settle: () => {
      const inputs: Input[] = [];
      const text = rest;
      rest = "";
      if (text.startsWith("\x1b")) {
        // What follows an abandoned sequence's introducer was typed by nobody: drop it with the sequence.
        push(inputs, text.length === 2 ? altKey(text.slice(1)) : plainKey("\x1b"));
      } else {
        for (const { segment } of graphemes.segment(text)) push(inputs, plainKey(segment));
      }
      return inputs;
    },
  };
}

function push(inputs: Input[], input: Input | undefined): void {
  if (input !== undefined) inputs.push(input);
}

type Taken = { readonly length: number; readonly pasting: boolean };

/** Takes one sequence, or the run of characters up to the next one. Length 0: more must arrive first. */
function take(text: string, inputs: Input[]): Taken {
  if (!text.startsWith("\x1b")) {
    const next = text.indexOf("\x1b");
    const run = next < 0 ? text : text.slice(0, next);
    for (const { segment } of graphemes.segment(run)) {
      // A burst may bring CR and LF as one cluster; they are two keys.
      for (const one of segment === "\r\n" ? ["\r", "\n"] : [segment]) push(inputs, plainKey(one));
    }
    return { length: run.length, pasting: false };
  }
  const length = sequenceLength(text, 0);
  if (length === undefined) return { length: 0, pasting: false };
  const sequence = text.slice(0, length);
  if (sequence === pasteStart) return { length, pasting: true };
  push(inputs, decodeSequence(sequence));
  return { length, pasting: false };
}

function decodeSequence(sequence: string): Input | undefined {
  if (sequence === "\x1b") return plainKey(sequence);
  const kind = sequence[1];
  if (kind === "[") return decodeControl(sequence);
  if (kind === "O" && sequence.length === 3) return controlKey("", sequence.slice(2));
  if (kind === "]" || kind === "P" || kind === "_" || kind === "^")
    return { kind: "reply", sequence };
  return altKey(sequence.slice(1));
}

function decodeControl(sequence: string): Input | undefined {
  const final = sequence.at(-1) ?? "";
  const parameters = sequence.slice(2, -1);
  if (sequence === "\x1b[I" || sequence === "\x1b[O")
    return { kind: "focus", focused: final === "I" };
  if (parameters.startsWith("<")) return mouse(parameters.slice(1), final);
  // Replies: DA1 `?…c`, DECRPM `?…$y`, the kitty flags `?…u`, the cursor's place `…;…R`.
  if (parameters.startsWith("?") || parameters.startsWith(">")) return { kind: "reply", sequence };
  if (final === "R" && /^\d+;\d+$/.test(parameters) && !parameters.startsWith("1;"))
    return { kind: "reply", sequence };
  if (parameters.startsWith("["))
    return controlKey("", String.fromCharCode(final.charCodeAt(0) + 15));
  return controlKey(parameters, final);
}

function mouse(parameters: string, final: string): Input | undefined {
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

/** Line ends as one kind, and nothing that could command a terminal. */
function pasted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
  return text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
