/** The echo of a line on a terminal emulator: what is on the screen is the line, and the cursor is where it is in it. */
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { edgeAt } from "#editor/boundaries.ts";
import { type Line, redrawn } from "#plain/keyboard.ts";

const columns = 12;

/** The rows of the screen, and the cursor. */
async function screenAfter(...written: readonly string[]) {
  const terminal = new xterm.Terminal({ cols: columns, rows: 12, allowProposedApi: true });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  for (const text of written)
    await new Promise<void>((resolve) => terminal.write(text, () => resolve()));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: 12 }, (_, at) =>
    (active.getLine(at)?.translateToString(false) ?? "").trimEnd(),
  );
  const cursor = [active.cursorX, active.cursorY];
  terminal.dispose();
  return { rows, cursor };
}

const line = fc
  .tuple(
    fc.array(fc.constantFrom("a", "bc", " ", "漢", "é", "👩‍👧", "word "), { maxLength: 14 }),
    fc.nat(),
  )
  .map(([parts, at]): Line => {
    const text = parts.join("");
    return { text, cursor: edgeAt(text, text === "" ? 0 : at % (text.length + 1)) };
  });

test("each line replaces the one before it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
      const room = { columns, from: 2 };
      const empty: Line = { text: "", cursor: 0 };
      const updates = lines.map((next, at) => redrawn(lines[at - 1] ?? empty, next, room));
      const last = lines.at(-1) ?? empty;
      const whole = redrawn(empty, { ...last, cursor: last.text.length }, room);
      const [{ rows, cursor }, wanted, upTo] = await Promise.all([
        screenAfter("> ", ...updates),
        screenAfter("> ", whole),
        screenAfter(
          "> ",
          redrawn(empty, { text: last.text.slice(0, last.cursor), cursor: last.cursor }, room),
        ),
      ]);
      expect(rows).toEqual(wanted.rows);
      expect(cursor).toEqual(upTo.cursor);
    }),
  );
});

test("in a line that fits in a row no escape sequence moves the cursor", () => {
  const room = { columns: 80, from: 2 };
  expect(redrawn({ text: "hello", cursor: 5 }, { text: "hello", cursor: 1 }, room)).toBe(
    "\b\b\b\b",
  );
  expect(redrawn({ text: "hello", cursor: 1 }, { text: "hello", cursor: 3 }, room)).toBe("el");
});
