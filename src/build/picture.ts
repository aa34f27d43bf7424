/** Renders a terminal screen as SVG, for the README's screenshot. */
import type { IBufferCell, Terminal } from "@xterm/headless";

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
    const found = line?.getCell(x);
    if (found === undefined || found.getWidth() === 0) continue;
    const style = styleOf(found);
    const last = runs.at(-1);
    const isWide = found.getWidth() > 1;
    const chars = found.getChars() || " ";
    if (last && !last.isWide && !isWide && isSame(last.style, style)) {
      last.columns += 1;
      last.text += chars;
    } else runs.push({ style, x, isWide, columns: found.getWidth(), text: chars });
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
