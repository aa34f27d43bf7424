import { expect, test } from "vitest";
import { keymapOf, keysOf, press, strokesOf } from "#commands/keymap.ts";
import {
  isStroke,
  keyConflicts,
  readOverrides,
  suggestedStroke,
} from "#commands/keys/overrides.ts";
import { commands } from "#commands/tables/commands.ts";
import { altKey, controlKey, plainKey } from "#ui/input/decoder.ts";

const read = (written: Readonly<Record<string, readonly string[]>>) =>
  readOverrides(new Map(Object.entries(written)), commands);

test("valid keys replace a command's defaults, and an empty list removes them", () => {
  const written = { "triage.done": ["e", "g Z", "^Space"], "triage.next": [] };
  expect(read(written)).toEqual({ overrides: written, complaints: [] });
});

test.each([
  ["triage.don", ["e"], 'Unknown command "triage.don". Did you mean "triage.done"?'],
  ["nonsense", ["e"], 'Unknown command "nonsense".'],
  ["triage.done", ["Ctrl+K"], 'triage.done has "Ctrl+K", which is not a key. Did you mean "^K"?'],
  ["triage.done", ["g  d"], 'triage.done has "", which is not a key.'],
])("%s = %j is reported, and the command keeps its default keys", (command, keys, sentence) => {
  expect(read({ [command]: keys })).toEqual({ overrides: {}, complaints: [{ command, sentence }] });
});

test("invalid keys of a command are reported, and its valid ones apply", () => {
  const { overrides, complaints } = read({ "triage.done": ["Entr", "d"] });
  expect(overrides).toEqual({ "triage.done": ["d"] });
  expect(complaints).toHaveLength(1);
});

test("keys for one context override those for all contexts", () => {
  const written = { "reader.triage.done": ["d"], "triage.done": ["E", "x"] };
  const { overrides, complaints } = read(written);
  expect(overrides).toEqual(written);
  // They conflict with other commands, as tested below.
  expect(complaints.length).toBeGreaterThan(0);
  const done = commands.find(({ id }) => id === "triage.done")!;
  expect(keysOf(done, overrides, "reader")).toEqual(["d"]);
  expect(keysOf(done, overrides, "list")).toEqual(["E", "x"]);
});

test("keys of a context apply in the contexts inside it", () => {
  const take = commands.find(({ id }) => id === "dialog.take")!;
  const { overrides, complaints } = read({ "input.dialog.take": ["F2"] });
  expect(complaints).toEqual([]);
  expect(keysOf(take, overrides, "search")).toEqual(["F2"]);
  expect(keysOf(take, overrides, "menu")).toEqual(["Enter"]);
});

test.each([
  [
    { "topic.mute": ["x"] },
    '"x" is bound to both topic.mute and compose.direct: topic.mute is run (in a list, in a conversation, in the sidebar).',
  ],
  [
    { "reader.message.star": ["g"] },
    '"g" is bound to message.star, so "g i" never reaches go.inbox (in a conversation).',
  ],
])("%j is reported with both commands, and the configured one runs", (written, sentence) => {
  const { overrides, complaints } = read(written as Record<string, string[]>);
  expect(complaints).toContainEqual({ command: Object.keys(written)[0], sentence });
  const [name = ""] = Object.keys(written);
  const key = Object.values(written)[0]?.[0] ?? "";
  const pressed = press(keymapOf(commands, overrides), "reader", "", key);
  expect(pressed).toMatchObject({ kind: "run" });
  expect(name).toContain(pressed.kind === "run" ? pressed.command.id : "nothing");
});

test("the web preset names existing commands, has no conflicts, and yields to configured keys", () => {
  const preset = (written: Record<string, readonly string[]>) =>
    readOverrides(new Map(Object.entries(written)), commands, "web");
  const { overrides, complaints } = preset({});
  expect(complaints).toEqual([]);
  const conflicts = (over: Parameters<typeof keyConflicts>[1]) =>
    keyConflicts(commands, over).map(({ sentence }) => sentence);
  expect(conflicts(overrides)).toEqual(conflicts({}));
  const names = commands.flatMap(({ id, where }) => [id, ...where.map((each) => `${each}.${id}`)]);
  expect(Object.keys(overrides).filter((name) => !names.includes(name))).toEqual([]);
  const done = commands.find(({ id }) => id === "triage.done")!;
  expect(keysOf(done, overrides, "reader")).toEqual(["Alt+e"]);
  expect(keysOf(done, overrides, "list")).toEqual(["e"]);
  expect(keysOf(done, preset({ "triage.done": ["X"] }).overrides, "reader")).toEqual(["X"]);
  const taken = preset({ "reader.triage.done": ["d"] });
  expect(taken.complaints).toMatchObject([{ command: "reader.triage.done" }]);
  const pressed = press(keymapOf(commands, taken.overrides), "reader", "", "d");
  expect(pressed).toMatchObject({ command: { id: "triage.done" } });
});

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

test("every key of the decoder and of the table can be configured", () => {
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
])("%s is not a key, and the suggestion is %s", (written, suggestion) => {
  expect(isStroke(written)).toBe(false);
  expect(suggestedStroke(written)).toBe(suggestion);
});
