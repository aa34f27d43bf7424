/** Sizes that a picture hides from a look at its first bytes, which its decoder would take memory for. */
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { decode } from "#pictures/decode.ts";
import { headerOf } from "#pictures/header.ts";
import { pngOf } from "#pictures/protocols.ts";
import { animatedWebp, chunk, encoded, riff, stripes } from "../support/pictures.ts";

const [width, height] = [24, 10];
const { png, jpeg, webp, gif } = await encoded(stripes(width, height));
const huge = 16_383;

type Hostile = readonly [what: string, bytes: Uint8Array, sentence: string];

const tooMany = "This picture has too many pixels to draw.";
const none = "This is not a picture that can be drawn.";

// WebP: of one colour, so there are no bits for any pixel.

function lossless(edge: number): number[] {
  const bits = BigInt(edge - 1) | (BigInt(edge - 1) << 14n);
  const head = Array.from({ length: 5 }, (_, at) => Number((bits >> BigInt(8 * at)) & 255n));
  return [0x2f, ...head, 0x88, 0x88, 0x08, 0, 0, 0];
}

const three = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];
const canvas = (edge: number, flags: number) =>
  chunk("VP8X", [flags, 0, 0, 0, ...three(edge - 1), ...three(edge - 1)]);
const frame = (edge: number, image: number) =>
  chunk("ANMF", [
    ...[0, 0, 0, 0, 0, 0, ...three(edge - 1), ...three(edge - 1), 1, 0, 0, 0],
    ...chunk("VP8L", lossless(image)),
  ]);

const webps: readonly Hostile[] = [
  ["a canvas", riff([...canvas(huge, 2), ...frame(1, 1)]), tooMany],
  ["a frame", riff([...canvas(1, 2), ...frame(huge, huge)]), tooMany],
  ["the image of a frame", riff([...canvas(1, 2), ...frame(1, huge)]), tooMany],
  [
    "a frame behind others chunks",
    riff([...canvas(1, 2), ...chunk("EXIF", [1]), ...frame(1, huge)]),
    tooMany,
  ],
  ["a still image", riff(chunk("VP8L", lossless(huge))), tooMany],
  [
    "a still image on a small canvas",
    riff([...canvas(1, 0), ...chunk("VP8L", lossless(huge))]),
    tooMany,
  ],
];

// JPEG: the frame header is what a decoder finds, which skips what is no marker.

const startOf = (marker: number) =>
  jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === marker);
const isHeader = (marker: number) => startOf(marker) > 0;
const sofAt = startOf([0xc0, 0xc1, 0xc2].find(isHeader) ?? 0);
const sofEnd = sofAt + 2 + ((jpeg[sofAt + 2] ?? 0) << 8) + (jpeg[sofAt + 3] ?? 0);

function sof(edge: number): Uint8Array {
  const header = Buffer.from(jpeg.subarray(sofAt, sofEnd));
  header.writeUInt16BE(edge, 5);
  header.writeUInt16BE(edge, 7);
  return header;
}

function jpegWith(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const all = [jpeg.subarray(0, sofAt), ...parts, jpeg.subarray(sofEnd)];
  return Buffer.concat(all.map((part) => Uint8Array.from(part)));
}

const own = jpeg.subarray(sofAt, sofEnd);
/** As if a segment that reaches behind the true header began there. */
const decoy = (marker: number) => [0xff, marker, 0, 2 + sofEnd - sofAt];

const jpegs: readonly Hostile[] = [
  ["the header", jpegWith(sof(huge)), tooMany],
  ["a header behind FF 00", jpegWith(decoy(0x00), sof(huge)), tooMany],
  [
    "a header behind FF 00, and a small one after the end",
    Buffer.concat([jpegWith(decoy(0x00), sof(huge)), own]),
    tooMany,
  ],
  ["a header behind fill bytes", jpegWith([0xff, 0xff, 0xff], sof(huge)), tooMany],
  ["a header behind other bytes", jpegWith([1, 2, 3, 0xc0, 0, 17], sof(huge)), tooMany],
  ["a header behind a restart", jpegWith(decoy(0xd0), sof(huge)), tooMany],
  ["a header behind a segment without length", jpegWith([0xff, 0xe1, 0, 0], sof(huge)), tooMany],
  ["a second header", jpegWith(own, sof(huge)), none],
  ["a header before a second one", jpegWith(sof(huge), own), none],
];

// PNG

function pngChunk(name: string, ...numbers: readonly number[]): Buffer {
  const body = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, at) => void body.writeUInt32BE(number, at * 4));
  const named = Buffer.concat([Buffer.from(name), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const afterHeader = (...chunks: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
const frames = pngChunk("acTL", 1, 0);

const pngs: readonly Hostile[] = [
  [
    "a frame of an animation",
    afterHeader(frames, pngChunk("fcTL", 0, huge, huge, 0, 0, 0, 0)),
    tooMany,
  ],
  ["a second header", afterHeader(Buffer.from(png.subarray(8, 33))), none],
  [
    "a header that is not the first chunk",
    Buffer.concat([png.subarray(0, 8), frames, png.subarray(8)]),
    none,
  ],
  ["what only begins as PNG does", Buffer.from(png).fill(0, 4, 8), none],
];

// GIF

const gifFrame = Buffer.from(gif).indexOf(Buffer.from([0x2c, 0, 0, 0, 0, width, 0, height, 0]));
const gifs: readonly Hostile[] = [
  [
    "a frame that is larger than its screen",
    Buffer.from(gif).fill(0xff, gifFrame + 5, gifFrame + 9),
    tooMany,
  ],
  [
    "a frame that sticks out",
    Buffer.from(gif).fill(width, gifFrame + 1, gifFrame + 2),
    "This picture is damaged.",
  ],
];

test.each([...webps, ...jpegs, ...pngs, ...gifs])(
  "%s with a size that may not be decoded is refused before it is",
  async (_, bytes, sentence) => {
    await expect(decode(bytes)).rejects.toThrow(sentence);
  },
);

test("what decoders skip in honest pictures is skipped", async () => {
  const size = { width, height };
  const honest = [
    jpegWith([0xff, 0xff, 0xff], own),
    jpegWith([0xff, 0x00, 1, 2, 3], own),
    jpegWith([0xff, 0xec, 0, 0], own),
    Buffer.concat([jpeg, sof(huge)]),
    animatedWebp(webp, width, height),
    afterHeader(pngChunk("tEXt", 0x61006200)),
    Buffer.concat([pngOf(stripes(width, height)), png]),
  ];
  for (const [at, bytes] of honest.entries()) {
    expect(headerOf(bytes), String(at)).toMatchObject(size);
    await expect(decode(bytes), String(at)).resolves.toMatchObject(size);
  }
});
