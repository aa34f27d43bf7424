import { expect, test } from "vitest";
import { joinedLetters, plainLetters } from "#base/bidi.ts";
import { width } from "#base/cells.ts";
import { graphemes } from "#base/safe-text.ts";

const joined = (text: string) => joinedLetters(graphemes(text)).join("");

/** Letter by letter in the names that Unicode gives to the forms. */
test.each([
  ["beginning, middle and end", "سلم", "\ufeb3\ufee0\ufee2"],
  ["a letter that does not join the next one", "بورت", "\ufe91\ufeee\ufead\ufe95"],
  ["letters alone", "دار", "\ufea9\ufe8d\ufead"],
  ["a word of one letter", "و", "\ufeed"],
  ["between words nothing is joined", "بب بب", "\ufe91\ufe90 \ufe91\ufe90"],
  ["vowel signs stay on their letters", "بَبِ", "\ufe91\u064e\ufe90\u0650"],
  ["a stroke joins", "هـ", "\ufeeb\u0640"],
  ["Persian letters, and one that is kept apart", "می\u200cچک", "\ufee3\ufbfd\u200c\ufb7c\ufb8f"],
  ["a letter of Kurdish without forms", "بێب", "\ufe8f\u06ce\ufe8f"],
  ["digits, Latin and Hebrew", "12 abc שלום", "12 abc שלום"],
])("%s", (_, text, expected) => {
  expect(joined(text)).toBe(expected);
  expect(width(joined(text))).toBe(width(text));
  expect(plainLetters(joined(text))).toBe(text);
});

test("every letter that the tables of forms contain gets each of its forms, and none twice", () => {
  const letters = Array.from({ length: 0xe0 }, (_, at) => String.fromCharCode(0x620 + at));
  for (const letter of letters) {
    const forms = [letter, `ب${letter}`, `${letter}ب`, `ب${letter}ب`].map(
      (text) => [...joined(text)][text.startsWith("ب") && text.length > 1 ? 1 : 0],
    );
    for (const form of forms) expect(form?.normalize("NFKC")).toBe(letter.normalize("NFKC"));
  }
});
