import fc from "fast-check";
import { expect, test } from "vitest";
import { printed } from "../../src/markup/print.ts";
import { strayControls } from "../support/escapes.ts";
import { painted, readerContext, unpainted } from "../support/reader.ts";
import { anyMessage } from "../support/texts.ts";

const print = (source: string, options = unpainted) => printed(source, readerContext, options);

test("the text of list items is rendered, and lists keep their numbers", async () => {
  expect(await print("5. a **b** `c`\n6. [x](https://x.y/z)")).toBe(
    "5. a b c\n6. x (https://x.y/z)",
  );
});

test("a message with all kinds of blocks is printed", async () => {
  const source =
    "# Plan\n@**Bo Lindqvist** see :tada:\n\n| a | b |\n|---|---|\n| **1** | 日本 |\n```quote\nold\n```";
  expect(await print(source)).toBe(
    [
      "Plan",
      "",
      "@Bo Lindqvist see 🎉",
      "",
      "┌───┬──────┐",
      "│ a │ b    │",
      "├───┼──────┤",
      "│ 1 │ 日本 │",
      "└───┴──────┘",
      "",
      "│ old",
    ].join("\n"),
  );
});

test("boxes are printed once, and no style is reset", async () => {
  const text = await print("- [x] done\n- [ ] open\n\n**b** `c`", painted);
  expect(text.match(/☑/g)).toHaveLength(1);
  expect(text).not.toContain("\x1b[0m");
});

test("any text can be printed, without control sequences", async () => {
  await fc.assert(
    fc.asyncProperty(anyMessage, async (source) => {
      expect(strayControls((await print(source, painted)).replaceAll("\n", ""))).toEqual([]);
    }),
  );
});
