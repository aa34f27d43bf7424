/** Bytes for slow lines: one writing a frame, and steps over unchanged lines taken together. */

import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { thrifty, thriftyStream } from "#ui/thrift.ts";

const begin = "\u001b[?2026h";
const end = "\u001b[?2026l";

function written(...pieces: readonly string[]): readonly string[] {
  const out: string[] = [];
  const write = thrifty((text) => out.push(text));
  for (const piece of pieces) write(piece);
  return out;
}

test("a frame in three pieces is written in one go", () => {
  expect(written(begin, "cells", end)).toEqual([`${begin}cells${end}`]);
});

test("what is no frame is written at once", () => {
  expect(written("\u001b[?25h", begin, "cells", end, "bye")).toEqual([
    "\u001b[?25h",
    `${begin}cells${end}`,
    "bye",
  ]);
});

test("steps over lines are taken together", () => {
  expect(written("a\u001b[E\u001b[E\u001b[Eb\u001b[Ec")).toEqual(["a\u001b[3Eb\u001b[Ec"]);
});

test("what is drawn after the screen was given back is dropped, and whoever waits for it goes on", async () => {
  const stream = new PassThrough();
  let isOurs = true;
  const thrift = thriftyStream(stream, () => isOurs);
  thrift.write("ours");
  isOurs = false;
  thrift.write(begin);
  thrift.write("over the shell");
  thrift.write(end);
  await new Promise<void>((resolve) => thrift.write("", () => resolve()));
  expect(stream.read().toString()).toBe("ours");
});
