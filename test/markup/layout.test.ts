import fc from "fast-check";
import { expect, test } from "vitest";
import { cellsFor, standardRules } from "#base/cells.ts";
import { parse } from "#markup/parse.ts";
import { layout } from "../../src/markup/layout.ts";
import { asciiGlyphs } from "../../src/theme/glyphs.ts";
import { withoutEscapes } from "../support/escapes.ts";
import { checkLines } from "../support/exact-lines.ts";
import { painted, readerContext, unpainted } from "../support/reader.ts";
import { anyMessage } from "../support/texts.ts";

/** At least two, for wide characters. */
const columns = fc.integer({ min: 2, max: 90 });
const anyColumns = fc.integer({ min: 1, max: 90 });

function lines(source: string, options = unpainted): readonly string[] {
  return layout(parse(source, readerContext), options).lines.map(({ text }) => text);
}

test("for any text, lines have the exact width, closed styles and no control sequences", () => {
  fc.assert(fc.property(anyMessage, anyColumns, checkLines));
});

test("wrapping a paragraph loses no text", () => {
  const ink = (text: string) => text.replace(/\s/g, "");
  const prose = fc.stringMatching(/^[a-z日本 ]{1,120}$/);
  fc.assert(
    fc.property(prose, columns, (source, asked) => {
      const all = lines(`x${source}`, { ...unpainted, columns: asked });
      expect(ink(all.join(""))).toBe(ink(`x${source}`));
    }),
  );
});

test("paragraphs are wrapped and separated by a blank line", () => {
  expect(lines("so under load every worker waits for the same connections\n\nyes\nno")).toEqual([
    "so under load every worker waits for the",
    "same connections",
    "",
    "yes",
    "no",
  ]);
});

test("quotes have a bar on every line", () => {
  const options = { ...unpainted, columns: 16 };
  expect(lines("> rolling back now\n> > inner\n\nfine", options)).toEqual([
    "│ rolling back",
    "│ now",
    "│ │ inner",
    "",
    "fine",
  ]);
});

test("the text of list items is aligned behind their markers", () => {
  const options = { ...unpainted, columns: 16 };
  expect(lines("9. nine\n10. ten and some more\n  * in\n  * [x] it", options)).toEqual([
    " 9. nine",
    "10. ten and some",
    "    more",
    "    ◦ in",
    "    ☑ it",
  ]);
});

test("code without a background has a bar, and long lines are split at the width", () => {
  const options = { ...unpainted, columns: 12 };
  expect(lines("```\nlet  a = 1234;\n\nb\n```", options)).toEqual([
    "│ let  a = 1",
    "│ 234;",
    "│ ",
    "│ b",
  ]);
});

test("lines of code with a background have the same width", () => {
  const { lines: all } = layout(parse("```\na: 1\nlonger: 2\n```", readerContext), painted);
  expect(all.map(({ cells }) => cells)).toEqual([40, 40]);
  expect(all.map(({ text }) => withoutEscapes(text).trimEnd())).toEqual([" a: 1", " longer: 2"]);
  const wide = layout(parse("```\na: 1\n```", readerContext), { ...painted, columns: 90 });
  expect(wide.lines[0]?.cells).toBe(44);
});

test("columns of tables are aligned, even with wide characters, and the widest one shrinks", () => {
  const source = "| 日本 | n |\n|---|--:|\n| a long cell that must wrap | 12 |";
  expect(lines(source, { ...unpainted, columns: 20 })).toEqual(
    [
      "日本            │  n",
      "────────────────┼───".slice(0, 20),
      "a long cell     │ 12",
      "that must wrap  │   ",
    ].map((line) => line),
  );
});

test("a table that does not fit becomes a list of its cells", () => {
  const source = "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |";
  expect(lines(source, { ...unpainted, columns: 8 })).toEqual(["a: 1", "b: 2", "c: 3"]);
});

test("in such a list, long headings are cut", () => {
  const columns = Array.from({ length: 12 }, () => "x".repeat(100)).join("|");
  const source = `${columns}\n${"-|".repeat(11)}-\n${"1|".repeat(11)}1`;
  const all = lines(source, { ...unpainted, columns: 45 });
  expect(all).toEqual(Array.from({ length: 12 }, () => `${"x".repeat(39)}…: 1`));
});

test("deeply nested quotes and lists leave enough columns for text", () => {
  const options = { ...unpainted, columns: 20 };
  const quoted = lines(`${">".repeat(30)} some words that wrap`, options);
  expect(quoted).toEqual(["some words", "that wrap"].map((line) => "│ ".repeat(5) + line));
  expect(lines("* a", { ...unpainted, columns: 3 })).toEqual(["• a"]);
});

test("a spoiler is hidden until it is opened", () => {
  const source = "```spoiler The end\nit was **Bo**\n```";
  expect(lines(source)).toEqual(["▸ The end (hidden)"]);
  expect(lines(source, { ...unpainted, openSpoilers: new Set([0]) })).toEqual([
    "▾ The end",
    "│ it was Bo",
  ]);
});

test("a rule fills the width with the terminal's glyphs", () => {
  expect(lines("---", { ...unpainted, columns: 5, glyphs: asciiGlyphs })).toEqual(["-----"]);
});

test("for a terminal without clusters, emoji are reduced", () => {
  const cells = cellsFor({ ...standardRules, clusters: false });
  expect(lines("👩‍💻 🇩🇪 ❤️", { ...unpainted, cells })).toEqual(["👩 DE ❤"]);
});

test("hyperlinks are only written if enabled, for web and mail links that hide nothing", () => {
  const source =
    "[a](https://x.y/ö) [b](ftp://x.y) [c](/user_uploads/1) [d](mailto:a@b.c?attach=/d) " +
    "[e.fr](https://x.y) https://z@x.y";
  const [line = ""] = lines(source, { ...painted, hyperlinks: true });
  const targets = line.split("\x1b\\").flatMap((part) => part.split("\x1b]8;;")[1] || []);
  expect(targets).toEqual(["https://x.y/%C3%B6", "mailto:a@b.c"]);
  expect(lines(source, painted)[0]).not.toContain("\x1b]8");
});

test("a stream mention has the stream's colour", () => {
  expect(lines("#**ops**", painted)[0]).toContain("\x1b[38;2;201;179;106m#ops");
});
