import { expect, test } from "vitest";
import { indexedPng } from "#build/picture.ts";
import { decode } from "#pictures/decode.ts";
import { stripes } from "../support/pictures.ts";

test("a picture of few colours is as before", async () => {
  const pixels = stripes(30, 7);
  const { rgba, ...size } = await decode(indexedPng(pixels, 256));
  expect(size).toEqual({ width: 30, height: 7 });
  expect([...rgba]).toEqual([...pixels.rgba]);
});

test("of many colours the most frequent stay, and a saturated one before greys", async () => {
  const colours = [
    ...new Array<number[]>(6).fill([9, 9, 9]),
    [80, 80, 80],
    [80, 80, 80],
    [200, 0, 0],
    [190, 0, 9],
  ];
  const rgba = Uint8Array.from(colours.flatMap((colour) => [...colour, 255]));
  const drawn = await decode(indexedPng({ width: 10, height: 1, rgba }, 3));
  const shown = colours.map((_, at) => [...drawn.rgba.subarray(at * 4, at * 4 + 3)].join());
  expect(shown).toEqual([...new Array<string>(8).fill("9,9,9"), "200,0,0", "190,0,9"]);
});
