/** Lines typed key by key. */
import { expect, test } from "vitest";
import { createKeyboard } from "#plain/keyboard.ts";

function type(...reads: readonly string[]) {
  const lines: string[] = [];
  const events: string[] = [];
  let written = "";
  const keyboard = createKeyboard({
    write: (text) => {
      written += text;
    },
    line: (line) => lines.push(line),
    emptied: () => events.push("emptied"),
    ended: () => events.push("ended"),
    interrupted: () => events.push("interrupted"),
    suspended: () => events.push("suspended"),
  });
  for (const read of reads) keyboard.takes(read);
  return { lines, events, written, keyboard };
}

test("a line is what was typed, echoed, and ended by any end of line", () => {
  expect(type("he", "llo\r", "two\nthree\r\n")).toMatchObject({
    lines: ["hello", "two", "three"],
    written: "hello\ntwo\nthree\n",
  });
});

test.each([
  ["Backspace", "ab\u007f", "a", "ab\b \b"],
  ["a wide character", "a漢\u007f", "a", "a漢\b \b\b \b"],
  ["a family", "👩‍👧\b", "", "👩‍👧\b \b\b \b"],
  ["^W", "one two \u0017", "one ", "one two \b \b\b \b\b \b\b \b"],
  ["^U", "ab\u0015", "", "ab\b \b\b \b"],
  ["arrows and Alt", "a\u001b[A\u001bOB\u001bb\u001b[1;5Cb", "ab", "ab"],
])("%s changes the line and its echo", (_, keys, line, written) => {
  const { keyboard, ...typed } = type(keys);
  expect(typed.written).toBe(written);
  expect(keyboard.isTyping()).toBe(line !== "");
  expect(type(keys, "\r").lines).toEqual([line]);
});

test("a sequence that arrives in two reads is no text", () => {
  expect(type("a\u001b[1", ";5Cb\r").lines).toEqual(["ab"]);
});

test("an emptied line, the end, an interruption and a stop are told", () => {
  expect(type("a\u007f", "\u007f", "\u0004", "\u0003", "\u001a").events).toEqual([
    "emptied",
    "ended",
    "interrupted",
    "suspended",
  ]);
  expect(type("a\u0004").events).toEqual([]);
});

test("what is not shown is taken", () => {
  const { keyboard, lines } = type();
  keyboard.show(false);
  keyboard.takes("key\u007f\r");
  expect(lines).toEqual(["ke"]);
  const hidden = type();
  hidden.keyboard.show(false);
  hidden.keyboard.takes("secret\r");
  expect(hidden.written).toBe("");
});
