import { expect, test } from "vitest";
import { type Editor, editorOf } from "#editor/editor.ts";
import { type Format, formatted } from "#editor/format.ts";
import { undo } from "#editor/history.ts";

/** An editor written with `|` at the cursor, and `{` at the anchor where something is selected. */
const at = (marked: string): Editor => {
  const anchor = marked.replace("|", "").indexOf("{");
  const cursor = marked.replace("{", "").indexOf("|");
  const text = marked.replace(/[{|]/g, "");
  return { ...editorOf(text), cursor, ...(anchor < 0 ? {} : { anchor }) };
};

const shown = ({ text, cursor, anchor }: Editor) =>
  [...text, ""]
    .map((letter, index) => `${index === anchor ? "{" : ""}${index === cursor ? "|" : ""}${letter}`)
    .join("");

test.each<[string, Format, string]>([
  ["a wo|rd b", "bold", "a **word**| b"],
  ["a {word| b", "bold", "a **{word|** b"],
  ["a **{word|** b", "bold", "a {word| b"],
  ["a | b", "bold", "a **|** b"],
  ["a {word |b", "italic", "a *{word|* b"],
  ["**{word|**", "italic", "***{word|***"],
  ["***{word|***", "italic", "**{word|**"],
  ["***{word|***", "bold", "*{word|*"],
  ["{one\n\ntwo|", "bold", "**{one**\n\n**two|**"],
  ["größe|", "code", "`größe`|"],
  ["`{word|`", "code", "{word|"],
  ["{a `b` c|", "code", "`` {a `b` c| ``"],
  ["{a\n```\nb|", "code", "````\n{a\n```\nb|\n````"],
  ["one\nt{wo\nthr|ee\nfour", "quote", "one\n> two\n> three|\nfour"],
  ["> on|e\nfour", "quote", "one|\nfour"],
  ["see {the page| x", "link", "see [the page](|) x"],
  ["{https://x.example/a|", "link", "[|](https://x.example/a)"],
  ["|", "link", "[|]()"],
])("%j made %s is %j", (before, format, after) => {
  const editor = formatted(at(before), format);
  expect(shown(editor)).toBe(after);
  expect(undo(editor).text).toBe(at(before).text);
});
