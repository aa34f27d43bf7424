/** Writing, moving, killing and undoing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  erase,
  insert,
  type Kill,
  kill,
  type Motion,
  move,
  redo,
  replaceAll,
  undo,
  yank,
} from "#editor/edit.ts";
import { type Editor, editorOf, emptyEditor } from "#editor/editor.ts";

/** The text with `|` where the cursor is. */
const shown = ({ text, cursor }: Editor) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

/** An editor written as `shown` writes it. */
const at = (marked: string): Editor => {
  const cursor = marked.indexOf("|");
  return { ...editorOf(marked.replace("|", "")), cursor };
};

test.each<[string, Motion, string]>([
  ["one| two", "left", "on|e two"],
  ["👨‍👩‍👧‍👦|", "left", "|👨‍👩‍👧‍👦"],
  ["|é", "right", "é|"],
  ["one two|", "word left", "one |two"],
  ["|one two", "word right", "one| two"],
  ["|  (größe) x", "word right", "  (größe|) x"],
  ["one\ntw|o\nthree", "line start", "one\n|two\nthree"],
  ["one\ntw|o\nthree", "line end", "one\ntwo|\nthree"],
  ["one\n|two", "start", "|one\ntwo"],
  ["one\ntwo| x", "line up", "one|\ntwo x"],
  ["日本語\nab|c", "line up", "日本|語\nabc"],
  ["on|e\n\nthree", "line down", "one\n|\nthree"],
  ["o|ne", "line up", "|one"],
  ["o|ne", "line down", "one|"],
  ["|one\ntwo", "end", "one\ntwo|"],
])("from %j, %s leads to %j", (before, motion, after) => {
  expect(shown(move(at(before), motion))).toBe(after);
});

test.each<[string, Kill, string, string]>([
  ["one two|", "word left", "one |", "two"],
  ["see /var/log|", "blank left", "see |", "/var/log"],
  ["|one two", "word right", "| two", "one"],
  ["one\ntwo| three", "line end", "one\ntwo|", " three"],
  ["one|\ntwo", "line end", "one|two", "\n"],
  ["one\ntwo| x", "line start", "one\n| x", "two"],
])("in %j, killing %s leaves %j and keeps %j", (before, how, after, kept) => {
  const editor = kill(at(before), how);
  expect(shown(editor)).toBe(after);
  expect(editor.killed).toBe(kept);
});

test("kills one after another are yanked together", () => {
  const editor = kill(kill(at("one two three|"), "word left"), "word left");
  expect(shown(yank(editor))).toBe("one two three|");
});

test("deleting takes a whole grapheme", () => {
  expect(shown(erase(at("a👍🏽|b"), "left"))).toBe("a|b");
  expect(shown(erase(at("a|👍🏽b"), "right"))).toBe("a|b");
});

test("a word is undone as one step", () => {
  const editor = [..."hello wor"].reduce(insert, emptyEditor);
  expect(shown(undo(editor))).toBe("hello |");
  expect(shown(redo(undo(editor)))).toBe("hello wor|");
});

test("letters before and after a pause are undone apart", () => {
  const typed = [0, 300, 2_000, 2_200].reduce(
    (editor, at, index) => insert(editor, "abcd"[index] ?? "", at),
    emptyEditor,
  );
  expect(typed.text).toBe("abcd");
  expect(undo(typed).text).toBe("ab");
  expect(undo(undo(typed)).text).toBe("");
});

test("a combining mark joins the letter before it, and the cursor stands behind both", () => {
  expect(shown(insert(at("e|x"), "\u0301"))).toBe("e\u0301|x");
});

const step = fc.oneof(
  fc
    .constantFrom("a", " ", "\n", "日本", "👨‍👩‍👧‍👦", "\u0301", "\u200d", "🇫", "🇷", "x".repeat(80))
    .map((text) => (editor: Editor) => insert(editor, text)),
  fc
    .constantFrom<Motion>(
      "left",
      "right",
      "word left",
      "word right",
      "line start",
      "line end",
      "line up",
      "line down",
      "start",
      "end",
    )
    .map((motion) => (editor: Editor) => move(editor, motion)),
  fc
    .constantFrom<Kill>("word left", "word right", "blank left", "line start", "line end")
    .map((how) => (editor: Editor) => kill(editor, how)),
  fc
    .constantFrom<"left" | "right">("left", "right")
    .map((side) => (editor: Editor) => erase(editor, side)),
  fc.constant(yank),
  fc
    .string({ maxLength: 8, unit: "binary" })
    .map((text) => (editor: Editor) => replaceAll(editor, text)),
);

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

test("the cursor never stands within a grapheme", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const editor = steps.reduce((before, change) => change(before), emptyEditor);
      const edges = [...segmenter.segment(editor.text)].map(({ index }) => index);
      expect([...edges, editor.text.length]).toContain(editor.cursor);
    }),
  );
});

test("any edits and as many undos are the beginning", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const edited = steps.reduce((before, change) => change(before), editorOf("begin"));
      const back = Array.from({ length: edited.past.length }).reduce<Editor>(undo, edited);
      expect(back.text).toBe("begin");
    }),
  );
});
