/** Tables on a terminal. */
import { expect, test } from "vitest";
import { styleOf } from "#app/style.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { type Cell, outputFor } from "#cli/output.ts";
import { defaults } from "#config/options.ts";

function printed(columns: number, rows: readonly (readonly Cell[])[]): readonly string[] {
  const invocation = readCommandLine(["accounts"], "0");
  if ("text" in invocation) throw new Error(invocation.text);
  let out = "";
  const write = (text: string) => {
    out += text;
  };
  const style = styleOf({ ...defaults, theme: "mono", glyphs: "unicode" }, { NO_COLOR: "1" }, {});
  const output = outputFor({ isTerminal: true, columns, write, style }, invocation, [], () => {});
  output.rows(rows, { json: () => ({}), cells: (row) => row });
  return out.trimEnd().split("\n");
}

const address = "https://chat.acme.example";

test("a column without a word takes no room", () => {
  const rows = [
    ["acme", address, "", "version 12.1"],
    ["b", address, "", ""],
  ];
  expect(printed(80, rows)).toEqual([`acme  ${address}  version 12.1`, `b     ${address}`]);
});

test("a last column that has no room beside the others is below its row, and no line is too long", () => {
  const rows = [
    ["acme", address, "12 unread", "The server does not answer."],
    ["b", address, "", ""],
  ];
  expect(printed(60, rows)).toEqual([
    "acme  https://chat.acme.examp…  12 unread  The server does…",
    "b     https://chat.acme.examp…",
  ]);
  expect(printed(45, rows)).toEqual([
    "acme  https://chat.acme…  12 unread",
    "  The server does not answer.",
    "b     https://chat.acme…",
  ]);
});

test("where the others have no room beside each other, the widest give way", () => {
  const rows = [
    ["*", "work", "robin@acme.example", address, "signed out", "", "", "Invalid key."],
    ["", "home", "robin@acme.example", address, "connected", "3 unread", "", "version 12.1"],
  ];
  const lines = printed(72, rows);
  expect(lines).toEqual([
    "*  work  robin@acme.example  https://chat.acme.ex…  signed out",
    "  Invalid key.",
    "   home  robin@acme.example  https://chat.acme.ex…  connected   3 unread",
    "  version 12.1",
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBe(72);
});
