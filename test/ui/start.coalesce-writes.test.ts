/** Fewer bytes for slow lines: one write per frame, and consecutive cursor movements merged. */

import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { coalesceWrites, coalescingStream } from "#ui/start.tsx";

const begin = "\u001b[?2026h";
const end = "\u001b[?2026l";

function written(...pieces: readonly string[]): readonly string[] {
  const out: string[] = [];
  const write = coalesceWrites({ write: (text) => out.push(text), flushed: (done) => done() });
  for (const piece of pieces) write(piece);
  return out;
}

test("a frame in three pieces is written at once", () => {
  expect(written(begin, "cells", end)).toEqual([`${begin}cells${end}`]);
});

test("text outside a frame is written immediately", () => {
  expect(written("\u001b[?25h", begin, "cells", end, "bye")).toEqual([
    "\u001b[?25h",
    `${begin}cells${end}`,
    "bye",
  ]);
});

test("consecutive movements to the next line are merged", () => {
  expect(written("a\u001b[E\u001b[E\u001b[Eb\u001b[Ec")).toEqual(["a\u001b[3Eb\u001b[Ec"]);
});

test.each([
  ["\u001b[13B\u001b[1G\u001b[29A\u001b[E\u001b[27G", "\u001b[15A\u001b[27G"],
  ["\u001b[13B\u001b[1G\u001b[29A\u001b[E\u001b[E", "\u001b[14F"],
  ["\u001b[11E\u001b[12A\u001b[28G", "\u001b[A\u001b[28G"],
  ["\u001b[2B\u001b[2A", "\u001b[2B\u001b[2A"],
  ["\u001b[2B\u001b[2A\u001b[G", "\r"],
  ["\u001b[3B", "\u001b[3B"],
])("the movement %j becomes %j", (long, short) => {
  expect(written(`a${long}b`)).toEqual([`a${short}b`]);
});

test("the callback of a write is called once earlier writes are flushed", () => {
  const waiting: (() => void)[] = [];
  const events: string[] = [];
  const stream = coalescingStream(new PassThrough(), {
    write: (text) => events.push(text),
    flushed: (done) => waiting.push(done),
  });
  stream.write("text");
  stream.write("", () => events.push("flushed"));
  expect(events).toEqual(["text"]);
  for (const done of waiting) done();
  expect(events).toEqual(["text", "flushed"]);
});
