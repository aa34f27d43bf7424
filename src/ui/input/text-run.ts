/**
 * Decoded input, and text that arrives at once, taken as one text: typed ahead over a slow line, or pasted into a
 * terminal that does not mark pastes.
 *
 * A paste never presses keys, so which of the two it is matters where there are line breaks and tabs. Text with more
 * text behind one of those is a paste, and so is what comes right after a paste, and a burst of lines that begins with a
 * line break: the kernel cuts a paste into reads anywhere. `hello` and Enter in one read are keys.
 * Two messages typed ahead look like a paste: they stay in the composer as one text, which is harmless, while the lines
 * of a paste that were sent one by one could not be unsent.
 */

// Decoded terminal input: keys, pastes, the mouse, the focus, and replies.

/**
 * A key in the notation of the key table: `e`, `G`, `^K`, `Alt+p`, `Shift+Tab`, `Enter`, `Esc`, `Space`, `PageUp`,
 * `F5` … Modifiers are in the order `Ctrl+Alt+Shift+`; Ctrl with a letter alone is written `^K`.
 */
type Stroke = string;

export type TerminalInput =
  /** `text` is what the key types: one grapheme; undefined for keys that type nothing. */
  | { readonly kind: "key"; readonly stroke: Stroke; readonly text: string | undefined }
  /** Line ends are `\n`; tabs are the only other control characters. */
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "focus"; readonly focused: boolean }
  | {
      readonly kind: "mouse";
      readonly action: "press" | "release" | "drag" | "up" | "down";
      /** 0 left, 1 middle, 2 right. */
      readonly button: number;
      /** Cells from the left and the top, from 0. */
      readonly x: number;
      readonly y: number;
    }
  /** A reply to a probe, including its escape sequence. */
  | { readonly kind: "reply"; readonly sequence: string };

export type Key = Extract<TerminalInput, { kind: "key" }>;

/** A read with this many inputs was not typed. */
export const burstInputs = 32;

export type TextRun = {
  /** How many inputs it consists of. */
  readonly taken: number;
  readonly text: string;
  readonly isPasted: boolean;
};

/** What these keys stand for in a paste. */
const pastedText: Readonly<Record<string, string | undefined>> = {
  Enter: "\n",
  "^J": "\n",
  Tab: "\t",
};

/**
 * A function that returns the text beginning with the input at `at`; undefined if there is none. `writes` tells which
 * keys type text now, and `isContinued` that a paste ended just before.
 */
export function createTextRuns() {
  // How far this burst is known to contain no paste, so that it is not searched again for each key.
  let keys: { readonly of: readonly TerminalInput[]; readonly end: number } | undefined;

  return (
    inputs: readonly TerminalInput[],
    at: number,
    writes: (key: Key) => boolean,
    isContinued: boolean,
  ): TextRun | undefined => {
    if (isContinued) return pastedRun(inputs, at, writes).run;
    const typed = typedRun(inputs, at, writes);
    // A leading Enter sends what was there before, unless a burst of lines follows. A leading tab is an indented line.
    const isBurst = inputs.length - at >= burstInputs;
    const mayBePaste =
      typed !== undefined || isTab(inputs[at]) || (isBurst && isLineBreak(inputs[at]));
    if (!mayBePaste || (keys?.of === inputs && at < keys.end)) return typed;
    const { run, end, isPaste } = pastedRun(inputs, at, writes);
    if (isPaste) return run;
    keys = { of: inputs, end };
    return typed;
  };
}

/** The text up to the first key that types none. */
function typedRun(
  inputs: readonly TerminalInput[],
  at: number,
  writes: (key: Key) => boolean,
): TextRun | undefined {
  let text = "";
  let end = at;
  for (; end < inputs.length; end += 1) {
    const input = inputs[end];
    if (input?.kind !== "key" || !writes(input)) break;
    text += input.text;
  }
  return end > at ? { taken: end - at, text, isPasted: false } : undefined;
}

export function isLineBreak(input: TerminalInput | undefined): boolean {
  return input?.kind === "key" && (input.stroke === "Enter" || input.stroke === "^J");
}

function isTab(input: TerminalInput | undefined): boolean {
  return input?.kind === "key" && input.stroke === "Tab";
}

/**
 * The text including line breaks and tabs. It is a paste if text follows one of those, except after a leading Enter.
 */
function pastedRun(inputs: readonly TerminalInput[], at: number, writes: (key: Key) => boolean) {
  let text = "";
  let before = "";
  let [hasBreak, isPaste] = [false, false];
  let end = at;
  for (; end < inputs.length; end += 1) {
    const input = inputs[end];
    if (input?.kind !== "key") break;
    const { stroke } = input;
    const isWritten = writes(input);
    const added = isWritten ? input.text : pastedText[stroke];
    if (added === undefined) break;
    hasBreak ||= !isWritten && !(end === at && isLineBreak(input));
    isPaste ||= isWritten && hasBreak;
    // CR and LF are one line break.
    if (!(stroke === "^J" && before === "Enter")) text += added;
    before = stroke;
  }
  const run = end > at ? { taken: end - at, text, isPasted: true } : undefined;
  return { run, end, isPaste };
}
