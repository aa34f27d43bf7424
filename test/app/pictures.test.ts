import { expect, test } from "vitest";
import { terminalPictures } from "#app/pictures.ts";
import type { Runtime } from "#app/runtime.ts";
import { defaults, type Options } from "#config/options.ts";
import type { Findings } from "#host/probe.ts";
import { pngOf } from "#pictures/protocols.ts";
import { fakeClock } from "../support/clock.ts";
import { stripes } from "../support/pictures.ts";

const colourful = { TERM: "xterm-256color", COLORTERM: "truecolor", LANG: "C.UTF-8" };
const worker = () => new URL("../../src/pictures/picture-worker.ts", import.meta.url);

function pictures(
  images: Options["images"],
  findings: Findings = {},
  environment: Runtime["environment"] = colourful,
  thread: Runtime["worker"] = worker,
) {
  const runtime = { environment, clock: fakeClock(), worker: thread } as unknown as Runtime;
  return terminalPictures({ ...defaults, images }, runtime, findings);
}

const kitty = { hasKittyGraphics: true, name: "kitty(0.36.1)" };
const iterm = { name: "iTerm2 3.5" };

test.each<[Options["images"], Findings, boolean | undefined]>([
  ["auto", {}, false],
  ["auto", kitty, true],
  ["auto", iterm, false],
  ["always", {}, true],
  ["always", iterm, true],
  ["off", kitty, undefined],
])(
  "with images = %s and %j, pictures are shown below messages: %s",
  (images, findings, isShown) => {
    expect(pictures(images, findings)?.preference.previews).toBe(isShown);
  },
);

test("without colours there is nothing to show below messages", () => {
  expect(pictures("always", {}, { ...colourful, NO_COLOR: "1" })?.preference.previews).toBe(false);
});

test("where pictures are drawn over cells, those below messages are text", async () => {
  const { draw } = pictures("always", iterm)!;
  const { signal } = new AbortController();
  const bytes = Uint8Array.from(pngOf(stripes(40, 40)));
  const box = { columns: 30, rows: 8 };
  const viewed = await draw(bytes, { ...box, isPreview: false }, signal);
  expect(viewed.overlay).toContain("]1337;File=");
  const below = await draw(bytes, { ...box, isPreview: true }, signal);
  expect([below.overlay, below.lines[0]?.includes("▀")]).toEqual([undefined, true]);
  expect(below.id).not.toBe(viewed.id);
  await expect(draw(new Uint8Array(9), { ...box, isPreview: true }, signal)).rejects.toThrow(
    "This is not a picture that can be drawn.",
  );
});

test("a preview needs two pixels for a cell of text, and all of them for one of pixels", () => {
  const box = { columns: 30, rows: 8 };
  expect(pictures("always")?.pixels(box)).toEqual({ width: 30, height: 16 });
  const cell = { width: 9, height: 18 };
  expect(pictures("auto", { ...kitty, cell })?.pixels(box)).toEqual({ width: 270, height: 144 });
});

test("a thread that cannot be started is the cause of what is not drawn", async () => {
  const missing = () => new URL("./missing.js", import.meta.url);
  const { draw } = pictures("always", {}, colourful, missing)!;
  const box = { columns: 30, rows: 8, isPreview: true };
  await expect(draw(new Uint8Array(9), box, new AbortController().signal)).rejects.toMatchObject({
    message: "This picture could not be drawn.",
    cause: { message: expect.stringContaining("missing.js") },
  });
});

test("the numbers of pictures are weir's own, in tmux those of its pane, and a killed run's are removed", async () => {
  const inPane = (pane: string) => {
    const tmux = { TMUX: "x", KITTY_WINDOW_ID: "1", TMUX_PANE: pane };
    return pictures("auto", kitty, { ...colourful, ...tmux })!;
  };
  const [direct, third, ninth] = [pictures("auto", kitty)!, inPane("%3"), inPane("%9")];
  const bytes = Uint8Array.from(pngOf(stripes(40, 40)));
  const { signal } = new AbortController();
  const drawn = async ({ draw }: typeof direct) =>
    (await draw(bytes, { columns: 4, rows: 2, isPreview: false }, signal)).id;
  const ids = [await drawn(direct), await drawn(direct), await drawn(third), await drawn(ninth)];
  expect(ids).toEqual([0x77_00_01, 0x77_00_02, 0x4_00_00_01, 0xa_00_00_01]);
  expect(direct.leftovers).toBe(`\u001b_Ga=d,d=R,x=${0x77_00_01},y=${0x77_ff_ff},q=2\u001b\\`);
  expect(third.leftovers).toContain(`x=${0x4_00_00_01},y=${0x4_00_00_ff},`);
  expect(third.leftovers?.startsWith("\u001bPtmux;")).toBe(true);
  expect(pictures("auto", iterm)?.leftovers).toBeUndefined();
  for (const { stop } of [direct, third, ninth]) stop();
});

test("a picture of sixels fits the cells that the terminal has now", async () => {
  const cell = { width: 10, height: 20 };
  const sixels = pictures("auto", { hasSixel: true, cell })!;
  expect(sixels.cell).toEqual(cell);
  expect([pictures("auto", kitty)?.cell, pictures("auto", {})?.cell]).toEqual([
    undefined,
    undefined,
  ]);
  const bytes = Uint8Array.from(pngOf(stripes(400, 400)));
  const { signal } = new AbortController();
  const box = { columns: 10, rows: 5, isPreview: false };
  const sizeOf = async (request: Parameters<typeof sixels.draw>[1]) =>
    (await sixels.draw(bytes, request, signal)).overlay?.match(/"1;1;(\d+;\d+)/)?.[1];
  expect(await sizeOf(box)).toBe("100;100");
  expect(await sizeOf({ ...box, cell: { width: 6, height: 12 } })).toBe("60;60");
  sixels.stop();
});
