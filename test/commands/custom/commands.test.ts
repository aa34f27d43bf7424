/** Commands of the configuration as commands, and what is said of those that cannot be used. */
import { expect, test } from "vitest";
import { keysIn } from "#app/configured-keys.ts";
import { customCommands } from "#commands/custom/commands.ts";
import { keymapOf, press } from "#commands/keymap.ts";
import { commands } from "#commands/tables/commands.ts";
import { readConfig } from "#config/file.ts";

function configured(text: string) {
  const reading = readConfig(text, "config.toml");
  if (reading.kind === "broken") throw new Error(reading.sentence);
  return customCommands(reading.config.commands);
}

const command = (rest: string) => `[[command]]\ntitle = "Ticket"\n${rest}\n`;

test.each([
  ['run = ["echo", "{mesage.id}"]', "there is no value {mesage.id}; there is {message.id}."],
  ['run = ["echo", "{zebra}"]', "there is no value {zebra}; for the text itself write {{zebra}}."],
  ['run = "true"\ninput = "{prompt.why}"', "there is no value {prompt.why}; for the text itself"],
  ["run = \"echo '{topic}'\"", "in single quotes {topic} stays as it is: write "],
  ['run = "eval {topic}"', "{topic} could be read as a command: write "],
  ['run = ["sh", "-c", "echo {topic}"]', "sh could read {topic} as a command: let it read "],
  ['run = ["echo", "a\\u0000b"]', "a NUL stands in it, which no program can be given."],
  ['run = "echo a\\u0000b"', "a NUL stands in it"],
  [
    'run = "true"\nprompts = [{ name = "x", lines = ["sh", "-c", "ls {topic}"] }]',
    "sh could read {topic} as a command: let it read ",
  ],
])("one that cannot run is not there, and why: %s", (rest, sentence) => {
  const { commands: found, complaints } = configured(command(rest));
  expect(found).toEqual([]);
  expect(complaints).toMatchObject([{ at: 0, key: "run" }]);
  expect(complaints[0]?.sentence).toContain(`The command Ticket cannot run: ${sentence}`);
});

test.each([
  ['key = "Ctrl-x"', "it is written ^X."],
  ['key = ["F5", "wheel"]', "no terminal sends it."],
  ['key = "x"\ncontext = "composer"', "in the composer it is a letter of the text."],
])("a key that cannot be pressed is told, and the command works without it: %s", (rest, why) => {
  const { commands: found, complaints } = configured(command(`run = "true"\n${rest}`));
  expect(found.map(({ keys }) => keys)).toEqual([rest.includes("F5") ? ["F5"] : []]);
  expect(complaints).toMatchObject([{ key: "key", sentence: expect.stringContaining(why) }]);
});

test("of two with one name the second is not there", () => {
  const { commands: found, complaints } = configured(command('run = "a"') + command('run = "b"'));
  expect(found).toHaveLength(1);
  expect(complaints).toEqual([
    { at: 1, key: "title", sentence: "There is another command named Ticket." },
  ]);
});

test("it has a key that another command has by default", () => {
  const { commands: own } = configured(command('run = "true"\nkey = "e"\ncontext = "list"'));
  const pressed = (where: "list" | "reader") =>
    press(keymapOf([...commands, ...own]), where, "", "e");
  expect(pressed("list")).toMatchObject({ command: { id: "custom.ticket" } });
  expect(pressed("reader")).toMatchObject({ command: { id: "triage.done" } });
});

test("it has a key that a preset, or a line of [keys], gives to another command, which is told", () => {
  const text = `preset = "web"\n${command('run = "true"\nkey = "a"\ncontext = "list"')}`;
  const pressed = (written: string) => {
    const reading = readConfig(written, "config.toml");
    if (reading.kind === "broken") throw new Error(reading.sentence);
    const { keys, complaints } = keysIn(reading.config);
    const { commands: all, overrides } = keys;
    return [
      press(keymapOf(all, overrides), "list", "", "a"),
      complaints.map((each) => each.sentence),
    ];
  };
  const ticket = { kind: "run", command: { id: "custom.ticket" } };
  expect(pressed(text)).toMatchObject([ticket, []]);
  expect(pressed(`${text}[keys]\n"list.triage.done" = "a"\n`)).toMatchObject([
    ticket,
    ['"a" is bound to both custom.ticket and triage.done: custom.ticket is run (in a list).'],
  ]);
});

test("a key that never reaches a command is told, with how many; that of a command of weir's is not", () => {
  const one = (title: string, key: string) =>
    `[[command]]\ntitle = "${title}"\nkey = "${key}"\nrun = "true"\n`;
  const complaintsOf = (text: string) => {
    const reading = readConfig(text, "config.toml");
    if (reading.kind === "broken") throw new Error(reading.sentence);
    return keysIn(reading.config).complaints.map(({ name, sentence }) => `${name}: ${sentence}`);
  };
  expect(complaintsOf(one("First", "F5") + one("Second", "F5") + one("Third", "F6"))).toEqual([
    'command.0.key: "F5" is bound to both custom.second and custom.first: custom.second is run (in a list, in a conversation).',
  ]);
  expect(complaintsOf(one("First", "e x"))).toEqual([
    expect.stringContaining('command.0.key: "e" is bound to triage.done, so "e x" never reaches'),
  ]);
  expect(complaintsOf(one("First", "g"))).toEqual([
    expect.stringMatching(
      /^command\.0\.key: "g" is bound to custom\.first, so "g .*" never reaches .* \d+ more keys never reach theirs\.$/,
    ),
  ]);
  expect(complaintsOf(one("First", "e"))).toEqual([]);
});
