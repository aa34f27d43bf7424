/** Writing, moving, killing and undoing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  copied,
  cut,
  erase,
  insert,
  type Kill,
  kill,
  type Motion,
  mark,
  move,
  moveTo,
  yank,
  yankEarlier,
} from "#editor/edit.ts";
import { type Editor, editorOf, emptyEditor, selectionOf } from "#editor/editor.ts";
import { redo, replaceAll, undo } from "#editor/history.ts";
import { substitute } from "#store/uploads.ts";
import { anyText } from "../support/any-text.ts";

/** The text with `|` where the cursor is. */
const shown = ({ text, cursor }: Editor) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;

/** The reverse of `shown`. */
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
  ["今日は天気が|いい", "word left", "今日は天気|がいい"],
  ["今日は天|気がいい", "word left", "今日は|天気がいい"],
  ["今日は天|気がいい", "word right", "今日は天気|がいい"],
  ["|我们明天去。北京", "word right", "我们|明天去。北京"],
  ["我们明天去。|北京", "word left", "我们明天|去。北京"],
  ["สวัสดี|ครับผม", "word right", "สวัสดีครับ|ผม"],
  ["สวัสดีครับผม|", "word left", "สวัสดีครับ|ผม"],
  ["see 東京|", "word left", "see |東京"],
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
  ["see 我们明天|", "blank left", "see 我们|", "明天"],
  ["我们ok|", "blank left", "我们|", "ok"],
  ["|one two", "word right", "| two", "one"],
  ["one\ntwo| three", "line end", "one\ntwo|", " three"],
  ["one|\ntwo", "line end", "one|two", "\n"],
  ["one\ntwo| x", "line start", "one\n| x", "two"],
])("in %j, killing %s leaves %j and stores %j", (before, how, after, killed) => {
  const editor = kill(at(before), how);
  expect(shown(editor)).toBe(after);
  expect(editor.kills).toEqual([killed]);
});

test("killing to the start of the line again takes the whole text, which undo and yank bring back", () => {
  const twice = kill(kill(at("one\ntwo| x\nthree"), "line start"), "line start");
  expect(shown(twice)).toBe("|");
  expect(shown(yank(twice))).toBe("one\ntwo x\nthree|");
  expect(shown(undo(undo(twice)))).toBe("one\ntwo| x\nthree");
  expect(shown(kill(at("one\n|two"), "line start"))).toBe("one|two");
});

test("consecutive kills are yanked together", () => {
  const editor = kill(kill(at("one two three|"), "word left"), "word left");
  expect(shown(yank(editor))).toBe("one two three|");
});

test("a yank inserts the latest kill, and repeated yanks cycle through earlier ones", () => {
  const killed = kill(move(kill(at("one two|"), "word left"), "start"), "word right");
  const rotate = (times: number) =>
    Array.from({ length: times }).reduce<Editor>(yankEarlier, yank(killed)).text;
  expect([0, 1, 2].map(rotate)).toEqual(["one ", "two ", "one "]);
  expect(undo(yankEarlier(yank(killed))).text).toBe(" ");
});

/** An editor written with `[` at the anchor and `|` at the cursor. */
const selecting = (marked: string): Editor => {
  const plain = marked.replace(/[[|]/g, "");
  const [anchor, cursor] = [
    marked.replace("|", "").indexOf("["),
    marked.replace("[", "").indexOf("|"),
  ];
  return { ...editorOf(plain), anchor, cursor };
};

test.each<[string, (editor: Editor) => Editor, string]>([
  ["typing replaces", (editor) => insert(editor, "x"), "one x| three"],
  ["Backspace removes", (editor) => erase(editor, "left"), "one | three"],
  ["Delete removes", (editor) => erase(editor, "right"), "one | three"],
  ["a kill removes", (editor) => kill(editor, "line start"), "one | three"],
  ["a yank replaces", (editor) => yank({ ...editor, kills: ["2"] }), "one 2| three"],
  ["moving left goes to the start of", (editor) => move(editor, "left"), "one |two three"],
  ["moving right goes to the end of", (editor) => move(editor, "right"), "one two| three"],
])("%s the selection", (_, change, after) => {
  for (const marked of ["one [two| three", "one |two[ three"]) {
    const editor = change(selecting(marked));
    expect(shown(editor)).toBe(after);
    expect(editor.anchor).toBeUndefined();
    if (editor.text !== "one two three") expect(undo(editor).text).toBe("one two three");
  }
});

test("cut and copied text can be yanked", () => {
  expect(yank(move(cut(selecting("[one| two")), "end")).text).toBe(" twoone");
  expect(yank(move(copied(selecting("[one| two")), "end")).text).toBe("one twoone");
});

test("motions extend the selection from the mark until another edit", () => {
  const marked = move(move(mark(at("|one two")), "word right"), "right");
  expect(selectionOf(marked)).toEqual([0, 4]);
  expect(selectionOf(move(insert(marked, "x"), "end"))).toBeUndefined();
  expect(selectionOf(moveTo(at("|one two"), 3, "extends"))).toEqual([0, 3]);
  expect(selectionOf(move(moveTo(at("|one two"), 3, "extends"), "end"))).toBeUndefined();
});

test("the cost of killing a word of a million letters is not the square of its length", () => {
  const long = `a ${"x".repeat(1_000_000)}`;
  for (const how of ["word left", "blank left"] as const) {
    const startedAt = performance.now();
    expect(kill(editorOf(long), how).text).toBe("a ");
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  }
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

test("text typed before and after a pause is undone separately", () => {
  const typed = [0, 300, 2_000, 2_200].reduce(
    (editor, at, index) => insert(editor, "abcd"[index] ?? "", at),
    emptyEditor,
  );
  expect(typed.text).toBe("abcd");
  expect(undo(typed).text).toBe("ab");
  expect(undo(undo(typed)).text).toBe("");
});

test("a combining mark joins the previous letter, and the cursor is after both", () => {
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
    .constantFrom<Motion>("left", "word left", "line up", "end")
    .map((motion) => (editor: Editor) => move(editor, motion, "extends")),
  fc
    .constantFrom<Kill>("word left", "word right", "blank left", "line start", "line end")
    .map((how) => (editor: Editor) => kill(editor, how)),
  fc
    .constantFrom<"left" | "right">("left", "right")
    .map((side) => (editor: Editor) => erase(editor, side)),
  fc.constantFrom(yank, yankEarlier, mark, cut, copied),
  anyText(8).map((text) => (editor: Editor) => replaceAll(editor, text)),
);

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

test("after any edits the cursor is at a grapheme boundary", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const editor = steps.reduce((before, change) => change(before), emptyEditor);
      const edges = [...segmenter.segment(editor.text)].map(({ index }) => index);
      const places = [...edges, editor.text.length];
      expect(places).toContain(editor.cursor);
      expect(places).toContain(editor.anchor ?? 0);
    }),
  );
});

test("undoing all edits restores the initial text, and redoing them the final one", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const edited = steps.reduce((before, change) => change(before), editorOf("begin"));
      const back = Array.from({ length: edited.past.length }).reduce<Editor>(undo, edited);
      expect(back.text).toBe("begin");
      const again = Array.from({ length: edited.past.length }).reduce<Editor>(redo, back);
      expect(again.text).toBe(edited.text);
    }),
  );
});

test.each([
  [6, "a link b", 8],
  [0, "a link b", 0],
  [3, "a link b", 6],
  [1, "a link b", 1],
])(
  "a placeholder is replaced with the cursor at %i, and in the undo history",
  (at, text, cursor) => {
    const editor = { ...editorOf("a [m] b"), cursor: Math.min(7, at === 6 ? 7 : at) };
    const typed = insert({ ...editor }, "");
    const after = substitute(typed, "[m]", "link");
    expect([after.text, after.cursor]).toEqual([text, cursor]);
    const changed = substitute(insert(editorOf("a [m]"), "!"), "[m]", "link");
    expect([changed.text, undo(changed).text]).toEqual(["a link!", "a link"]);
  },
);
