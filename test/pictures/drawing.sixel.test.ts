import { expect, test } from "vitest";
import { sixelOf } from "#pictures/drawing.ts";
import type { Pixels } from "#pictures/pixels.ts";
import { stripes } from "../support/pictures.ts";

/** The colours of a sixel picture by pixel, as percentages; undefined: not drawn. */
function decoded(sixel: string, width: number): (string | undefined)[] {
  const palette = new Map<string, string>();
  const pixels: (string | undefined)[] = [];
  let colour: string | undefined;
  const drawRuns = (runs: string, band: number) => {
    let x = 0;
    for (const [text, count = "1"] of runs.matchAll(/(?:!(\d+))?[?-~]/g)) {
      const bits = text.charCodeAt(text.length - 1) - 63;
      const rows = [0, 1, 2, 3, 4, 5].filter((row) => (bits & (1 << row)) !== 0);
      for (const end = x + Number(count); x < end; x += 1)
        for (const row of rows) pixels[(band * 6 + row) * width + x] = colour;
    }
  };
  const body = sixel.slice(sixel.indexOf("#"), -2).replace(/#(\d+);2;([\d;]+)/g, (_, at, rgb) => {
    palette.set(at, rgb);
    return "";
  });
  for (const [band, layers] of body.split("-").entries()) {
    for (const layer of layers.split("$")) {
      const [register = ""] = /^#\d+/.exec(layer) ?? [];
      colour = palette.get(register.slice(1));
      drawRuns(layer.slice(register.length), band);
    }
  }
  return pixels;
}

test("few colours are exact, and what is transparent is not drawn", () => {
  const [width, height] = [10, 14];
  const pixels = decoded(sixelOf(stripes(width, height, true)), width);
  expect(pixels.slice(0, 10)).toEqual([...Array(5).fill("100;0;0"), ...Array(5).fill("0;0;100")]);
  expect(pixels.slice(width * (height / 2))).toEqual([]);
});

test("many colours are dithered to a palette that sixel allows, and stay the same on average", () => {
  const [width, height] = [64, 40];
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    rgba.set([(at % width) * 2 + 60, 100 + Math.floor(at / width), 77, 255], at * 4);
  const picture: Pixels = { width, height, rgba };
  const text = sixelOf(picture);
  const pixels = decoded(text, width);
  expect(pixels.length).toBe(width * height);
  const average = (part: number) =>
    pixels.reduce((sum, rgb = "") => sum + Number(rgb.split(";")[part]), 0) / pixels.length;
  const wanted = [0, 1, 2].map(
    (part) => rgba.filter((_, at) => at % 4 === part).reduce((sum, one) => sum + one, 0) / 2.55,
  );
  for (const part of [0, 1, 2])
    expect(Math.abs(average(part) - (wanted[part] ?? 0) / pixels.length)).toBeLessThan(1.5);
});
