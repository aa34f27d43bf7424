/** Rules with commands, and when a rule counts as the same. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rulesFor, rulesIn } from "../../support/rules.ts";

const command = (lines: string) =>
  `[[command]]\ntitle = "Page"\nrun = ["page", "{message.link}"]\n${lines}\n`;
const rule = '[[rule]]\ntitle = "Fire"\ntext = "sev1"\ndo = "command"\ncommand = "Page"\n';

test("a rule runs a command of the user's own", () => {
  const { rules, complaints } = rulesIn(`${rule}${command('output = "notice"')}`);
  expect(complaints).toEqual([]);
  expect(rules.map(({ deed }) => deed)).toEqual([{ kind: "command", title: "Page" }]);
});

test.for([
  ['prompts = [{ name = "why" }]', "it has prompts"],
  ["confirm = true", "it asks before it runs"],
  ['output = "reader"', "its output is reader, and must be none or notice"],
  ['output = "composer"', "its output is composer, and must be none or notice"],
  ['output = "terminal"', "its output is terminal, and must be none or notice"],
  ['context = "composer"', "its context is neither message nor conversation"],
] as const)("a rule does not run a command with %s", ([lines, because]) => {
  expect(rulesIn(rule + command(lines))).toEqual({
    rules: [],
    complaints: [`The rule Fire cannot run the command Page: ${because}.`],
  });
});

test("a rule does not run a command that does not exist, or that cannot run", () => {
  const wrong = rule.replace('"Page"', '"Pgae"');
  expect(rulesIn(wrong + command("")).complaints).toEqual([
    "The rule Fire cannot run: there is no command Pgae. Did you mean Page?",
  ]);
  const { rules, complaints } = rulesIn(rule + command("").replace("message.link", "message.lnik"));
  expect(rules).toEqual([]);
  expect(complaints).toContain("The rule Fire cannot run: there is no command Page.");
});

test("a rule is the same after it was moved, and another one after any change of it or its command", () => {
  const digestsOf = (text: string) => rulesIn(text).rules.map(({ digest }) => digest);
  const [one, two] = rulesFor({ A: 'bot = true\ndo = "done"', B: 'bot = false\ndo = "done"' });
  const [second, first] = rulesFor({ B: 'bot = false\ndo = "done"', A: 'do = "done"\nbot = true' });
  expect([first?.digest, second?.digest]).toEqual([one?.digest, two?.digest]);
  const variants = [
    'bot = true\ndo = "mute"',
    'bot = false\ndo = "done"',
    'bot = true\nfrom = "x"\ndo = "done"',
    'bot = true\ndo = "snooze"\nuntil = "in 2h"',
    'bot = true\ndo = "snooze"\nuntil = "in 3h"',
  ];
  const all = variants.map((lines) => rulesFor({ A: lines })[0]?.digest);
  expect(new Set([...all, one?.digest]).size).toBe(variants.length + 1);
  expect(digestsOf(rule + command("confirm = false"))).toEqual(digestsOf(rule + command("")));
  expect(digestsOf(rule + command('input = "x"'))).not.toEqual(digestsOf(rule + command("")));
});

test("the examples of the guide can be used, with a command of the guide", () => {
  const blocksOf = (page: string, kind: string) =>
    readFileSync(`assets/guide/${page}.md`, "utf8")
      .split("\n\n")
      .filter((block) => block.startsWith(`    [[${kind}]]`))
      .map((block) => block.replace(/^ {4}/gm, ""));
  const examples = blocksOf("rules", "rule");
  expect(examples.length).toBeGreaterThanOrEqual(5);
  const { rules, complaints } = rulesIn(
    [...blocksOf("commands", "command"), ...examples].join("\n"),
  );
  expect(complaints).toEqual([]);
  expect(rules).toHaveLength(examples.length);
});
