/** Draws a picture for a terminal: from the bytes of its file to lines of cells, and what the terminal needs beside them. */

import { nearest256 } from "#theme/colour.ts";
import type { PictureFormat } from "./decode.ts";
import { allowedHeader, decode } from "./decode.ts";
import { eachThroughTmux, kittyCells, kittyRemoval, kittyUpload, maxKittyCells } from "./kitty.ts";
import { fitted, type Pixels, type Size, scaled } from "./pixels.ts";
import { itermPicture, pngOf } from "./protocols.ts";
import { sixelOf } from "./sixel.ts";

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

/** What is less opaque shows the terminal's own background. */
const opaque = 128;
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
  const known = new Map<number, string>();
  return (red: number, green: number, blue: number): string => {
    const key = ((red & 0xfc) << 16) | ((green & 0xfc) << 8) | (blue & 0xfc);
    let found = known.get(key);
    if (found === undefined) {
      found = `5;${nearest256(`#${key.toString(16).padStart(6, "0")}`)}`;
      known.set(key, found);
    }
    return found;
  };
}
