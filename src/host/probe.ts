/**
 * Queries the terminal.
 *
 * Terminals answer each query or ignore it silently. All of them answer the last one, so its answer means that no
 * others will follow.
 */
import type { Clock } from "#base/clock.ts";

const esc = "\u001b";

/** Two clusters. Many terminals render only one of them as a unit. */
export const clusterSample = "👍🏽❤️";

/** Whether a terminal on which the sample takes so many columns renders clusters as units. */
export function rendersClusters(columns: number): boolean {
  return columns === 4;
}

/** Prints the sample on the last line, invisibly, asks where the cursor is, and erases it. */
const measured = `${esc}7${esc}[8m${esc}[999;1H${clusterSample}${esc}[6n${esc}[1K${esc}8`;

/** Background colour, grapheme widths (measured, and mode 2027), keyboard protocol, and last the device attributes. */
export const questions = `${esc}]11;?${esc}\\${measured}${esc}[?2027$p${esc}[?u${esc}[c`;

export type Reply =
  | { readonly kind: "background"; readonly isLight: boolean }
  /** The column of the cursor after the sample, from 1. */
  | { readonly kind: "cursor"; readonly column: number }
  /** Whether the terminal measures text by grapheme, or supports the mode that does. */
  | { readonly kind: "graphemes"; readonly isSupported: boolean }
  /** The keyboard protocol is supported; these are its current flags. */
  | { readonly kind: "keyboard"; readonly flags: number }
  /** The device attributes: sent by every terminal, last. */
  | { readonly kind: "device" };

const backgroundReply = new RegExp(
  `^${esc}\\]11;rgba?:([\\da-f]{1,4})/([\\da-f]{1,4})/([\\da-f]{1,4})`,
  "i",
);
const modeReply = new RegExp(`^${esc}\\[\\?2027;(\\d)\\$y$`);
const keyboardReply = new RegExp(`^${esc}\\[\\?(\\d+)u$`);
const cursorReply = new RegExp(`^${esc}\\[\\d+;(\\d+)R$`);
const deviceReply = new RegExp(`^${esc}\\[\\?[\\d;]*c$`);

/** Parses a control sequence as an answer; undefined if it is none. */
export function readReply(sequence: string): Reply | undefined {
  const [, ...shades] = backgroundReply.exec(sequence) ?? [];
  if (shades.length === 3) return { kind: "background", isLight: luminance(shades) > 0.5 };
  const state = modeReply.exec(sequence)?.[1];
  if (state !== undefined) return { kind: "graphemes", isSupported: "123".includes(state) };
  const column = cursorReply.exec(sequence)?.[1];
  if (column !== undefined) return { kind: "cursor", column: Number(column) };
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

/** What the terminal reported. Absent fields were not reported. */
export type Findings = {
  readonly isLight?: boolean;
  readonly hasGraphemes?: boolean;
  /** Whether it rendered clusters as units when measured. */
  readonly hasClusters?: boolean;
  readonly hasKeyboard?: boolean;
};

/** `listen` receives each control sequence that is not a key, and returns a function that unsubscribes. */
export type ProbePort = {
  readonly write: (text: string) => void;
  readonly listen: (hear: (sequence: string) => void) => () => void;
};

/** Sends all queries and waits for the answers, at most `limitMs`: enough for a round trip between continents. */
export async function probe(
  { write, listen }: ProbePort,
  clock: Clock,
  limitMs = 250,
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
    case "cursor":
      return { hasClusters: rendersClusters(reply.column - 1) };
    case "graphemes":
      return { hasGraphemes: reply.isSupported };
    case "keyboard":
      return { hasKeyboard: true };
  }
}
