/** How keys are spelled: every name that a terminal's bytes can get, and none besides. */
import { expect, test } from "vitest";
import { strokesOf } from "#commands/keymap.ts";
import { isStroke, suggestedStroke } from "#commands/strokes.ts";
import { commands } from "#commands/table.ts";
import { altKey, controlKey, plainKey } from "#ui/input/key.ts";

/** Every key of the decoder: letters, controls, and each sequence with each set of modifiers. */
function decoded(): Set<string> {
  const characters = Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code));
  const held = Array.from({ length: 8 }, (_, at) => at + 1);
  const inputs = [
    ...characters.flatMap((character) => [plainKey(character), altKey(character)]),
    ...held.flatMap((modifiers) => [
      ...[..."ABCDEFHPQRSZM"].map((final) => controlKey(`1;${modifiers}`, final)),
      ...characters.map((_, number) => controlKey(`${number};${modifiers}`, "~")),
      ...characters.map((_, code) => controlKey(`${code};${modifiers}`, "u")),
    ]),
  ];
  return new Set(inputs.flatMap((input) => (input?.kind === "key" ? [input.stroke] : [])));
}

test("every key that the decoder knows may be configured, and so may those of the table", () => {
  const strokes = decoded();
  expect(strokes.size).toBeGreaterThan(500);
  expect([...strokes].filter((stroke) => !isStroke(stroke))).toEqual([]);
  const taken = commands.flatMap(({ keys }) => keys.flatMap(strokesOf));
  expect(taken.filter((stroke) => !isStroke(stroke))).toEqual([]);
});

test.each([
  ["Ctrl+K", "^K"],
  ["ctrl-k", "^K"],
  ["^k", "^K"],
  ["M-x", "Alt+x"],
  ["enter", "Enter"],
  ["escape", "Esc"],
  ["PageUpp", "PageUp"],
  ["ctrl+up", "Ctrl+Up"],
  ["Alt+Entr", "Alt+Enter"],
  ["", undefined],
  ["hello", undefined],
])("%s is no key, and means %s", (written, meant) => {
  expect(isStroke(written)).toBe(false);
  expect(suggestedStroke(written)).toBe(meant);
});
