/** Bytes as xterm, kitty, tmux and the Linux console send them, typed by hand, and the keys they stand for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDecoder } from "#ui/input/decoder.ts";
import type { TerminalInput } from "#ui/input/text-run.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const decode = (...chunks: readonly string[]): readonly TerminalInput[] => {
  const decoder = createDecoder();
  const inputs = chunks.flatMap((chunk) => decoder.feed(bytes(chunk)));
  return [...inputs, ...decoder.settle()];
};

const strokes = (...chunks: readonly string[]) =>
  decode(...chunks).map((input) => (input.kind === "key" ? input.stroke : input.kind));

test.each<[string, readonly string[]]>([
  ["abc", ["a", "b", "c"]],
  ["G", ["G"]],
  [" ", ["Space"]],
  ["\r", ["Enter"]],
  ["\n", ["^J"]],
  ["\t", ["Tab"]],
  ["\x7f", ["Backspace"]],
  ["\x0b", ["^K"]],
  ["\x00", ["^Space"]],
  ["\x1f", ["^_"]],
  ["\x1b[A", ["Up"]],
  ["\x1bOA", ["Up"]],
  ["\x1b[1;3D", ["Alt+Left"]],
  ["\x1b[1;5C", ["Ctrl+Right"]],
  ["\x1b[1;6H", ["Ctrl+Shift+Home"]],
  ["\x1b[Z", ["Shift+Tab"]],
  ["\x1b[1;2Z", ["Shift+Tab"]],
  ["\x1b[5~", ["PageUp"]],
  ["\x1b[6;5~", ["Ctrl+PageDown"]],
  ["\x1b[15~", ["F5"]],
  ["\x1b[[A", ["F1"]],
  ["\x1bOP", ["F1"]],
  ["\x1bp", ["Alt+p"]],
  ["\x1bP", ["Alt+P"]],
  ["\x1b\r", ["Alt+Enter"]],
  ["\x1b\x7f", ["Alt+Backspace"]],
  ["\x1b", ["Esc"]],
  ["\x1b\x1b", ["Esc", "Esc"]],
  ["\x1b[13;2u", ["Shift+Enter"]],
  ["\x1b[13;5u", ["Ctrl+Enter"]],
  ["\x1b[27u", ["Esc"]],
  ["\x1b[107;5u", ["^K"]],
  ["\x1b[1083::107;5u", ["^K"]],
  ["\x1b[1079::112;3u", ["Alt+p"]],
  ["\x1b[1083::107u", ["л"]],
  ["\x1b[97;3u", ["Alt+a"]],
  ["\x1b[27;2;13~", ["Shift+Enter"]],
  ["\x1b[97;1:3u", []],
  ["\x1b[57358u", []],
  ["hi\rthere", ["h", "i", "Enter", "t", "h", "e", "r", "e"]],
  ["\x1b[I", ["focus"]],
  ["\x1b[<0;5;7M", ["mouse"]],
  ["\x1b]11;rgb:1515/1717/1c1c\x1b\\", ["reply"]],
  ["\x1b]11;rgb:ffff/ffff/ffff\x07", ["reply"]],
  ["\x1b[?2027;0$y", ["reply"]],
  ["\x1b[?62;22c", ["reply"]],
  ["\x1b[?1u", ["reply"]],
  ["\x1b[24;80R", ["reply"]],
  // Invalid sequences are neither keys nor do they swallow what follows.
  ["\x1b[$u", []],
  ["\x1b[-u", []],
  ["\x1b[27;5;$~", []],
  ["\x1b[27;5;~", []],
  ["\x1b[u", []],
  ["\x1b[155u", []],
  ["\x1b[55296u", []],
  ["\x1b[1114112u", []],
  ["\x1b[99999999u", []],
  ["\x1b[<0;?;7M", []],
  ["\x1b[<0;0;7M", []],
  ["\x1b[<0;1;7u", []],
  ["\u009bA\u0085", ["A"]],
  ["\x1bO😀", ["Alt+O", "😀"]],
  ["\x1bO\x1b[A", ["Alt+O", "Up"]],
])("%j is %j", (sent, expected) => {
  expect(strokes(sent)).toEqual(expected);
});

test("an emoji of several code points is one key", () => {
  expect(decode("👨‍👩‍👧‍👦é")).toEqual([
    { kind: "key", stroke: "👨‍👩‍👧‍👦", text: "👨‍👩‍👧‍👦" },
    { kind: "key", stroke: "é", text: "é" },
  ]);
});

test("a character split across two reads is one key", () => {
  const decoder = createDecoder();
  const [first, ...rest] = bytes("é");
  expect(decoder.feed(Uint8Array.of(first ?? 0))).toEqual([]);
  expect(decoder.feed(Uint8Array.from(rest))).toEqual([{ kind: "key", stroke: "é", text: "é" }]);
});

test("an arrow split across three reads is one key", () => {
  expect(strokes("\x1b", "[", "A")).toEqual(["Up"]);
});

test("a lone Esc is reported after 25 ms, and does not swallow a later sequence", () => {
  const decoder = createDecoder();
  expect(decoder.feed(bytes("\x1b"))).toEqual([]);
  expect(decoder.waitMs()).toBe(25);
  expect(decoder.settle()).toEqual([{ kind: "key", stroke: "Esc", text: undefined }]);
  expect(decoder.feed(bytes("\x1b[B"))).toEqual([{ kind: "key", stroke: "Down", text: undefined }]);
});

test("a reply whose rest comes late is none of the keys that it is made of", () => {
  const decoder = createDecoder();
  expect(decoder.feed(bytes("\x1b]99;i=we"))).toEqual([]);
  expect(decoder.waitMs()).toBe(1000);
  expect(decoder.feed(bytes("ir-e;1\x1b\\e"))).toEqual([
    { kind: "reply", sequence: "\x1b]99;i=weir-e;1\x1b\\" },
    { kind: "key", stroke: "e", text: "e" },
  ]);
  expect(decoder.feed(bytes("\x1b]"))).toEqual([]);
  expect(decoder.waitMs()).toBe(25);
});

test.each(["\x1b", "\x1b]", "\x1b]99;i=we"])(
  "the rest of a reply that comes after %j was given up is none of the keys that it is made of",
  (beginning) => {
    const rest = "\x1b]99;i=weir-e;1\x1b\\".slice(beginning.length);
    const decoder = createDecoder();
    expect(decoder.feed(bytes(beginning))).toEqual([]);
    decoder.settle();
    expect(decoder.feed(bytes(`${rest}e`)).map(({ kind }) => kind)).toEqual(["reply", "key"]);
    // It was the rest of one reply only.
    expect(decoder.feed(bytes("]9")).map(({ kind }) => kind)).toEqual(["key", "key"]);
  },
);

test("a paste is one input with normalized line ends and without control characters", () => {
  expect(decode("\x1b[200~one\r\ntwo\rthree\x07\x1b[31m\tfour\x1b[20", "1~x")).toEqual([
    { kind: "paste", text: "one\ntwo\nthree[31m\tfour" },
    { kind: "key", stroke: "x", text: "x" },
  ]);
});

test("a stalled paste does not become a lone Esc, and ends after two seconds if its end mark is lost", () => {
  const decoder = createDecoder();
  expect(decoder.feed(bytes("\x1b[200~text\x1b"))).toEqual([]);
  expect(decoder.waitMs()).toBe(2000);
  expect(decoder.settle()).toEqual([{ kind: "paste", text: "text" }]);
  expect(decoder.waitMs()).toBeUndefined();
  expect(decoder.feed(bytes("q"))).toEqual([{ kind: "key", stroke: "q", text: "q" }]);
});

test("a very long paste is delivered in several inputs, all of them pastes", () => {
  const decoder = createDecoder();
  const megabyte = "x\r".repeat(1 << 19);
  const inputs = ["\x1b[200~", megabyte, megabyte, "x\x1b[201~"].flatMap((text) => [
    ...decoder.feed(bytes(text)),
  ]);
  expect(inputs.map(({ kind }) => kind)).toEqual(["paste", "paste"]);
  const text = inputs.map((input) => (input.kind === "paste" ? input.text : "")).join("");
  expect(text).toBe(`${"x\n".repeat(1 << 20)}x`);
});

test.each([
  ["OSC", "\x1b]52;c;", "QUJD", "\x07"],
  ["DCS", "\x1bP", "QUJD", "\x1b\\"],
  ["CSI", "\x1b[", "1;", "u"],
])("an overlong %s sequence is discarded without typing anything", (_, begin, middle, end) => {
  const decoder = createDecoder();
  const pieces = [begin, ...Array.from({ length: 50 }, () => middle.repeat(500))];
  for (const piece of [...pieces, ...end.slice(0, -1)])
    expect(decoder.feed(bytes(piece))).toEqual([]);
  expect(decoder.waitMs()).toBe(25);
  expect(decoder.feed(bytes(`${end.slice(-1)}q`))).toEqual([
    { kind: "key", stroke: "q", text: "q" },
  ]);
  expect(decoder.feed(bytes(`${begin}${middle.repeat(5000)}${end}q`))).toHaveLength(1);
  decoder.feed(bytes(pieces.join("")));
  expect(decoder.settle()).toEqual([]);
});

test("mouse positions are cells, counted from zero at the top left", () => {
  expect(decode("\x1b[<0;5;7M\x1b[<0;5;7m\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<32;2;2M")).toEqual([
    { kind: "mouse", action: "press", button: 0, x: 4, y: 6 },
    { kind: "mouse", action: "release", button: 0, x: 4, y: 6 },
    { kind: "mouse", action: "up", button: 0, x: 0, y: 0 },
    { kind: "mouse", action: "down", button: 1, x: 0, y: 0 },
    { kind: "mouse", action: "drag", button: 0, x: 1, y: 1 },
  ]);
});

const piece = fc.constantFrom(
  ..."a|é|日本|👍🏽|\r|\x0b|\x1b[A|\x1bOB|\x1b[1;5C|\x1b[<0;5;7M|\x1b[I|\x1b[200~one\ntwo\x1b[201~|\x1b]11;rgb:1/1/1\x07|\x1b[?1u|\x1bp".split(
    "|",
  ),
);

test("inputs do not depend on how the bytes are split into reads", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(40), { maxLength: 8 }),
      (pieces, cuts) => {
        const all = bytes(pieces.join(""));
        const whole = createDecoder().feed(all);
        const decoder = createDecoder();
        const inputs: TerminalInput[] = [];
        let from = 0;
        for (const cut of [...cuts, all.length]) {
          inputs.push(...decoder.feed(all.subarray(from, from + cut)));
          from = Math.min(all.length, from + cut);
        }
        const texts = (list: readonly TerminalInput[]) =>
          JSON.stringify(
            list.map((input) => (input.kind === "key" && input.text !== undefined ? "…" : input)),
          );
        // A cluster that is split between its code points becomes several keys, which insert the same text.
        const written = (list: readonly TerminalInput[]) =>
          list.map((input) => (input.kind === "key" ? (input.text ?? "") : "")).join("");
        expect(written(inputs)).toBe(written(whole));
        expect(texts(inputs).replaceAll('"…",', "")).toBe(texts(whole).replaceAll('"…",', ""));
      },
    ),
  );
});
