import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { decode } from "#pictures/decode.ts";
import { type DrawRequest, draw } from "#pictures/drawing.ts";
import { maxKittyCells } from "#pictures/kitty.ts";
import { pngOf } from "#pictures/protocols.ts";
import { stripes } from "../support/pictures.ts";

const cell = { width: 10, height: 20 };
const request = (rest: Partial<DrawRequest>): DrawRequest => ({
  bytes: pngOf(stripes(40, 40)),
  way: "blocks",
  depth: "true",
  cell,
  columns: 20,
  rows: 8,
  id: 7,
  ...rest,
});

test("half blocks show two pixels in a cell, within the box and in the picture's proportions", async () => {
  const { lines, columns, width, height, format } = await draw(request({}));
  expect([format, width, height]).toEqual(["png", 40, 40]);
  expect([lines.length, columns]).toEqual([8, 16]);
  const halves = "▀".repeat(8);
  const expected = `\x1b[38;2;255;0;0m\x1b[48;2;255;0;0m${halves}\x1b[38;2;0;0;255m\x1b[48;2;0;0;255m${halves}\x1b[39m\x1b[49m`;
  expect(lines[0]).toBe(expected);
});

test("a picture is never enlarged, and one of the wrong proportions keeps at least one cell", async () => {
  const icon = await draw(request({ bytes: pngOf(stripes(4, 4)) }));
  expect([icon.lines.length, icon.columns]).toEqual([2, 4]);
  const wide = await draw(request({ bytes: pngOf(stripes(900, 3)) }));
  expect([wide.lines.length, wide.columns]).toEqual([1, 20]);
});

test("what is transparent shows the terminal's background, and 256 colours suffice", async () => {
  const bytes = pngOf(stripes(2, 3, true));
  const { lines } = await draw(request({ bytes, depth: "256" }));
  expect(lines).toEqual(["\x1b[38;5;196m\x1b[48;5;196m▀\x1b[38;5;21m\x1b[49m▀\x1b[39m", "  "]);
});

test("kitty gets the picture once, in pieces, and cells that name their row and column", async () => {
  const { lines, columns, upload = "", removal } = await draw(request({ way: "kitty" }));
  expect([lines.length, columns]).toEqual([2, 4]);
  expect(lines[1]).toBe(
    `\x1b[38;5;7m${["\u0305", "\u030d", "\u030e", "\u0310"].map((at) => `\u{10eeee}\u030d${at}`).join("")}\x1b[39m`,
  );
  expect(upload).toContain("\x1b_Ga=T,U=1,f=100,i=7,c=4,r=2,q=2,m=0;");
  expect(removal).toBe("\x1b_Ga=d,d=I,i=7,q=2\x1b\\");
  const data = upload.slice(upload.indexOf(";") + 1, -2);
  const { width, height } = await decode(Buffer.from(data, "base64"));
  expect([width, height]).toEqual([40, 40]);
  expect(maxKittyCells).toBe(297);
});

test("kitty's cells have the number of the picture in their colour, and its highest byte in a numeral", async () => {
  const cellOf = async (id: number) => {
    const { lines, upload } = await draw(request({ way: "kitty", id, columns: 1, rows: 1 }));
    expect(upload).toContain(`,i=${id},`);
    return lines[0];
  };
  const [zero, second] = ["\u0305", "\u030e"];
  expect(await cellOf(0x77_01_02)).toBe(`\x1b[38;2;119;1;2m\u{10eeee}${zero}${zero}\x1b[39m`);
  expect(await cellOf(2 * 0x1_00_00_00 + 9)).toBe(
    `\x1b[38;5;9m\u{10eeee}${zero}${zero}${second}\x1b[39m`,
  );
});

test("a terminal that scales pictures gets no more pixels than anybody sees", async () => {
  const bytes = pngOf(stripes(3000, 1000));
  const box = { columns: 190, rows: 50 };
  const { columns, lines, upload = "" } = await draw(request({ way: "kitty", bytes, ...box }));
  expect([columns, lines.length]).toEqual([190, 32]);
  const parts = upload.split("\x1b\\");
  const data = parts.map((part) => part.slice(part.indexOf(";") + 1)).join("");
  const { width, height } = await decode(Buffer.from(data, "base64"));
  expect(width * height).toBeLessThanOrEqual(700_000);
  expect(width / height).toBeCloseTo(3, 1);
});

test("through tmux each sequence is wrapped on its own, with its escapes doubled", async () => {
  const noise = {
    width: 60,
    height: 60,
    rgba: new Uint8Array(14_400).map((_, at) => (Math.sin(at) * 10_000) & 255),
  };
  const direct = await draw(request({ way: "kitty", bytes: pngOf(noise), columns: 60, rows: 60 }));
  const { upload = "" } = await draw(
    request({ way: "kitty-tmux", bytes: pngOf(noise), columns: 60, rows: 60 }),
  );
  const wrapped = upload.split("\x1bPtmux;").slice(1);
  expect(wrapped.length).toBeGreaterThan(1);
  const passed = wrapped.map((part) => part.slice(0, -2).replaceAll("\x1b\x1b", "\x1b")).join("");
  expect(passed).toBe(direct.upload);
});

test("the others are drawn over blank cells", async () => {
  const iterm = await draw(request({ way: "iterm" }));
  expect(iterm.lines).toEqual(["    ", "    "]);
  expect(iterm.overlay).toContain("\x1b]1337;File=inline=1;size=");
  expect(iterm.overlay).toContain("width=4;height=2;");
  const sixel = await draw(request({ way: "sixel" }));
  expect(sixel.lines).toEqual(["    ", "    "]);
  // The picture is 40 pixels high: six full bands and four lines.
  expect(sixel.overlay?.startsWith('\x1bP0;1;q"1;1;40;40#0;2;100;0;0#1;2;0;0;100')).toBe(true);
  expect(sixel.overlay?.split("-")).toHaveLength(7);
});

test("a terminal without pictures gets what is known without decoding", async () => {
  const bytes = pngOf(stripes(40, 40)).subarray(0, 60);
  const drawing = await draw(request({ way: "words", bytes }));
  expect(drawing).toEqual({
    id: 7,
    format: "png",
    width: 40,
    height: 40,
    bytes: 60,
    lines: [],
    columns: 0,
  });
});

test("the PNG that terminals get has a filter byte before each row", () => {
  const png = Buffer.from(pngOf(stripes(2, 2)));
  const from = png.indexOf("IDAT") + 4;
  const raw = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)));
  expect([...raw]).toEqual([
    ...[0, 255, 0, 0, 255, 0, 0, 255, 255],
    ...[0, 255, 0, 0, 255, 0, 0, 255, 255],
  ]);
});
