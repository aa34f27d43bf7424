/** Writes a screenshot as PNG with a palette, a third as large as one with all of its colours. */
import type { Pixels } from "#pictures/pixels.ts";
import { pngFile } from "#pictures/protocols.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** In at most `most` colours (256 or fewer): the most frequent ones, of which each other one gets the nearest. */
export function indexedPng({ width, height, rgba }: Pixels, most: number): Uint8Array {
  const palette = frequent(rgba, most);
  const known = new Map<number, number>();
  const raw = new Uint8Array(height * (width + 1));
  for (let at = 0; at < width * height; at += 1) {
    const key = keyAt(rgba, at);
    let index = known.get(key);
    if (index === undefined) {
      index = nearest(palette, colourOf(key));
      known.set(key, index);
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
    const found = counts.get(alike);
    if (found === undefined) counts.set(alike, { key, count: 1 });
    else found.count += 1;
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
