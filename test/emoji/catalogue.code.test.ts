import { expect, test } from "vitest";
import { width } from "#base/cells.ts";
import { allEmoji, characterOf, codeOf } from "#emoji/catalogue.ts";

test("every built-in code is one emoji of two cells, and is the code of its character", () => {
  for (const { code } of allEmoji()) {
    const character = characterOf(code) ?? "";
    expect(character, code).toMatch(/^\p{RGI_Emoji}$/v);
    expect(width(character), code).toBe(2);
    expect(codeOf(character)).toBe(code);
  }
});

test("a code of an emoji that is not built in has a character, too", () => {
  expect(characterOf("1f44d-1f3fd")).toBe("👍🏽");
  expect(characterOf("1f575-1f3fb-200d-2642")).toBe("🕵🏻‍♂️");
});

test("invalid codes have no character, and no code becomes a control character", () => {
  for (const code of ["zzz", "", "3", "1b", "0007", "202e", "ffffff", "d83d", "1f44d-"]) {
    expect(characterOf(code), code).toBeUndefined();
  }
});
