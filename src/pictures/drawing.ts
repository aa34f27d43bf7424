/** Draws a picture for a terminal: from the bytes of its file to lines of cells, and what the terminal needs beside them. */
import { allowedHeader, decode } from "./decode.ts";
import { type ColourDepth, halfBlocks } from "./half-blocks.ts";
import type { PictureFormat } from "./header.ts";
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
export type Box = { readonly columns: number; readonly rows: number };

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
