import { expect, test } from "vitest";
import { standardCells } from "#base/cells.ts";
import { parse } from "#markup/parse.ts";
import type { Span } from "../../src/markup/document.ts";
import { layout } from "../../src/markup/layout.ts";
import type { Row } from "../../src/markup/wrap.ts";
import { painted, readerContext } from "../support/reader.ts";

function spanAt(row: Row, column: number): Span | undefined {
  let from = 0;
  return row.spans.find(({ text }) => {
    from += standardCells.width(text);
    return column < from;
  });
}

function targetAt(source: string, row: number, column: number, columns = 20) {
  const { rows } = layout(parse(source, readerContext), { ...painted, columns });
  const found = rows[row];
  return found && spanAt(found, column)?.target;
}

test("the target at a column is found after wide characters", () => {
  const source = "日本 @**Bo Lindqvist** x";
  expect(targetAt(source, 0, 4)).toBeUndefined();
  expect(targetAt(source, 0, 5)).toEqual({ kind: "user", userId: 8 });
  expect(targetAt(source, 0, 17)).toEqual({ kind: "user", userId: 8 });
  expect(targetAt(source, 0, 19)).toBeUndefined();
});

test("a wrapped link has the same target on both lines", () => {
  const source = "see [the long description](https://x.y)";
  expect(targetAt(source, 0, 5, 12)).toEqual({ kind: "link", url: "https://x.y" });
  expect(targetAt(source, 1, 0, 12)).toEqual({ kind: "link", url: "https://x.y" });
});

test("a code block is a target, and the header of a spoiler opens it", () => {
  expect(targetAt("```js\na\n```", 0, 15)).toMatchObject({ kind: "code", text: "a" });
  expect(targetAt("```spoiler T\nx\n```", 0, 0)).toEqual({ kind: "spoiler", index: 0 });
});
