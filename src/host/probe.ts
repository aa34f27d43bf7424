/**
 * Questions to the terminal, and its answers.
 *
 * Each is one that terminals answer or swallow without a trace on the screen. The last question is answered by all of
 * them, so its answer means that no other will come.
 */
import type { Clock } from "#base/clock.ts";

const esc = "\u001b";

/** Background colour, grapheme widths (mode 2027), keyboard protocol, and last the device itself. */
export const questions = `${esc}]11;?${esc}\\${esc}[?2027$p${esc}[?u${esc}[c`;

export type Reply =
  | { readonly kind: "background"; readonly isLight: boolean }
  /** Whether the terminal measures text by grapheme, or can be told to. */
  | { readonly kind: "graphemes"; readonly isSupported: boolean }
  /** The keyboard protocol is there; flags as the terminal has them now. */
  | { readonly kind: "keyboard"; readonly flags: number }
  /** Every terminal says this, and says it last. */
  | { readonly kind: "device" };

const backgroundReply = new RegExp(
  `^${esc}\\]11;rgba?:([\\da-f]{1,4})/([\\da-f]{1,4})/([\\da-f]{1,4})`,
  "i",
);
const modeReply = new RegExp(`^${esc}\\[\\?2027;(\\d)\\$y$`);
const keyboardReply = new RegExp(`^${esc}\\[\\?(\\d+)u$`);
const deviceReply = new RegExp(`^${esc}\\[\\?[\\d;]*c$`);

/** What one control sequence from the terminal answers; undefined when it answers none of the questions. */
export function readReply(sequence: string): Reply | undefined {
  const [, ...shades] = backgroundReply.exec(sequence) ?? [];
  if (shades.length === 3) return { kind: "background", isLight: luminance(shades) > 0.5 };
  const state = modeReply.exec(sequence)?.[1];
  if (state !== undefined) return { kind: "graphemes", isSupported: "123".includes(state) };
  const flags = keyboardReply.exec(sequence)?.[1];
  if (flags !== undefined) return { kind: "keyboard", flags: Number(flags) };
  return deviceReply.test(sequence) ? { kind: "device" } : undefined;
}

/** Perceived brightness from 0 to 1, of three hexadecimal shades of any length. */
function luminance(shades: readonly string[]): number {
  const [red = 0, green = 0, blue = 0] = shades.map(
    (shade) => Number.parseInt(shade, 16) / (16 ** shade.length - 1),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What the terminal said of itself. An absent field: it did not say. */
export type Findings = {
  readonly isLight?: boolean;
  readonly hasGraphemes?: boolean;
  readonly hasKeyboard?: boolean;
};

/** `listen` hears each control sequence that is no key, and returns how to stop hearing. */
export type Line = {
  readonly write: (text: string) => void;
  readonly listen: (hear: (sequence: string) => void) => () => void;
};

/** Asks all questions and waits for the answers, `limitMs` at most. */
export async function probe(
  { write, listen }: Line,
  clock: Clock,
  limitMs = 100,
): Promise<Findings> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let findings: Findings = {};
  const stop = listen((sequence) => {
    const reply = readReply(sequence);
    if (reply?.kind === "device") resolve();
    else if (reply !== undefined) findings = { ...findings, ...found(reply) };
  });
  const forget = clock.after(limitMs, resolve);
  write(questions);
  await promise;
  forget();
  stop();
  return findings;
}

function found(reply: Exclude<Reply, { kind: "device" }>): Findings {
  switch (reply.kind) {
    case "background":
      return { isLight: reply.isLight };
    case "graphemes":
      return { hasGraphemes: reply.isSupported };
    case "keyboard":
      return { hasKeyboard: true };
  }
}
