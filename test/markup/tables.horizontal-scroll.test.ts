import fc from "fast-check";
import { expect, test } from "vitest";
import { width } from "#base/cells.ts";
import { layout } from "#markup/layout.ts";
import { parse } from "#markup/parse.ts";
import { readerContext, unpainted } from "../support/reader.ts";

function laidOut(source: string, columns: number, scrolledColumns: number) {
  const { lines, cut } = layout(parse(source, readerContext), {
    ...unpainted,
    columns,
    scrolledColumns,
  });
  return { lines: lines.map(({ text }) => text), cut };
}

const code = "```\nconst everything = oneThing + another;\n\nx\n```";

test("wide code is cut at the edge of the pane, and all its lines scroll together", () => {
  expect(laidOut(code, 20, 0)).toEqual({
    lines: ["│ const everything …", "│ ", "│ x"],
    cut: 20,
  });
  expect(laidOut(code, 20, 12).lines).toEqual(["│ …ing = oneThing +…", "│ ", "│ …"]);
  expect(laidOut(code, 20, 20).lines).toEqual(["│ …eThing + another;", "│ ", "│ …"]);
  expect(laidOut(code, 20, 900).lines).toEqual(laidOut(code, 20, 20).lines);
});

test("a wide character cut at an edge becomes a blank", () => {
  expect(laidOut("```\n日本語日本語日本語\n```", 12, 3).lines).toEqual(["│ …語日本語…"]);
  expect(laidOut("```\n日本語日本語日本語\n```", 12, 4).lines).toEqual(["│ … 日本語 …"]);
});

test("a table that would be too narrow scrolls", () => {
  const source = "| service | answered | refused |\n|---|--:|--:|\n| gateway-1 | 120 | 3 |";
  expect(laidOut(source, 22, 0)).toEqual({
    lines: ["service   │ answered …", "──────────┼──────────…", "gateway-1 │      120 …"],
    cut: 8,
  });
  expect(laidOut(source, 22, 8).lines).toEqual([
    "… │ answered │ refused",
    "…─┼──────────┼────────",
    "… │      120 │       3",
  ]);
});

test("no line of scrolled code is wider than the pane", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", " ", "日", "👩‍💻", "e\u0301", "\n"),
    maxLength: 90,
  });
  const columns = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(text, columns, fc.nat(100), (source, asked, sideways) => {
      for (const line of laidOut(`\`\`\`\n${source}\n\`\`\``, asked, sideways).lines)
        expect(width(line)).toBeLessThanOrEqual(asked);
    }),
  );
});
