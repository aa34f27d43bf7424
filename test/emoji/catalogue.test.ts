import { expect, test } from "vitest";
import { width } from "../../src/base/cells.ts";
import {
  characterOf,
  codeOf,
  emojiByName,
  nameOfCode,
  popularEmoji,
  searchEmoji,
} from "../../src/emoji/catalogue.ts";
import { flags } from "../../src/emoji/flags.ts";
import { nature } from "../../src/emoji/nature.ts";
import { people } from "../../src/emoji/people.ts";
import { signs } from "../../src/emoji/signs.ts";
import { things } from "../../src/emoji/things.ts";

const entries = [people, nature, things, signs, flags]
  .join(",")
  .split(",")
  .map((entry) => entry.trim().split(" "));

test("names and codes are those of the API", () => {
  const pairs = {
    "+1": "1f44d",
    thumbs_up: "1f44d",
    smile: "1f642",
    smiley: "1f603",
    tada: "1f389",
    heart: "2764",
    octopus: "1f419",
    check: "2705",
    eyes: "1f440",
    confetti_ball: "1f38a",
    hundred_points: "1f4af",
    crying_cat_face: "1f63f",
    arrow_up: "2b06",
    car: "1f697",
    one: "0031-20e3",
    copyright: "00a9",
    rainbow_flag: "1f3f3-200d-1f308",
    flag_germany: "1f1e9-1f1ea",
    woman_technologist: "1f469-200d-1f4bb",
    family_woman_woman_girl_boy: "1f469-200d-1f469-200d-1f467-200d-1f466",
    couple_with_heart_man_man: "1f468-200d-2764-200d-1f468",
    melting_face: "1fae0",
  };
  for (const [name, code] of Object.entries(pairs))
    expect(emojiByName(name)?.code, name).toBe(code);
});

test("every entry is one emoji of two cells with names of its own", () => {
  const seen = new Set<string>();
  expect(entries.length).toBeGreaterThan(1500);
  for (const [character = "", ...names] of entries) {
    expect(character).toMatch(/^\p{RGI_Emoji}$/v);
    expect(width(character), character).toBe(2);
    expect(names.length, character).toBeGreaterThan(0);
    for (const name of names) {
      expect(name).toMatch(/^[\w\-+]+$/);
      expect(seen.has(name), name).toBe(false);
      seen.add(name);
    }
  }
});

test("a code leads to its character and back, whether the catalogue knows it or not", () => {
  for (const [character = ""] of entries) expect(characterOf(codeOf(character))).toBe(character);
  expect(characterOf("1f44d-1f3fd")).toBe("👍🏽");
  expect(characterOf("1f575-200d-2642")).toBe("🕵️‍♂️");
});

test("what is no code has no character, and no code becomes a control character", () => {
  for (const code of ["zzz", "", "3", "1b", "0007", "202e", "ffffff", "1f44d-"]) {
    expect(characterOf(code), code).toBeUndefined();
  }
});

test("a code gives the first of its names", () => {
  expect(nameOfCode("1f44d")).toBe("thumbs_up");
  expect(nameOfCode("beef")).toBeUndefined();
});

test("a search puts exact names before beginnings, and beginnings before what is inside", () => {
  const names = searchEmoji("heart", 100).map(({ name }) => name);
  expect(names[0]).toBe("heart");
  expect(names.indexOf("heart_eyes")).toBeLessThan(names.indexOf("blue_heart"));
  expect(searchEmoji("thumbs up", 3)[0]?.code).toBe("1f44d");
  expect(searchEmoji("qqqq", 3)).toEqual([]);
});

test("a search for nothing offers what people react with most", () => {
  expect(searchEmoji("", 3).map(({ code }) => code)).toEqual(popularEmoji.slice(0, 3));
});
