/** Strokes, sequences and counts; and that the keys of the table do not conflict. */
import { expect, test } from "vitest";
import type { Command, Context } from "#commands/command.ts";
import { keymapOf, press, strokesOf } from "#commands/keymap.ts";
import { keyConflicts } from "#commands/keys/overrides.ts";
import { commands } from "#commands/tables/commands.ts";

const named = (
  id: string,
  keys: readonly string[],
  where: readonly Context[] = ["reader"],
): Command => ({
  id,
  title: id,
  keys,
  where,
  run: () => undefined,
});

const keymap = keymapOf([
  named("down", ["j", "Down"]),
  named("first", ["g g"]),
  named("inbox", ["g i"]),
  named("write", ["j"], ["composer"]),
]);

/** The result of the strokes: the command's ID and count, the pending keys, or "none". */
const typed = (where: Context, ...strokes: readonly string[]): string => {
  let pending = "";
  let result = "";
  for (const stroke of strokes) {
    const pressed = press(keymap, where, pending, stroke);
    pending = pressed.kind === "pending" ? pressed.pending : "";
    if (pressed.kind === "run") result = `${pressed.command.id} ${pressed.count}`;
    else result = pressed.kind === "pending" ? `… ${pressed.pending}` : "none";
  }
  return result;
};

test.each<[readonly string[], string]>([
  [["j"], "down 1"],
  [["5", "j"], "down 5"],
  [["1", "0", "j"], "down 10"],
  [["g"], "… g"],
  [["g", "g"], "first 1"],
  [["3", "g", "i"], "inbox 3"],
  [["g", "x"], "none"],
  [["g", "x", "j"], "down 1"],
  [["0"], "none"],
  [["9", "9", "9", "9", "j"], "down 999"],
])("%j is %s", (strokes, expected) => {
  expect(typed("reader", ...strokes)).toBe(expected);
});

test("digits are not counts in text inputs", () => {
  expect(typed("composer", "5")).toBe("none");
});

test("only the commands of a context run in it", () => {
  expect(typed("composer", "j")).toBe("write 1");
  expect(typed("list", "j")).toBe("none");
});

test("an override replaces a command's default keys", () => {
  const changed = keymapOf([named("down", ["j"])], { down: ["x"] });
  expect(press(changed, "reader", "", "x")).toMatchObject({ kind: "run" });
  expect(press(changed, "reader", "", "j")).toEqual({ kind: "none" });
});

test("a context has the keys of its parents, unless it or a configured key takes them", () => {
  const inner = [named("take", ["Enter", "x"], ["dialog"]), named("own", ["x"], ["search"])];
  const pressed = (stroke: string, overrides = {}) => {
    const found = press(keymapOf(inner, overrides), "search", "", stroke);
    return found.kind === "run" ? found.command.id : found.kind;
  };
  expect([pressed("Enter"), pressed("x")]).toEqual(["take", "own"]);
  expect(keyConflicts(inner, {})).toEqual([]);
  const taken = { "dialog.take": ["F2"], "input.take": ["x"] };
  expect([pressed("Enter", taken), pressed("F2", taken), pressed("x", taken)]).toEqual([
    "none",
    "none",
    "take",
  ]);
  expect(keyConflicts(inner, taken)).toHaveLength(1);
});

test("no two commands conflict in any context", () => {
  expect(keyConflicts(commands, {})).toEqual([]);
});

/** Every binding of the table with its context, strokes and command. */
const bindings = commands.flatMap(({ id, keys, where }) =>
  where.flatMap((context) => keys.map((key) => ({ id, binding: [context, ...strokesOf(key)] }))),
);

test("no two commands share a key in one context", () => {
  const names = bindings.map(({ binding }) => binding.join(" "));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("no key is a prefix of another", () => {
  const all = new Set(bindings.map(({ binding }) => binding.join(" ")));
  const hidden = bindings.filter(({ binding }) =>
    binding.some(
      (_, length) =>
        length > 1 && length < binding.length && all.has(binding.slice(0, length).join(" ")),
    ),
  );
  expect(hidden).toEqual([]);
});

test("commands that delete or send are not bound to Alt and a letter, which a slow connection splits into Esc and the letter", () => {
  const risky = commands
    .filter(({ id }) => /send|done|delete|discard|quit/.test(id))
    .flatMap(({ keys }) => keys.flatMap(strokesOf));
  expect(risky.filter((stroke) => /^Alt\+[a-z]$/i.test(stroke))).toEqual([]);
});

test("every command has a unique ID and a capitalized title", () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  expect(commands.filter(({ title }) => !/^[A-Z]/.test(title))).toEqual([]);
});
