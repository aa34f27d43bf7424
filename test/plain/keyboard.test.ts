/** Lines typed key by key. */
import { expect, test } from "vitest";
import { keymapOf } from "#commands/keymap.ts";
import { commands } from "#commands/tables/commands.ts";
import { createKeyboard, type KeyboardPorts } from "#plain/keyboard.ts";
import { createDecoder } from "#ui/input/decoder.ts";

const keymap = keymapOf(commands, {});

/** Each read is followed by a pause. */
function start(more: Partial<KeyboardPorts> = {}) {
  const lines: string[] = [];
  const events: string[] = [];
  let written = "";
  const decoder = createDecoder();
  const keyboard = createKeyboard(keymap, () => ({
    write: (text) => {
      written += text;
    },
    line: (line) => lines.push(line),
    emptied: () => events.push("emptied"),
    ended: () => events.push("ended"),
    interrupted: () => events.push("interrupted"),
    suspended: () => events.push("suspended"),
    prompt: () => "> ",
    isWriting: () => false,
    complete: () => undefined,
    columns: 80,
    ...more,
  }));
  const type = (...reads: readonly string[]) => {
    for (const read of reads)
      for (const input of [...decoder.feed(Buffer.from(read)), ...decoder.settle()])
        keyboard.takes(input);
    return { lines, events, written, keyboard };
  };
  return { type, keyboard, lines };
}

const type = (...reads: readonly string[]) => start().type(...reads);

test("a line is what was typed, echoed, and ended by any end of line", () => {
  expect(type("he", "llo\r", "two\nthree\r\n")).toMatchObject({
    lines: ["hello", "two", "three"],
    written: "hello\ntwo\nthree\n",
  });
});

const [left, right, up, down, home] = ["\x1b[D", "\x1b[C", "\x1b[A", "\x1bOB", "\x1b[H"];

test.each([
  ["Backspace", "ab\x7f", "a", "ab\b \b"],
  ["a wide character", "a漢\x7f", "a", "a漢\b\b  \b\b"],
  ["a family", "👩‍👧\b", "", "👩‍👧\b\b  \b\b"],
  ["^W", "one two\x17", "one ", "one two\b\b\b   \b\b\b"],
  ["^U", "ab\x15", "", "ab\b\b  \b\b"],
  ["^_ takes back", "ab\x15\x1f", "ab", "ab\b\b  \b\bab"],
  ["left", `ac${left}b`, "abc", "ac\bbc\b"],
  ["right", `ab${left}${left}${right}c`, "acb", "ab\b\bacb\b"],
  ["a word back", "one two\x1bbx", "one xtwo", "one two\b\b\bxtwo\b\b\b"],
  ["Home and Delete", `ab${home}\x1b[3~`, "b", "ab\b\bb \b\b"],
  ["Esc", "ab\x1b", "", "ab\b\b  \b\b"],
])("%s changes the line and its echo", (_, keys, line, written) => {
  const { keyboard, ...typed } = type(keys);
  expect(typed.written).toBe(written);
  expect(keyboard.isTyping()).toBe(line !== "");
  expect(type(keys, "\r").lines).toEqual([line]);
});

test("where the cursor cannot move back, a line changes only at its end", () => {
  const dumb = start({ columns: undefined, complete: () => ({ from: 0, choices: ["xyz"] }) });
  const { lines, written } = dumb.type(`ab${left}${home}c\tdd\x7f${up}\r`);
  expect(lines).toEqual(["abc d"]);
  expect(written).toBe("abc dd\b \b\n");
});

test("up and down go through the lines that were entered after the same prompt", () => {
  let prompt = "> ";
  const { type: more, lines } = start({ prompt: () => prompt });
  more("one\r", "two\r", "two\r");
  prompt = "message > ";
  more("hello\r");
  prompt = "> ";
  more(`begun${up}${up}\r`, `begun${up}${up}${up}${down}${down}${down}\r`, `${up}${up}x\r`);
  expect(lines.slice(4)).toEqual(["one", "begun", "onex"]);
});

test("Tab takes the only choice, or what all have in common, or lists them", () => {
  const complete = (line: string) => ({
    from: 0,
    choices: ["mark as done", "mark as read", "mute"].filter((each) => each.startsWith(line)),
  });
  const { type: more } = start({ complete });
  expect(more("mu\t\r").lines.at(-1)).toBe("mute");
  const { lines, written } = more("ma\t\td\t\r");
  expect(lines.at(-1)).toBe("mark as done");
  expect(written).toContain("\nmark as done, mark as read\n> mark as ");
});

test("of a pasted text nothing is sent: in a message its lines are continued, elsewhere they are one", () => {
  const paste = (isWriting: boolean) => {
    const { keyboard, lines, type: more } = start({ isWriting: () => isWriting });
    keyboard.takes({ kind: "paste", text: "one\n\n:two:\nthree" });
    const before = [...lines];
    more("\r");
    return { before, last: lines.at(-1), written: more().written };
  };
  expect(paste(true)).toEqual({
    before: ["\\one\\", "\\\\", "\\:two:\\"],
    last: "three",
    written: "one\n\n:two:\nthree\n",
  });
  expect(paste(false)).toMatchObject({ before: [], last: "one  :two: three" });
});

test("Esc on an empty line is told as such", () => {
  expect(type("\x1b").lines).toEqual(["\x1b"]);
});

test("a sequence that arrives in two reads is no text", () => {
  const decoder = createDecoder();
  const inputs = [...decoder.feed(Buffer.from("\x1b[1")), ...decoder.feed(Buffer.from(";5Cb"))];
  const { keyboard, lines, type: more } = start();
  for (const input of inputs) keyboard.takes(input);
  more("\r");
  expect(lines).toEqual(["b"]);
});

test("an emptied line, the end, an interruption and a stop are told", () => {
  expect(type("a\x7f", "\x7f", "\x04", "\x03", "\x1a").events).toEqual([
    "emptied",
    "ended",
    "interrupted",
    "suspended",
  ]);
  expect(type("a\x04").events).toEqual([]);
});

test("what is not shown is taken, and neither completed nor recalled", () => {
  const complete = () => ({ from: 0, choices: ["seen"] });
  const { keyboard, type: more } = start({ complete });
  keyboard.show(false);
  const { lines, written } = more(`key\x7f${left}\r`, `${up}\r`);
  expect(lines).toEqual(["ke", ""]);
  expect(written).toBe("\n\n");
});
