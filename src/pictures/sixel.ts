/**
 * Encodes pictures as sixels: bands of six rows, each drawn once for every colour that occurs in it.
 *
 * The packages for it choose their colours badly for charts, or do not run in strict mode. Colours that are too many are
 * replaced by those of a cube, and the error of each pixel is spread over its neighbours.
 */
import type { Pixels } from "./pixels.ts";

const mostColours = 256;
/** Steps of red, green and blue in the cube: the eye sees most shades of green. */
const steps = [6, 7, 6] as const;
/** What is less opaque stays as it is on the screen. */
const opaque = 128;
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
  const known = new Map<number, number>();
  for (let at = 0; at < indices.length; at += 1) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = rgba.subarray(at * 4, at * 4 + 4);
    const colour = (red << 16) | (green << 8) | blue;
    const index = opacity < opaque ? clear : (known.get(colour) ?? known.size);
    if (index === mostColours) return undefined;
    if (index !== clear) known.set(colour, index);
    indices[at] = index;
  }
  const palette = [...known.keys()].map((colour) => [
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
