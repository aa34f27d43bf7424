import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

/** The cells of the first table, row by row; undefined without one. */
function cells(source: string): string[][] | undefined {
  const { html } = renderHtml(source, lookups);
  if (!html.startsWith("<table>")) return undefined;
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell),
  );
}

test("a pipe at either edge of the first row belongs to no cell of any row", () => {
  expect(cells("a|b|\n-|-|\n1|2|")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(cells("x|a|b|\n|-|-|")).toBeUndefined();
});

test("code hides pipes only where its backticks are closed", () => {
  expect(cells("|`a|b`|c|\n|--|--|")?.[0]).toEqual(["<code>a|b</code>", "c"]);
  expect(cells("|`a|b|\n|--|--|")?.[0]).toEqual(["`a", "b"]);
  expect(cells("|``a|b`|c|\n|--|--|")).toBeUndefined();
});

test("a table of one column has a pipe in every row", () => {
  expect(cells("|a|\n|--|\n|1|")).toEqual([["a"], ["1"]]);
  expect(cells("|a|\n|--|\n1")).toBeUndefined();
});

test("a row of a hundred thousand backticks and backslashes is soon read", {
  timeout: 5000,
}, () => {
  const row = "\\`".repeat(50_000);
  expect(renderHtml(`a|b\n${row}`, lookups).html).toContain("<p>a|b<br>");
});
