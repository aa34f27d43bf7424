/** Letters of other scripts stand for the Latin keys at their places. */
import { describe, expect, test } from "vitest";
import {
  keysOn,
  type LayoutName,
  layoutNames,
  layoutsFor,
  otherKeys,
} from "#base/keyboard-layouts.ts";

const auto = layoutsFor("auto", "C.UTF-8");
const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/** Latin letters whose key types no letter of the script. */
const without: Partial<Record<LayoutName, string>> = { bulgarian: "q", greek: "q", hebrew: "qw" };

describe.each(layoutNames.filter((name) => name !== "azerty"))("%s", (layout) => {
  test("has a character for each letter's key, and finds the key by it", () => {
    const missing = letters.filter((letter) => keysOn(layout, [letter]) === undefined);
    expect(missing.join("")).toBe(without[layout] ?? "");
    for (const letter of letters) {
      const character = keysOn(layout, [letter]);
      if (character !== undefined)
        expect(otherKeys(character, [layout]), character).toEqual({ strokes: [letter], layout });
    }
  });

  test("has no character that stands for two keys", () => {
    const keys = [...letters, ...letters.map((letter) => letter.toUpperCase())];
    const shown = keys.flatMap((key) => keysOn(layout, [key]) ?? []);
    expect(shown.filter((one, at) => shown.indexOf(one) !== at)).toEqual([]);
  });
});

test.each([
  ["j is о in Russian", "о", "j"],
  ["capitals", "П", "G"],
  ["punctuation", "ж", ";"],
  ["a letter that only Ukrainian has", "і", "s"],
  ["Greek with an accent, from a dead key", "ά", "a"],
  ["Ctrl", "^Л", "^K"],
  ["Alt", "Alt+з", "Alt+p"],
  ["a Korean consonant", "ㅓ", "j"],
  ["half-width kana", "ﾏ", "j"],
  ["katakana", "マ", "j"],
  ["the Arabic ligature of lam and alef", "\ufefb", "b"],
  ["a full-width letter of an input method", "ｊ", "j"],
  ["Thai digits by value", "๓", "3"],
  ["Arabic digits by value", "٧", "7"],
  ["Persian digits by value", "۷", "7"],
  ["the digits of AZERTY", "é", "2"],
])("%s", (_, stroke, key) => {
  expect(otherKeys(stroke, auto)?.strokes).toEqual([key]);
});

test("a syllable or a cluster is all the keys with which it was typed", () => {
  expect(otherKeys("햐", auto)?.strokes).toEqual(["g", "i"]);
  expect(otherKeys("값", auto)?.strokes).toEqual(["r", "k", "q", "t"]);
  expect(otherKeys("ก้", auto)?.strokes).toEqual(["d", "h"]);
});

test("the locale decides between layouts with the same letters", () => {
  const keyOf = (letter: string, locale: string) =>
    otherKeys(letter, layoutsFor("auto", locale))?.strokes[0];
  expect(keyOf("е", "ru_RU.UTF-8")).toBe("t");
  expect(keyOf("е", "bg_BG.UTF-8")).toBe("e");
  expect(keyOf("ط", "ar_EG")).toBe("'");
  expect(keyOf("ط", "fa_IR")).toBe("x");
});

test("Latin letters, named keys, unknown characters and emoji stand for nothing else", () => {
  for (const stroke of ["j", "G", "?", "Enter", "Shift+Tab", "^K", "^Space", "F5", "你", "😀", "ß"])
    expect(otherKeys(stroke, auto), stroke).toBeUndefined();
  expect(otherKeys("о", layoutsFor("off", "ru_RU"))).toBeUndefined();
});

test("ASCII characters are moved only on a named layout", () => {
  expect(otherKeys("&", auto)).toBeUndefined();
  expect(otherKeys("&", layoutsFor("azerty", ""))?.strokes).toEqual(["1"]);
  expect(otherKeys(".", layoutsFor("russian", ""))).toBeUndefined();
});
