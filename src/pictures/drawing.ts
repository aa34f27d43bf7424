/** Draws a picture for a terminal: from its bytes to cells or sixels, and what the terminal needs beside them. */
import { nearest256 } from "#theme/colour.ts";
import { allowedHeader, decode } from "./decode.ts";
import type { PictureFormat } from "./header.ts";
import { eachThroughTmux, kittyCells, kittyRemoval, kittyUpload, maxKittyCells } from "./kitty.ts";
import { fitted, type Pixels, type Size, scaled } from "./pixels.ts";
import { itermPicture, pngOf } from "./protocols.ts";

/**
 * How a terminal shows pictures, the best first: as cells that stand for parts of it (through tmux, too), as pixels over
 * the cells, as coloured cells; or not at all: what the picture is, in words.
 */
export type PictureWay = "kitty" | "kitty-tmux" | "iterm" | "sixel" | "blocks" | "words";

/** What is known of the terminal. */
export type Canvas = {
  readonly way: PictureWay;
  readonly depth: ColourDepth;
  /** The size of a cell in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
};

/** The cells that a picture may take. */
type Box = { readonly columns: number; readonly rows: number };

export type DrawRequest = Canvas &
  Box & {
    readonly bytes: Uint8Array;
    /** Distinguishes it from others that the terminal keeps. */
    readonly id: number;
  };

export type Drawing = {
  /** As requested: distinguishes it from others of the same picture. */
  readonly id: number;
  readonly format: PictureFormat;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The size of the file. */
  readonly bytes: number;
  /** Painted, and each `columns` wide; none if the terminal shows no pictures. */
  readonly lines: readonly string[];
  readonly columns: number;
  /** What the terminal gets once before the lines, and when they are no longer needed. */
  readonly upload?: string;
  readonly removal?: string;
  /** The upload goes through tmux, which drops it while its pane is not on the screen. */
  readonly isPassedOn?: true;
  /** What is drawn over the lines, from their first cell on. */
  readonly overlay?: string;
};

/** What is less opaque shows the terminal's own background. */
const opaque = 128;

/** Throws an UndrawablePicture. */
export async function draw(request: DrawRequest): Promise<Drawing> {
  const { bytes, way } = request;
  const { format, width, height } = allowedHeader(bytes);
  const facts = { id: request.id, format, width, height, bytes: bytes.length };
  if (way === "words") return { ...facts, lines: [], columns: 0 };
  const pixels = await decode(bytes);
  // A photograph may be turned.
  const turned = { ...facts, width: pixels.width, height: pixels.height };
  return { ...turned, ...(way === "blocks" ? blocks(pixels, request) : inPixels(pixels, request)) };
}

type Drawn = Omit<Drawing, "id" | "format" | "width" | "height" | "bytes">;

/** Half of a cell is seldom a square, so the picture is first stretched to pixels of that shape. */
function blocks(pixels: Pixels, { columns, rows, cell, depth }: DrawRequest): Drawn {
  const stretch = (2 * cell.width) / cell.height;
  const shape = { width: pixels.width, height: pixels.height * stretch };
  const size = fitted(shape, { width: columns, height: rows * 2 });
  return { lines: halfBlocks(scaled(pixels, size), depth), columns: size.width };
}

function inPixels(pixels: Pixels, { way, columns, rows, cell, id }: DrawRequest): Drawn {
  const size = fitted(pixels, {
    width: Math.min(columns, maxKittyCells) * cell.width,
    height: Math.min(rows, maxKittyCells) * cell.height,
  });
  const cells = {
    columns: Math.ceil(size.width / cell.width),
    rows: Math.ceil(size.height / cell.height),
  };
  // The first two scale what they get to the cells.
  const sent = () => pngOf(scaled(pixels, fewer(size)));
  if (way === "kitty" || way === "kitty-tmux") {
    const passed = way === "kitty" ? (sequence: string) => sequence : eachThroughTmux;
    return {
      lines: kittyCells(id, cells),
      columns: cells.columns,
      upload: passed(kittyUpload(sent(), id, cells)),
      removal: passed(kittyRemoval(id)),
      ...(way === "kitty-tmux" && { isPassedOn: true }),
    };
  }
  const blank = " ".repeat(cells.columns);
  return {
    lines: Array.from({ length: cells.rows }, () => blank),
    columns: cells.columns,
    overlay: way === "sixel" ? sixelOf(scaled(pixels, size)) : itermPicture(sent(), cells),
  };
}

/** About a megabyte of a photograph, and as sharp as anybody sees. */
const mostSent = 700_000;

function fewer({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(mostSent / (width * height)));
  return fitted({ width, height }, { width: width * scale, height: height * scale });
}

// Pictures as text: each cell shows two pixels, one above the other, with its foreground and its background.

type ColourDepth = "256" | "true";

const [upper, lower] = ["▀", "▄"];

/** Lines as wide as the picture, each of which closes its colours; an odd last row has nothing below it. */
function halfBlocks({ width, height, rgba }: Pixels, depth: ColourDepth): readonly string[] {
  const colourOf = depth === "true" ? trueColour : paletteColour();
  const pixel = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    if (y >= height || (rgba[at + 3] ?? 0) < opaque) return undefined;
    return colourOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0);
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) => {
    const pen = { line: "", front: "39", back: "49" };
    for (let x = 0; x < width; x += 1) drawCell(pen, pixel(x, row * 2), pixel(x, row * 2 + 1));
    if (pen.front !== "39") pen.line += "\x1b[39m";
    // Alone, so that the background of a selected row is restored after it.
    if (pen.back !== "49") pen.line += "\x1b[49m";
    return pen.line;
  });
}

type Pen = { line: string; front: string; back: string };

function drawCell(pen: Pen, above: string | undefined, below: string | undefined): void {
  if (above === undefined && below === undefined) {
    turn(pen, pen.front, "49");
    pen.line += " ";
  } else if (above === undefined) {
    turn(pen, `38;${below}`, "49");
    pen.line += lower;
  } else {
    turn(pen, `38;${above}`, below === undefined ? "49" : `48;${below}`);
    pen.line += upper;
  }
}

function turn(pen: Pen, front: string, back: string): void {
  if (front !== pen.front) pen.line += `\x1b[${front}m`;
  if (back !== pen.back) pen.line += `\x1b[${back}m`;
  pen.front = front;
  pen.back = back;
}

function trueColour(red: number, green: number, blue: number): string {
  return `2;${red};${green};${blue}`;
}

/** The search for the nearest colour takes longer than all the rest, and pictures have few that differ visibly. */
function paletteColour() {
  const codes = new Map<number, string>();
  return (red: number, green: number, blue: number): string => {
    const key = ((red & 0xfc) << 16) | ((green & 0xfc) << 8) | (blue & 0xfc);
    let code = codes.get(key);
    if (code === undefined) {
      code = `5;${nearest256(`#${key.toString(16).padStart(6, "0")}`)}`;
      codes.set(key, code);
    }
    return code;
  };
}

// Encodes pictures as sixels: bands of six rows, each drawn once for every colour that occurs in it.
// The packages for it choose their colours badly for charts, or do not run in strict mode. Colours that are too many are
// replaced by those of a cube, and the error of each pixel is spread over its neighbours.

const mostColours = 256;
/** Steps of red, green and blue in the cube: the eye sees most shades of green. */
const steps = [6, 7, 6] as const;
const bandRows = 6;
const clear = -1;

type Indexed = {
  /** The index of a colour for each pixel; -1: transparent. */
  readonly indices: Int16Array;
  readonly palette: readonly (readonly number[])[];
};

export function sixelOf(pixels: Pixels): string {
  const { width, height } = pixels;
  const { indices, palette } = exactly(pixels) ?? dithered(pixels);
  const registers = palette.map(
    (colour, at) => `#${at};2;${colour.map((part) => Math.round((part * 100) / 255)).join(";")}`,
  );
  const bands = Array.from({ length: Math.ceil(height / bandRows) }, (_, at) =>
    bandOf(indices, width, height, at * bandRows),
  );
  return `\x1bP0;1;q"1;1;${width};${height}${registers.join("")}${bands.join("-")}\x1b\\`;
}

/** With all of its colours; undefined if there are too many. */
function exactly({ rgba }: Pixels): Indexed | undefined {
  const indices = new Int16Array(rgba.length / 4);
  const indexes = new Map<number, number>();
  for (let at = 0; at < indices.length; at += 1) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = rgba.subarray(at * 4, at * 4 + 4);
    const colour = (red << 16) | (green << 8) | blue;
    const index = opacity < opaque ? clear : (indexes.get(colour) ?? indexes.size);
    if (index === mostColours) return undefined;
    if (index !== clear) indexes.set(colour, index);
    indices[at] = index;
  }
  const palette = [...indexes.keys()].map((colour) => [
    colour >> 16,
    (colour >> 8) & 255,
    colour & 255,
  ]);
  return { indices, palette };
}

const cube = Array.from({ length: steps[0] * steps[1] * steps[2] }, (_, at) => [
  level(Math.floor(at / (steps[1] * steps[2])), steps[0]),
  level(Math.floor(at / steps[2]) % steps[1], steps[1]),
  level(at % steps[2], steps[2]),
]);

function level(step: number, of: number): number {
  return Math.round((step * 255) / (of - 1));
}

/** By Floyd and Steinberg. */
function dithered({ width, height, rgba }: Pixels): Indexed {
  const indices = new Int16Array(width * height);
  const left = Float32Array.from(rgba);
  for (let at = 0; at < indices.length; at += 1) {
    if ((rgba[at * 4 + 3] ?? 0) < opaque) {
      indices[at] = clear;
      continue;
    }
    const wanted = left.subarray(at * 4, at * 4 + 3);
    const index = nearestInCube(wanted);
    indices[at] = index;
    const errors = Array.from(wanted, (part, of) => part - (cube[index]?.[of] ?? 0));
    spread(left, at, width, errors);
  }
  return { indices, palette: cube };
}

/** What neighbours get of an error: offsets in columns and rows, and sixteenths. */
const shares = [
  [1, 0, 7],
  [-1, 1, 3],
  [0, 1, 5],
  [1, 1, 1],
] as const;

function spread(left: Float32Array, at: number, width: number, errors: readonly number[]): void {
  const x = at % width;
  for (const [columns, rows, share] of shares) {
    const to = (at + rows * width + columns) * 4;
    if (x + columns < 0 || x + columns >= width || to >= left.length) continue;
    for (let part = 0; part < 3; part += 1)
      left[to + part] = (left[to + part] as number) + ((errors[part] as number) * share) / 16;
  }
}

function nearestInCube(colour: Float32Array): number {
  const [red, green, blue] = steps.map((count, part) => {
    const step = Math.round(((colour[part] as number) * (count - 1)) / 255);
    return Math.max(0, Math.min(count - 1, step));
  }) as [number, number, number];
  return (red * steps[1] + green) * steps[2] + blue;
}

/** The band that begins at that row: its colours over each other, from the left edge each. */
function bandOf(indices: Int16Array, width: number, height: number, top: number): string {
  const masks = new Map<number, Uint8Array>();
  for (let row = 0; row < Math.min(bandRows, height - top); row += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = indices[(top + row) * width + x] as number;
      if (index === clear) continue;
      const mask = masks.get(index) ?? new Uint8Array(width);
      mask[x] = (mask[x] as number) | (1 << row);
      masks.set(index, mask);
    }
  }
  return [...masks].map(([index, mask]) => `#${index}${runsOf(mask)}`).join("$");
}

/** Six pixels in a column are one character; `!5~` repeats it. What is empty at the end is left out. */
function runsOf(mask: Uint8Array): string {
  let text = "";
  let from = 0;
  const end = mask.findLastIndex((bits) => bits !== 0) + 1;
  while (from < end) {
    let to = from + 1;
    while (to < end && mask[to] === mask[from]) to += 1;
    const character = String.fromCharCode(63 + (mask[from] as number));
    text += to - from > 3 ? `!${to - from}${character}` : character.repeat(to - from);
    from = to;
  }
  return text;
}
