/** `[[rule]]` in the configuration file: what is read, and the sentence and line of what is wrong. */
import { expect, test } from "vitest";
import { readConfig } from "#config/file.ts";

function read(text: string) {
  const reading = readConfig(text, "config.toml");
  if (reading.kind === "broken") throw new Error(reading.sentence);
  return { rules: reading.config.rules, warnings: reading.warnings };
}

const any = { from: [], stream: [], topic: [], text: [], why: [], until: "", command: "" };

test("a rule says which messages it is about, and what happens to them", () => {
  expect(
    read(`
    [[rule]]
    title = "Green builds"
    from = ["CI", "ci@example.com"]
    stream = "builds-*"
    topic = "/^main$/"
    text = "passed"
    bot = true
    do = "done"
    [[rule]]
    title = "Evenings"
    why = ["stream", "followed"]
    do = "snooze"
    until = "tomorrow 9:00"
    [[rule]]
    title = "Fires"
    text = "sev1"
    do = "command"
    command = "Page"
  `),
  ).toEqual({
    warnings: [],
    rules: [
      {
        ...any,
        at: 0,
        title: "Green builds",
        from: ["CI", "ci@example.com"],
        stream: ["builds-*"],
        topic: ["/^main$/"],
        text: ["passed"],
        bot: true,
        deed: "done",
      },
      {
        ...any,
        at: 1,
        title: "Evenings",
        why: ["stream", "followed"],
        deed: "snooze",
        until: "tomorrow 9:00",
      },
      { ...any, at: 2, title: "Fires", text: ["sev1"], deed: "command", command: "Page" },
    ],
  });
});

test.for([
  ["", "The rule A needs do."],
  [
    'do = "forward"',
    'do of the rule A is "forward"; it must be one of done, snooze, mute, notify, command.',
  ],
  [
    'do = "done"',
    "The rule A is about every message: it needs from, stream, topic, text, bot or why.",
  ],
  [
    'do = "done"\ntext = "*"',
    'text of the rule A is "*"; it must be a pattern that can be looked for (it would match everything).',
  ],
  [
    'do = "done"\ntopic = "/(/"',
    'topic of the rule A is "/(/"; it must be a pattern that can be looked for (Unclosed group).',
  ],
  [
    'do = "done"\nstream = ["ops", "#ops-*"]',
    "stream of the rule A is a list; it must be a pattern that can be looked for (names stand here without #).",
  ],
  [
    'do = "done"\nfrom = "@Ana Ruiz"',
    'from of the rule A is "@Ana Ruiz"; it must be a pattern that can be looked for (names stand here without @).',
  ],
  ['do = "done"\nfrom = 3', "from of the rule A is 3; it must be a text, or a list of texts."],
  ['do = "done"\nbot = "yes"', 'bot of the rule A is "yes"; it must be true or false.'],
  [
    'do = "done"\nwhy = "urgent"',
    /^why of the rule A is "urgent"; it must be one of direct, mention, /,
  ],
  ['do = "snooze"\nbot = true', "The rule A needs until, the end of the snooze."],
  [
    'do = "snooze"\nbot = true\nuntil = "soon"',
    /^until of the rule A is "soon"; it must be a time to come, /,
  ],
  [
    'do = "snooze"\nbot = true\nuntil = "yesterday"',
    /^until of the rule A is "yesterday"; it must be a time to come, /,
  ],
  ['do = "mute"\nbot = true\nuntil = "tomorrow"', "The rule A has until, but does not snooze."],
  ['do = "command"\nbot = true', "The rule A needs command, the title of a command."],
  ['do = "done"\nbot = true\ncommand = "Page"', "The rule A has command, but its do is done."],
  ['do = "mute"\nwhy = "direct"', "The rule A mutes topics: direct messages have none."],
] as const)("a rule with %j is left out with a sentence", ([lines, sentence]) => {
  const good = '[[rule]]\ntitle = "B"\nbot = true\ndo = "done"';
  const { rules, warnings } = read(`[[rule]]\ntitle = "A"\n${lines}\n${good}`);
  expect(rules.map(({ title }) => title)).toEqual(["B"]);
  const [warning = ""] = warnings;
  expect(warnings).toHaveLength(1);
  const [, line, words] = /^config\.toml, line (\d+): (.*)$/.exec(warning) ?? [];
  expect(Number(line)).toBeGreaterThan(0);
  if (typeof sentence === "string") expect(words).toBe(sentence);
  else expect(words).toMatch(sentence);
});

test("of two rules with one name, the first is used", () => {
  const one = '[[rule]]\ntitle = "A"\nbot = true\ndo = "done"';
  const { rules, warnings } = read(`${one}\n${one}`);
  expect(rules.map(({ at }) => at)).toEqual([0]);
  expect(warnings).toEqual(["config.toml, line 6: There is another rule named A."]);
});

test("an unknown key is ignored, and the rule used", () => {
  const { rules, warnings } = read('[[rule]]\ntitle = "A"\nbots = true\nbot = true\ndo = "done"');
  expect(rules).toHaveLength(1);
  expect(warnings).toEqual(["config.toml, line 3: Rules have no bots. Did you mean bot?"]);
});

test("what is no list of tables is no rule", () => {
  expect(read('rule = "all"')).toEqual({
    rules: [],
    warnings: ['config.toml: rule is "all"; each rule is a table [[rule]].'],
  });
});
