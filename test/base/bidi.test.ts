/** Text from right to left is shown in the order of the Unicode bidirectional algorithm. */
import { readFileSync } from "node:fs";
import bidiFactory from "bidi-js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  directionOf,
  lettersApart,
  plainLetters,
  visualClusters,
  visualPieces,
  visualText,
  writtenLine,
} from "#base/bidi.ts";
import { graphemes, safeLine } from "#base/safe-text.ts";

test.each([
  ["a word", "שלום", "םולש"],
  ["a word in a Latin sentence", "say שלום now", "say םולש now"],
  ["a Latin word in a Hebrew sentence", "שלום deploy עכשיו", "וישכע deploy םולש"],
  ["numbers keep their digits in order", "פורט 8080 פתוח", "חותפ 8080 טרופ"],
  ["brackets are mirrored", "שלום (abc) אא", "אא (abc) םולש"],
  ["an embedded bracket stays with its word", "a ש(ב)c", "a (ב)שc"],
  ["Arabic with digits", "بورت 12", "12 \ufe95\ufead\ufeee\ufe91"],
  ["vowel signs stay on their letters", "שָׁלוֹם", "םוֹלשָׁ"],
  ["Latin text", "plain (text)", "plain (text)"],
])("%s", (_, logical, visual) => {
  expect(visualText(safeLine(logical))).toBe(visual);
});

test("the first strong character decides the direction", () => {
  expect(["שלום abc", "123 שלום", "abc שלום", "", "42"].map(directionOf)).toEqual([
    "rtl",
    "rtl",
    "ltr",
    "ltr",
    "ltr",
  ]);
});

const mixed = fc.string({
  unit: fc.constantFrom(..."abc אבג بتث 0 12 ( ) [ ] . , - / : 漢 😀 é".split(" "), " "),
  maxLength: 24,
});

test("clusters are in the order of the algorithm's reordered runs, and none is lost", () => {
  const oracle = bidiFactory() as unknown as {
    getEmbeddingLevels: (text: string, direction: string) => unknown;
    getReorderedString: (text: string, levels: unknown) => string;
  };
  fc.assert(
    fc.property(mixed, fc.constantFrom("ltr" as const, "rtl" as const), (text, direction) => {
      const clusters = visualClusters(text, direction);
      expect(clusters.map(({ start }) => start).toSorted((a, b) => a - b)).toEqual(
        graphemes(text).map((_, at, all) => all.slice(0, at).join("").length),
      );
      // The library reorders by UTF-16 units, and blanks at a line's end apart from the rest.
      if (text !== text.trimEnd() || graphemes(text).some((one) => one.length > 1)) return;
      const expected = oracle.getReorderedString(text, oracle.getEmbeddingLevels(text, direction));
      const shown = clusters.map((cluster) => cluster.text).join("");
      expect(plainLetters(shown)).toBe(expected);
    }),
  );
});

/** Lines of the file are its cases: see its head. Some hold vowel signs, which stay in one cluster with their letters. */
function isAsPublished(line: string): boolean {
  const [codes = "", direction, level, levels = "", order = ""] = line.split(";");
  const characters = codes
    .split(" ")
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
  const text = characters.join("");
  if (graphemes(text).length < characters.length) return true;
  const used = { 0: "ltr", 1: "rtl" } as const;
  const given = direction === "0" || direction === "1" ? used[direction] : directionOf(text);
  const start = (at: number) => characters.slice(0, at).join("").length;
  const places = new Map(characters.map((_, at) => [start(at), at]));
  const removed = levels.split(" ").map((one) => one === "x");
  const shown = visualClusters(text, given).map((cluster) => places.get(cluster.start) ?? -1);
  const isRightToLeft = Number(level) % 2 === 1;
  return (
    (given === "rtl") === isRightToLeft &&
    shown.filter((at) => removed[at] !== true).join(" ") === order
  );
}

test("clusters are in the order that Unicode's own test file gives", () => {
  const file =
    process.env["BIDI_CHARACTER_TEST"] ?? new URL("bidi-characters.txt", import.meta.url);
  const lines = readFileSync(file, "utf8").split("\n");
  const cases = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(cases.length).toBeGreaterThan(200);
  expect(cases.filter((line) => !isAsPublished(line))).toEqual([]);
});

describe("pieces", () => {
  const pieces = [
    { text: safeLine("שלום "), look: "text" },
    { text: safeLine("npm run (x)"), look: "code" },
    { text: safeLine(" עולם"), look: "text" },
  ];

  test("change places with their looks, and code keeps its own order", () => {
    expect(visualPieces(pieces, "rtl", ({ look }) => look === "code")).toEqual([
      { text: "םלוע ", look: "text" },
      { text: "npm run (x)", look: "code" },
      { text: " םולש", look: "text" },
    ]);
  });

  test("that are kept together stay apart from each other", () => {
    const pieces = ["ראה ", "קישור", " (https://a.example)", ".", "ab"].map((text, at) => ({
      text: safeLine(text),
      isKept: at === 1 || at === 2 || at === 4,
    }));
    const shown = visualPieces(pieces, "rtl", ({ isKept }) => isKept);
    expect(shown.map(({ text }) => text).join("")).toBe("ab.(https://a.example) רושיק האר");
  });

  test("of a line without such text stay the same value", () => {
    const latin = [{ text: safeLine("one") }];
    expect(visualPieces(latin, "ltr")).toBe(latin);
  });
});

describe("writing", () => {
  const line = writtenLine("שלום ab", "rtl", () => 1);

  test("the cursor is on the character before which one writes, and left of a text from right to left", () => {
    // Drawn as " ab םולש".
    expect([0, 3, 5, 6, 7].map((place) => line?.columnOf(place))).toEqual([7, 4, 1, 2, 0]);
  });

  test("a click finds the position that is drawn there", () => {
    for (let place = 0; place <= 7; place += 1)
      expect(line?.placeAt(line.columnOf(place))).toBe(place);
    expect(line?.placeAt(50)).toBe(0);
  });

  test("needs nothing for a line from left to right", () => {
    expect(writtenLine("abc", "ltr", () => 1)).toBeUndefined();
  });
});

test("for a terminal that reverses words, letters are sized one by one, but neither targets of links nor anything else", () => {
  const apart = (letters: string) =>
    [...letters].map((letter, at) => `\u001b]66;w=1:h=${(at + 1) % 2};${letter}\u0007`).join("");
  const link = "\u001b]8;;https://דוגמה.example\u001b\\";
  expect(lettersApart(`a ${link}\u001b[1mםול\u001b[22mש 12\u001b]8;;\u001b\\`)).toBe(
    `a ${link}\u001b[1m${apart("םול")}\u001b[22m${apart("xxxש").slice(-apart("ש").length)} 12\u001b]8;;\u001b\\`,
  );
  expect(lettersApart("שָׁ")).toBe("\u001b]66;w=1:h=1;שָׁ\u0007");
  // A sign without its letter has no cell.
  expect(lettersApart("a\u05b8")).toBe("a\u05b8");
  expect(lettersApart("plain")).toBe("plain");
});
