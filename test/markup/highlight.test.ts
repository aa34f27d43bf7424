import { expect, test } from "vitest";
import { type Highlight, lazyHighlighter } from "#markup/highlight.ts";
import { plain } from "../../src/base/safe-text.ts";

test("code is plain until the highlighter is loaded, and then redrawn", async () => {
  let notified = 0;
  const { highlight, ready, revision } = lazyHighlighter(() => {
    notified += 1;
  });
  const code = plain('let a = "<x>"; // &\nb');
  expect(highlight(code, "js")).toBeUndefined();
  expect(revision()).toBe(0);
  await ready();
  expect([revision(), notified]).toEqual([1, 1]);
  const lines = highlight(code, "js") ?? [];
  expect(lines.map((line) => line.map(({ text }) => text).join(""))).toEqual(code.split("\n"));
  expect(lines[0]?.map(({ role }) => role)).toEqual(
    expect.arrayContaining(["keyword", "string", "comment"]),
  );
});

test("languages are not detected; unknown or very long code stays plain", async () => {
  const { highlight, ready } = lazyHighlighter();
  await ready();
  expect(highlight(plain("let a"), undefined)).toBeUndefined();
  expect(highlight(plain("let a"), "nosuchlang")).toBeUndefined();
  expect(highlight(plain("let a;\n".repeat(5000)), "js")).toBeUndefined();
  expect(highlight(plain("x = 1"), "Python")).toBeDefined();
});

const joined = (lines: ReturnType<Highlight>) =>
  lines?.map((line) => line.map(({ text }) => text).join("")).join("\n");

test("long code is highlighted in pieces without losing text", async () => {
  const { highlight, ready } = lazyHighlighter();
  await ready();
  const code = plain(`${"let a = 1;\n".repeat(200)}\n// ${"-".repeat(1_200)}\nlet b;\n`);
  const lines = highlight(code, "js");
  expect(joined(lines)).toBe(code);
  expect(lines?.[150]?.[0]?.role).toBe("keyword");
  expect(lines?.[202]?.[0]?.role).toBe("keyword");
});

test("an overlong word stays plain and later code is highlighted", async () => {
  const { highlight, ready } = lazyHighlighter();
  await ready();
  const code = plain(`${"a".repeat(1_500)}\nint b;`);
  const lines = highlight(code, "java");
  expect(joined(lines)).toBe(code);
  expect(lines?.map(([first]) => first?.role)).toEqual(["block", "name"]);
});
