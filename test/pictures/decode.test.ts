import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { createJobThread } from "#host/job-thread.ts";
import { decode, maxBytes, UndrawablePicture } from "#pictures/decode.ts";
import { headerOf } from "#pictures/header.ts";
import { pngOf } from "#pictures/protocols.ts";
import { fakeClock } from "../support/clock.ts";
import { animatedWebp, encoded, stripes } from "../support/pictures.ts";
import { runs } from "../support/runs.ts";

const [width, height] = [24, 10];
const pixels = stripes(width, height);
const files = await encoded(pixels);
const formats = ["png", "jpeg", "webp", "gif"] as const;

const colours = (rgba: ArrayLike<number>, at: number) =>
  [0, 1, 2].map((part) => ((rgba[at * 4 + part] ?? 0) > 127 ? 255 : 0));

test.each(formats)("a %s is decoded to its pixels", async (format) => {
  expect(headerOf(files[format])).toEqual({ format, width, height });
  const decoded = await decode(files[format]);
  expect([decoded.width, decoded.height]).toEqual([width, height]);
  for (const at of [0, width - 1, width * (height - 1)])
    expect(colours(decoded.rgba, at)).toEqual(colours(pixels.rgba, at));
});

test("the first frame of an animated WebP is decoded", async () => {
  const bytes = animatedWebp(files.webp, width, height);
  expect(headerOf(bytes)).toEqual({ format: "webp", width, height });
  expect(colours((await decode(bytes)).rgba, 0)).toEqual([255, 0, 0]);
});

test("what states a size that is too large is refused before anything is decoded", async () => {
  const bomb = pngOf({ width: 4, height: 4, rgba: new Uint8Array(64) });
  for (const edges of [
    [30_000, 30_000],
    [100_000, 1],
    [0, 10],
  ]) {
    const view = new DataView(Uint8Array.from(bomb).buffer);
    view.setUint32(16, edges[0] ?? 0);
    view.setUint32(20, edges[1] ?? 0);
    const refused = decode(new Uint8Array(view.buffer));
    await expect(refused).rejects.toThrow("This picture has too many pixels to draw.");
  }
  await expect(decode(new Uint8Array(maxBytes + 1))).rejects.toThrow("too large");
});

test("SVG, and whatever else is no picture, is refused whatever its name", async () => {
  const texts = [
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "<?xml version='1.0'?><svg/>",
    "",
    "B",
  ];
  for (const text of texts)
    await expect(decode(Buffer.from(text))).rejects.toThrow("not a picture");
});

test("a file that is cut off or damaged gives pixels of the size that it states, or is refused in words", async () => {
  const damage = fc.record({
    // That of GIF may never end then: see below.
    format: fc.constantFrom("png", "jpeg", "webp"),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    changes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ format, cut, changes }) => {
      const whole = files[format];
      const bytes = Uint8Array.from(whole.subarray(0, Math.ceil(whole.length * cut)));
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
      const decoded = await decode(bytes).catch((error: unknown) => error);
      if (decoded instanceof UndrawablePicture) return;
      const found = decoded as { width: number; height: number; rgba: Uint8Array };
      expect(found.rgba.length).toBe(found.width * found.height * 4);
      // It was checked before.
      expect(headerOf(bytes)).toMatchObject({ width: found.width, height: found.height });
    }),
    { numRuns: runs(3) },
  );
});

test("of a GIF no more than its first frame is read", async () => {
  const bytes = files.gif.subarray(0, -8);
  expect(await decode(bytes)).toMatchObject({ width, height });
});

/** Two codes that stand for each other. */
const endless = Uint8Array.from([
  ...Buffer.from("GIF89a"),
  ...[10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
  ...[0x2c, 0, 0, 0, 0, 10, 0, 10, 0, 0, 2, 2, 0xf7, 0x0d, 0, 0x3b],
]);

test("a picture with which the decoder never ends is given up with its thread, and the next one is drawn", async () => {
  const clock = fakeClock();
  const worker = new URL("../../src/pictures/picture-worker.ts", import.meta.url);
  const limits = { jobMs: 10_000, idleMs: 60_000, heapMb: 128 };
  const thread = createJobThread(worker, clock, limits);
  onTestFinished(thread.stop);
  const cell = { width: 10, height: 20 };
  const look = { way: "blocks", depth: "256", columns: 10, rows: 5, cell, id: 1 };
  const job = thread.run({ ...look, bytes: endless });
  await Promise.all([expect(job).rejects.toThrow("too long"), clock.pass("11 s")]);
  expect(await thread.run({ ...look, bytes: files.gif })).toHaveProperty("value");
});

test.each(["png", "jpeg", "webp"] as const)(
  "the decoder of %s gets no more memory than a picture may take",
  async (format) => {
    const compiled: WebAssembly.Module[] = [];
    const Compiling = WebAssembly.Module;
    WebAssembly.Module = class extends Compiling {
      constructor(bytes: BufferSource) {
        super(bytes);
        compiled.push(this);
      }
    };
    onTestFinished(() => void Object.assign(WebAssembly, { Module: Compiling }));
    await decode(files[format]);
    const [module] = compiled;
    const imports: Record<string, Record<string, () => number>> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module!))
      imports[from] = { ...imports[from], [name]: () => 0 };
    const { exports } = new WebAssembly.Instance(module!, imports);
    const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory)!;
    const mostPages = (16 * 32_000_000) / 65_536;
    expect(() => memory.grow(mostPages)).toThrow(RangeError);
    expect(memory.grow(100)).toBeGreaterThan(0);
  },
);
