/**
 * Queries the terminal.
 *
 * Terminals answer each query or ignore it silently. All of them answer the last one, so its answer means that no
 * others will follow.
 */
import type { CellRules } from "#base/cells.ts";
import type { Clock } from "#base/clock.ts";

const esc = "\u001b";

/** Three clusters. Many terminals render only some of them as a unit. */
export const clusterSample = "👍🏽❤️👨‍👩‍👧";

/** Which clusters a terminal renders as units, if the sample takes so many columns on it. */
export function rendersClusters(columns: number): CellRules["clusters"] {
  // Two each, but the family as three people; no other combination has that sum.
  return columns === 10 ? "unjoined" : columns === 6;
}

/** Prints the sample on the last line, invisibly, asks where the cursor is, and erases it. */
const measured = `${esc}7${esc}[8m${esc}[999;1H${clusterSample}${esc}[6n${esc}[1K${esc}8`;

/** Whether a picture of one pixel could be drawn by kitty's protocol. */
const onePixel = `${esc}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${esc}\\`;

/** How to ask about pictures: not at all, directly, or the terminal that tmux is in, if it passes that on. */
export type PictureQuestions = "none" | "name" | "direct" | "tmux";

/** How many pixels a cell has. */
const cellSize = `${esc}[16t`;

/** The terminal's name, which tmux would answer for itself. */
const name = `${esc}[>q`;

/** Kitty's protocol, and the size of a cell; the name matters to text as well. */
const aboutPictures: Readonly<Record<PictureQuestions, string>> = {
  none: "",
  name,
  direct: `${onePixel}${cellSize}${name}`,
  tmux: `${esc}Ptmux;${onePixel.replaceAll(esc, esc + esc)}${esc}\\${cellSize}`,
};

/**
 * Background colour, grapheme widths (measured, and mode 2027), keyboard protocol, pictures, and last the device
 * attributes.
 */
export function questions(pictures: PictureQuestions): string {
  const text = `${esc}]11;?${esc}\\${measured}${esc}[?2027$p${esc}[?u`;
  return `${text}${aboutPictures[pictures]}${esc}[c`;
}

export type Reply =
  | { readonly kind: "background"; readonly isLight: boolean }
  /** The column of the cursor after the sample, from 1. */
  | { readonly kind: "cursor"; readonly column: number }
  /** Whether the terminal measures text by grapheme, or supports the mode that does. */
  | { readonly kind: "graphemes"; readonly isSupported: boolean }
  /** The keyboard protocol is supported; these are its current flags. */
  | { readonly kind: "keyboard"; readonly flags: number }
  /** Whether it draws pictures by kitty's protocol. */
  | { readonly kind: "graphics"; readonly isSupported: boolean }
  | { readonly kind: "cell"; readonly width: number; readonly height: number }
  /** Its name and version, as in `kitty(0.36.1)` or `WezTerm 20240203`. */
  | { readonly kind: "name"; readonly name: string }
  /** The device attributes: sent by every terminal, last. */
  | { readonly kind: "device"; readonly hasSixel: boolean };

const backgroundReply = new RegExp(
  `^${esc}\\]11;rgba?:([\\da-f]{1,4})/([\\da-f]{1,4})/([\\da-f]{1,4})`,
  "i",
);
const modeReply = new RegExp(`^${esc}\\[\\?2027;(\\d)\\$y$`);
const keyboardReply = new RegExp(`^${esc}\\[\\?(\\d+)u$`);
const cursorReply = new RegExp(`^${esc}\\[\\d+;(\\d+)R$`);
const graphicsReply = new RegExp(`^${esc}_Gi=31[^;]*;(\\w*)`);
const cellReply = new RegExp(`^${esc}\\[6;(\\d{1,3});(\\d{1,3})t$`);
const nameReply = new RegExp(`^${esc}P>\\|([ -~]{1,80})`);
const deviceReply = new RegExp(`^${esc}\\[\\?([\\d;]*)c$`);

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
  return graphicsOf(sequence);
}

function graphicsOf(sequence: string): Reply | undefined {
  const answer = graphicsReply.exec(sequence)?.[1];
  if (answer !== undefined) return { kind: "graphics", isSupported: answer === "OK" };
  const [, height = 0, width = 0] = cellReply.exec(sequence)?.map(Number) ?? [];
  if (height > 0 && width > 0) return { kind: "cell", width, height };
  const name = nameReply.exec(sequence)?.[1];
  if (name !== undefined) return { kind: "name", name };
  const attributes = deviceReply.exec(sequence)?.[1];
  if (attributes === undefined) return undefined;
  return { kind: "device", hasSixel: attributes.split(";").slice(1).includes("4") };
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
  /** Which clusters it rendered as units when measured. */
  readonly hasClusters?: CellRules["clusters"];
  readonly hasKeyboard?: boolean;
  readonly hasKittyGraphics?: boolean;
  readonly hasSixel?: boolean;
  /** Of a cell, in pixels. */
  readonly cell?: { readonly width: number; readonly height: number };
  readonly name?: string;
};

/** `listen` receives each control sequence that is not a key, and returns a function that unsubscribes. */
export type ProbePort = {
  readonly write: (text: string) => unknown;
  readonly listen: (hear: (sequence: string) => void) => () => void;
};

/**
 * Sends all queries and waits for the answers, at most `limitMs`: enough for a round trip between continents. The
 * terminal around tmux answers after tmux itself, if at all, so it gets a moment more.
 */
export async function probe(
  { write, listen }: ProbePort,
  clock: Clock,
  pictures: PictureQuestions,
  limitMs = 250,
): Promise<Findings> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let findings: Findings = {};
  let forget = clock.after(limitMs, resolve);
  const stop = listen((sequence) => {
    const reply = readReply(sequence);
    if (reply === undefined) return;
    findings = { ...findings, ...findingsOf(reply) };
    if (pictures !== "tmux") return reply.kind === "device" ? resolve() : undefined;
    if (reply.kind === "graphics") resolve();
    if (reply.kind !== "device") return;
    forget();
    forget = clock.after(outerMs, resolve);
  });
  write(questions(pictures));
  await promise;
  forget();
  stop();
  return findings;
}

const outerMs = 60;

function findingsOf(reply: Reply): Findings {
  switch (reply.kind) {
    case "background":
      return { isLight: reply.isLight };
    case "cursor":
      return { hasClusters: rendersClusters(reply.column - 1) };
    case "graphemes":
      return { hasGraphemes: reply.isSupported };
    case "keyboard":
      return { hasKeyboard: true };
    case "graphics":
      return { hasKittyGraphics: reply.isSupported };
    case "cell":
      return { cell: { width: reply.width, height: reply.height } };
    case "name":
      return { name: reply.name };
    case "device":
      return { hasSixel: reply.hasSixel };
  }
}

/**
 * Asks for the size of a cell whenever the window changes, which it may do with another font though the screen has as many
 * cells as before; reports each that is not the last one. The returned function stops it.
 */
export function followCells(
  { write, listen }: ProbePort,
  window: Pick<NodeJS.EventEmitter, "on" | "off">,
  first: NonNullable<Findings["cell"]>,
  learn: (cell: NonNullable<Findings["cell"]>) => void,
): () => void {
  let last = first;
  const deafen = listen((sequence) => {
    const reply = readReply(sequence);
    if (reply?.kind !== "cell") return;
    const { width, height } = reply;
    if (width === last.width && height === last.height) return;
    last = { width, height };
    learn(last);
  });
  const ask = () => void write(cellSize);
  window.on("SIGWINCH", ask);
  return () => {
    deafen();
    window.off("SIGWINCH", ask);
  };
}
