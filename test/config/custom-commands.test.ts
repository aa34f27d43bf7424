/** `[[command]]` in the configuration file: what is read, and the sentence and line of what is wrong. */
import { expect, test } from "vitest";
import { readConfig } from "#config/file.ts";

function read(text: string) {
  const reading = readConfig(text, "config.toml");
  if (reading.kind === "broken") throw new Error(reading.sentence);
  return reading;
}

test("a command has a title, what it runs, and what is asked before", () => {
  const { config, warnings, holdsKey } = read(`
    theme = "dark"
    [[command]]
    title = "Ticket"
    key = "F5"
    context = ["message", "list"]
    run = ["ticket", "new", "--title={prompt.title}", "{message.link}"]
    input = "{message.content}"
    output = "notice"
    confirm = true
    prompts = [
      { name = "title" },
      { name = "kind", title = "Kind of ticket", choices = ["bug", "wish"] },
      { name = "team", lines = ["ticket", "teams"] },
    ]
    [[command]]
    title = "Read aloud"
    run = 'say "$WEIR_MESSAGE_CONTENT"'
  `);
  expect(warnings).toEqual([]);
  expect(holdsKey).toBe(false);
  expect(config.options.theme).toBe("dark");
  expect(config.commands).toEqual([
    {
      at: 0,
      title: "Ticket",
      keys: ["F5"],
      contexts: ["message", "list"],
      run: {
        kind: "words",
        words: ["ticket", "new", "--title={prompt.title}", "{message.link}"],
      },
      input: "{message.content}",
      prompts: [
        { name: "title", title: "title", kind: "text", words: [] },
        { name: "kind", title: "Kind of ticket", kind: "choice", words: ["bug", "wish"] },
        { name: "team", title: "team", kind: "lines", words: ["ticket", "teams"] },
      ],
      output: "notice",
      confirm: true,
    },
    {
      at: 1,
      title: "Read aloud",
      keys: [],
      contexts: ["message"],
      run: { kind: "shell", line: 'say "$WEIR_MESSAGE_CONTENT"' },
      prompts: [],
      output: "none",
      confirm: false,
    },
  ]);
});

const good = '[[command]]\ntitle = "Good"\nrun = "true"\n';

test.each([
  ['title = "A"', 4, "The command A needs run."],
  ['title = "A"\nrun = []', 6, "run of the command A is a list; it must be a shell line,"],
  ['title = "A"\nrun = ["a", 1]', 6, "run of the command A is a list;"],
  ['run = "true"', 4, "The command number 2 needs title."],
  ['title = 3\nrun = "true"', 5, "title of the command number 2 is 3; it must be a text."],
  ['title = "A"\nrun = "true"\nkey = 5', 7, "key of the command A is 5; it must be a quoted key"],
  ['title = "A"\nrun = "true"\ncontext = "reader"', 7, "it must be one of list, conversation,"],
  ['title = "A"\nrun = "true"\noutput = "mail"', 7, "it must be one of none, notice, reader,"],
  ['title = "A"\nrun = "true"\nconfirm = "yes"', 7, 'is "yes"; it must be true or false.'],
  ['title = "A"\nrun = "true"\ninput = 1', 7, "is 1; it must be a quoted text."],
  ['title = "A"\nrun = "true"\nprompts = "x"', 7, "it must be a list of prompts."],
  [
    'title = "A"\nrun = "true"\nprompts = [{}]',
    7,
    "a list of prompts, each with a name of letters and digits.",
  ],
  [
    'title = "A"\nrun = "true"\nprompts = [{ name = "a", choices = [] }]',
    7,
    "and either choices or lines, a list of texts.",
  ],
  [
    'title = "A"\nrun = "true"\nprompts = [{ name = "a", lines = "ls" , choices = ["b"] }]',
    7,
    "and either choices or lines, a list of texts.",
  ],
])(
  "a command that cannot be used is told with its line, and the rest works: %j",
  (text, line, words) => {
    const { config, warnings } = read(`${good}[[command]]\n${text}\n${good}`);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(words);
    expect(warnings[0]).toMatch(`config.toml, line ${line}: `);
    expect(config.commands.map(({ title, at }) => [title, at])).toEqual([
      ["Good", 0],
      ["Good", 2],
    ]);
  },
);

test("an unknown key is told, and the command works without it", () => {
  const { config, warnings } = read(`${good}keys = "F5"\n`);
  expect(warnings).toEqual(["config.toml, line 4: Commands have no keys. Did you mean key?"]);
  expect(config.commands).toHaveLength(1);
});

test("what is no list of tables is told", () => {
  expect(read('command = "x"').warnings).toEqual([
    'config.toml: command is "x"; each command is a table [[command]].',
  ]);
  expect(read("command = [1]").warnings).toEqual([
    "config.toml: A command is 1; it must be a table.",
  ]);
});
