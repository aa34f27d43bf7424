import { expect, test } from "vitest";
import { plain } from "../../src/base/safe-text.ts";
import { lazyHighlighter } from "../../src/markup/highlight.ts";

test("code is plain until the colours are loaded, and then told to look different", async () => {
  let told = 0;
  const { highlight, ready, revision } = lazyHighlighter(() => {
    told += 1;
  });
  const code = plain('let a = "<x>"; // &\nb');
  expect(highlight(code, "js")).toBeUndefined();
  expect(revision()).toBe(0);
  await ready();
  expect([revision(), told]).toEqual([1, 1]);
  const lines = highlight(code, "js") ?? [];
  expect(lines.map((line) => line.map(({ text }) => text).join(""))).toEqual(code.split("\n"));
  expect(lines[0]?.map(({ role }) => role)).toEqual(
    expect.arrayContaining(["keyword", "string", "comment"]),
  );
});

test("no language is guessed, and what is unknown or very long stays plain", async () => {
  const { highlight, ready } = lazyHighlighter();
  await ready();
  expect(highlight(plain("let a"), undefined)).toBeUndefined();
  expect(highlight(plain("let a"), "nosuchlang")).toBeUndefined();
  expect(highlight(plain("let a;\n".repeat(5000)), "js")).toBeUndefined();
  expect(highlight(plain("x = 1"), "Python")).toBeDefined();
});
