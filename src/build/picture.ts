/** The README's screenshots: captures a terminal screen, and renders it as SVG or PNG. */
import pty from "@lydell/node-pty";
import graphemes from "@xterm/addon-unicode-graphemes";
import type { IBufferCell, Terminal } from "@xterm/headless";
import xterm from "@xterm/headless";
import { systemClock } from "#base/clock.ts";
import type { Pixels } from "#pictures/pixels.ts";
import { pngFile } from "#pictures/protocols.ts";
import { nodeFlags } from "./node-flags.ts";

const cell = { width: 8.4, height: 18, baseline: 13 };
const margin = 12;

/** The colours of a dark terminal: background, text, and the sixteen of its palette. */
const ground = "#15171c";
const text = "#d7dae0";
const sixteen = [
  ["#2a2e37", "#e06c75", "#8cc379", "#e5b95c", "#6aa5e7", "#b58be0", "#5fb8c4", "#c3c8d1"],
  ["#6b7280", "#ef8a92", "#a5d796", "#f0cf85", "#8dbcf0", "#cba9ee", "#83d0d9", "#f2f4f8"],
].flat();

type Style = {
  readonly ink: string;
  readonly paper: string;
  /** SVG attributes for bold, italic, faint and underline. */
  readonly dress: string;
};

type StyledRun = {
  readonly style: Style;
  readonly x: number;
  readonly isWide: boolean;
  columns: number;
  text: string;
};

/** The visible screen of `terminal`, with `title` as accessible description. */
export function pictureOf(terminal: Terminal, title: string): string {
  const width = Math.ceil(terminal.cols * cell.width + 2 * margin);
  const height = terminal.rows * cell.height + 2 * margin;
  const rows = Array.from({ length: terminal.rows }, (_, y) =>
    rowRuns(terminal, y).map((run) => drawn(run, y)),
  );
  const family = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${ground}"/>`,
    `<g font-family="${family}" font-size="14" xml:space="preserve" transform="translate(${margin} ${margin})">`,
    ...rows.flat(2),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Runs of adjacent cells with the same style, without invisible blanks. A wide character is its own run. */
function rowRuns(terminal: Terminal, y: number): StyledRun[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + y);
  const runs: StyledRun[] = [];
  for (let x = 0; x < terminal.cols; x++) {
    const cell = line?.getCell(x);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const style = styleOf(cell);
    const last = runs.at(-1);
    const isWide = cell.getWidth() > 1;
    const chars = cell.getChars() || " ";
    if (last && !last.isWide && !isWide && isSame(last.style, style)) {
      last.columns += 1;
      last.text += chars;
    } else runs.push({ style, x, isWide, columns: cell.getWidth(), text: chars });
  }
  return runs.filter((run) => run.style.paper !== ground || run.text.trim() !== "");
}

function isSame(a: Style, b: Style): boolean {
  return a.ink === b.ink && a.paper === b.paper && a.dress === b.dress;
}

function styleOf(found: IBufferCell): Style {
  const ink = colour(found.isFgDefault(), found.isFgRGB(), found.getFgColor(), text);
  const paper = colour(found.isBgDefault(), found.isBgRGB(), found.getBgColor(), ground);
  const dress = [
    found.isBold() ? ' font-weight="bold"' : "",
    found.isItalic() ? ' font-style="italic"' : "",
    found.isDim() ? ' opacity="0.6"' : "",
    found.isUnderline() ? ' text-decoration="underline"' : "",
    found.isStrikethrough() ? ' text-decoration="line-through"' : "",
  ];
  const isInverse = found.isInverse() !== 0;
  return { ink: isInverse ? paper : ink, paper: isInverse ? ink : paper, dress: dress.join("") };
}

function colour(isDefault: boolean, isRgb: boolean, value: number, fallback: string): string {
  if (isDefault) return fallback;
  if (isRgb) return `#${value.toString(16).padStart(6, "0")}`;
  return sixteen[value] ?? paletteColour(value);
}

/** The colours from 16 on: a cube of six shades a side, then a ramp of grey. */
function paletteColour(place: number): string {
  const hex = (shades: number[]) =>
    `#${shades.map((shade) => shade.toString(16).padStart(2, "0")).join("")}`;
  if (place >= 232) return hex(new Array<number>(3).fill(8 + 10 * (place - 232)));
  const shades = [36, 6, 1].map((side) => Math.floor((place - 16) / side) % 6);
  return hex(shades.map((shade) => (shade === 0 ? 0 : 55 + 40 * shade)));
}

function drawn({ style, x, columns, text: content }: StyledRun, y: number): string[] {
  const left = rounded(x * cell.width);
  const wide = rounded(columns * cell.width);
  const top = y * cell.height;
  const drawing: string[] = [];
  if (style.paper !== ground) {
    drawing.push(
      `<rect x="${left}" y="${top}" width="${wide}" height="${cell.height}" fill="${style.paper}"/>`,
    );
  }
  if (content.trim() === "") return drawing;
  // The explicit length keeps columns aligned in any font.
  const place = `x="${left}" y="${top + cell.baseline}" textLength="${wide}"`;
  drawing.push(`<text ${place} fill="${style.ink}"${style.dress}>${escaped(content)}</text>`);
  return drawing;
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

// Captures a frame of the built program in a terminal.

type Shot = {
  readonly program: string;
  readonly argv: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** Typed one after another once the first frame has content. */
  readonly keys: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** The screen is complete after this long without output, or at the limit. */
const stillMs = 1200;
const limitMs = 15_000;

/** Runs the program, types, waits until the screen is stable, and exits the program. */
export async function frameOf(shot: Shot): Promise<Terminal> {
  const { columns: cols, rows } = shot;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  const argv = [...nodeFlags, shot.program, ...shot.argv];
  const child = pty.spawn(process.execPath, argv, { cols, rows, env: { ...shot.environment } });
  let writtenAt = systemClock.elapsed();
  child.onData((data) => {
    writtenAt = systemClock.elapsed();
    terminal.write(data);
  });
  // The program queries the terminal; forward the emulator's replies.
  terminal.onData((reply) => child.write(reply));
  const still = async () => {
    const start = systemClock.elapsed();
    writtenAt = start;
    const isDone = () => systemClock.elapsed() - writtenAt > stillMs;
    while (!isDone() && systemClock.elapsed() - start < limitMs) await systemClock.sleep(100);
  };
  await still();
  for (const key of shot.keys) {
    child.write(key);
    await still();
  }
  // Capture before exiting: the frame is on the alternate screen.
  child.kill("SIGKILL");
  return terminal;
}

// Writes a screenshot as PNG with a palette, a third as large as one with all of its colours.

type Colour = readonly [red: number, green: number, blue: number];

/** In at most `most` colours (256 or fewer): the most frequent ones, of which each other one gets the nearest. */
export function indexedPng({ width, height, rgba }: Pixels, most: number): Uint8Array {
  const palette = frequent(rgba, most);
  const indices = new Map<number, number>();
  const raw = new Uint8Array(height * (width + 1));
  for (let at = 0; at < width * height; at += 1) {
    const key = keyAt(rgba, at);
    let index = indices.get(key);
    if (index === undefined) {
      index = nearest(palette, colourOf(key));
      indices.set(key, index);
    }
    raw[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index;
  }
  return pngFile({ width, height }, raw, Uint8Array.from(palette.flat()));
}

function keyAt(rgba: Pixels["rgba"], at: number): number {
  const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4, at * 4 + 3);
  return red * 0x1_00_00 + green * 0x1_00 + blue;
}

function colourOf(key: number): Colour {
  return [Math.floor(key / 0x1_00_00), Math.floor(key / 0x1_00) % 0x1_00, key % 0x1_00];
}

/**
 * One colour for all that differ in the last two bits of a part only. There are many greys, where letters are smoothed, so
 * those count less.
 */
function frequent(rgba: Pixels["rgba"], most: number): readonly Colour[] {
  const counts = new Map<number, { readonly key: number; count: number }>();
  for (let at = 0; at < rgba.length / 4; at += 1) {
    const key = keyAt(rgba, at);
    const alike = key & 0xfc_fc_fc;
    const entry = counts.get(alike);
    if (entry === undefined) counts.set(alike, { key, count: 1 });
    else entry.count += 1;
  }
  const weighted = [...counts.values()].map(({ key, count }) => {
    const colour = colourOf(key);
    const depth = Math.max(...colour) - Math.min(...colour);
    return { colour, weight: count * (16 + depth) };
  });
  const ordered = weighted.toSorted((one, other) => other.weight - one.weight);
  return ordered.slice(0, most).map(({ colour }) => colour);
}

function nearest(palette: readonly Colour[], colour: Colour): number {
  const distances = palette.map((one) =>
    one.reduce((sum, part, at) => sum + (part - (colour[at] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}
