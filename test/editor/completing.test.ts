import { expect, test } from "vitest";
import { completed, completionAt, insertAfterName } from "#editor/completing.ts";

import { editorOf } from "#editor/editor.ts";
import { undo } from "#editor/history.ts";

test.each([
  ["@an", { kind: "mention", typed: "an", from: 0, isSilent: false }],
  ["see @_an", { kind: "mention", typed: "an", from: 4, isSilent: true }],
  ["(@**ana ru", { kind: "mention", typed: "ana ru", from: 1, isSilent: false }],
  ["@", { kind: "mention", typed: "", from: 0, isSilent: false }],
  ["in #back", { kind: "stream", typed: "back", from: 3 }],
  ["in #back>de", { kind: "topic", stream: "back", typed: "de", from: 3 }],
  ["#**back end>de pl", { kind: "topic", stream: "back end", typed: "de pl", from: 0 }],
  ["in #**back end** >de pl", { kind: "topic", stream: "back end", typed: "de pl", from: 3 }],
  ["#**ops**>", { kind: "topic", stream: "ops", typed: "", from: 0 }],
  ["[#a&#42;b](#narrow/channel/5-a) >x", { kind: "topic", stream: "a*b", typed: "x", from: 0 }],
  ["well :smi", { kind: "emoji", typed: "smi", from: 5 }],
  ["text\n```py", { kind: "language", typed: "py", from: 8 }],
  ["/po", { kind: "slash", typed: "po", from: 0 }],
  ["/on-call w", { kind: "snippet", typed: "on-call w", from: 0 }],
  ["line\n/po", { kind: "snippet", typed: "po", from: 5 }],
  ["at <time:tom", { kind: "time", typed: "tom", from: 3 }],
])("%j can be completed", (text, query) => {
  expect(completionAt(editorOf(text))).toEqual(query);
});

test.each([
  "",
  "mail@example",
  "at @ noon",
  "@**Ana Ruiz** ",
  "# heading",
  "#**backend** ",
  "#**backend** > ",
  "10:30",
  "is :a",
  "and/or",
  "<time:2026-11-23T09:00:00Z> ",
])("%j cannot be completed", (text) => {
  expect(completionAt(editorOf(text))).toBeUndefined();
});

test("a completion replaces the typed part before the cursor, and is undone as one step", () => {
  const editor = { ...editorOf("hi @an, look"), cursor: 6 };
  const after = completed(editor, completionAt(editor)!, "@**Ana Ruiz** ");
  expect(after).toMatchObject({ text: "hi @**Ana Ruiz** , look", cursor: 17 });
  expect(undo(after)).toMatchObject({ text: "hi @an, look", cursor: 6 });
});

test.each([
  ["@**Ana Ruiz** ", ",", "@**Ana Ruiz**,"],
  ["ask @_**Bo|9** ", "?", "ask @_**Bo|9**?"],
  ["(in #**backend>deploy window** ", ")", "(in #**backend>deploy window**)"],
  ["@*translators* ", "!", "@*translators*!"],
  ["@**Ana Ruiz** ", ":", "@**Ana Ruiz** :"],
  ["@**Ana Ruiz** ", "l", "@**Ana Ruiz** l"],
  ["so **bold** ", ",", "so **bold** ,"],
])("%j and then %j is %j", (text, typed, expected) => {
  const after = insertAfterName(editorOf(text), typed, 0);
  expect(after).toMatchObject({ text: expected, cursor: expected.length });
  expect(undo(after).text).toBe(text);
});
