/** Pictures below messages: their rows are there before they are, and nothing of them is left where they are not. */
import { expect, test } from "vitest";
import { openDialog } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { draw, type PictureWay } from "#pictures/drawing.ts";
import { pngOf } from "#pictures/protocols.ts";
import { type Picture, pictureKey } from "#store/pictures.ts";
import { changeSession } from "#store/store.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { stripes } from "../../support/pictures.ts";
import { showMessages } from "../../support/shown-messages.ts";

const bytes = pngOf(stripes(300, 200));

async function reading(previews: boolean, columns = 100, rows = 30, others = 0) {
  const texts = [
    "[a cat](/user_uploads/2/ab/cat.png) and [a plan](/user_uploads/2/ab/plan.svg)",
    "the next one",
    ...Array.from({ length: others }, (_, index) => `other ${index}`),
  ];
  const pictures = { previews };
  const { store, screen } = await showMessages(texts, { columns, rows }, { pictures });
  const wanted = () => store.getState().screen.reading.pictures ?? [];
  let id = 0;
  const puts = async (picture: Picture) => {
    changeSession(store, (session) => ({
      ...session,
      pictures: new Map(session.pictures).set(pictureKey(wanted()[0]!), picture),
    }));
    await screen.settles();
  };
  return {
    screen,
    store,
    wanted,
    puts,
    draws: async (way: PictureWay) => {
      id += 1;
      const cell = { width: 10, height: 20 };
      const drawing = await draw({ ...wanted()[0]!, bytes, id, way, depth: "true", cell });
      await puts({ kind: "drawn", drawing });
      return drawing;
    },
    lineOf: (words: string) => screen.pane.lines().findIndex((line) => line.includes(words)),
    press: keyPresser(store, screen.ui.viewport),
  };
}

test("a picture has eight rows before it is there, and moves nothing when it comes", async () => {
  const { screen, wanted, draws, lineOf } = await reading(true);
  expect(wanted().map(({ file, rows }) => [file.name, rows])).toEqual([["cat.png", 8]]);
  const [text, next] = [lineOf("a cat"), lineOf("the next one")];
  expect(next - text).toBe(9);
  const { lines } = await draws("blocks");
  expect(lines).toHaveLength(8);
  expect([lineOf("a cat"), lineOf("the next one")]).toEqual([text, next]);
  expect(screen.pane.lines().filter((line) => line.includes("▀"))).toHaveLength(8);
  screen.ends();
});

test("what is wrong with a picture takes one line, and what may pass keeps its rows", async () => {
  const { screen, puts, lineOf } = await reading(true);
  await puts({ kind: "failed", sentence: "no response in time", isFinal: false });
  expect(lineOf("cat.png: no response in time") - lineOf("a cat")).toBe(1);
  expect(lineOf("the next one") - lineOf("a cat")).toBe(9);
  await puts({ kind: "failed", sentence: "This picture is damaged.", isFinal: true });
  expect(lineOf("the next one") - lineOf("a cat")).toBe(2);
  screen.ends();
});

test("on a slow line there are none", async () => {
  const { screen, store, wanted, lineOf } = await reading(true);
  changeSession(store, (session) => ({ ...session, isSlow: true }));
  await screen.settles();
  expect(wanted()).toEqual([]);
  expect(lineOf("the next one") - lineOf("a cat")).toBe(1);
  screen.ends();
});

test("without previews there are no rows, and nothing is asked for", async () => {
  const { screen, wanted, lineOf } = await reading(false);
  expect(wanted()).toEqual([]);
  expect(lineOf("the next one") - lineOf("a cat")).toBe(1);
  screen.ends();
});

test("at 20 columns a picture is as wide as the text", async () => {
  const { screen, wanted, draws } = await reading(true, 20, 20);
  expect(wanted()[0]?.columns).toBe(15);
  const { columns } = await draws("blocks");
  expect(columns).toBeLessThanOrEqual(15);
  expect(screen.whole.shows("▀".repeat(columns))).toBe(true);
  screen.ends();
});

test.each(["blocks", "kitty"] as const)(
  "%s: scrolling, a dialog, resizing and leaving leave nothing of it",
  async (way) => {
    const { screen, store, wanted, draws, press } = await reading(true, 100, 24, 40);
    const sign = way === "kitty" ? "\u{10eeee}" : "▀";
    const rows = () => screen.whole.lines().filter((line) => line.includes(sign)).length;
    press("g", "g");
    await screen.settles();
    await draws(way);
    expect(rows()).toBe(8);
    press(..."JJJJJJ");
    await screen.settles();
    expect(rows()).toBeLessThan(8);
    press("G");
    await screen.settles();
    expect(rows()).toBe(0);
    expect(wanted()).toEqual([]);
    press("g", "g");
    await screen.settles();
    expect(rows()).toBe(8);
    openDialog(store, { kind: "help", input: inputOf(), chosen: 0 });
    await screen.settles();
    expect(rows()).toBeLessThan(8);
    press("Esc");
    await screen.settles();
    expect(rows()).toBe(8);
    await screen.resizes(50, 20);
    expect(rows()).toBe(0);
    await draws(way);
    expect(rows()).toBe(8);
    press("g", "i");
    await screen.settles();
    expect(rows()).toBe(0);
    screen.ends();
  },
);
