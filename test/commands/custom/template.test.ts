/** Values in the texts of a command, and in a shell's line. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  argumentProblem,
  filled,
  namesIn,
  shellLine,
  valuesLikeOptions,
  variablesOf,
} from "#commands/custom/template.ts";

test("names stand in braces, two braces are the text itself, and a value is not read again", () => {
  const text = "{message.content} {{topic}} { topic } {} {print $1} {nothing}";
  expect(namesIn(text)).toEqual(["message.content", "nothing"]);
  expect(filled(text, { "message.content": "{topic}", topic: "lunch" })).toBe(
    "{topic} {topic} { topic } {} {print $1} ",
  );
});

test("a value is a variable, unless it is too long for one", () => {
  expect(variablesOf({ "message.content": "hi", conversation: "x".repeat(200_000) })).toEqual({
    WEIR_MESSAGE_CONTENT: "hi",
  });
});

const hostile = [
  "plain words",
  "$(touch owned)",
  "`touch owned`",
  '"; touch owned; "',
  "'; touch owned; '",
  "a\nb\ttouch owned\\",
  "* ~ $HOME $IFS !! # -n",
  "\\\" $(touch owned) \\'",
];

/** Runs a line once for each topic. One shell starts the others, because starting them from here takes longer. */
const forEach =
  'line=$1; shift; for topic; do WEIR_TOPIC=$topic /bin/sh -c "$line"; printf "\\0"; done';

test.each([
  ["printf %s {topic}", (value: string) => value],
  ['printf %s "to: {topic}!"', (value: string) => `to: ${value}!`],
  ["printf %s a{topic}b", (value: string) => `a${value}b`],
  ["printf %s \\\"{topic}\\'", (value: string) => `"${value}'`],
  ["printf '%s' {topic}", (value: string) => value],
  ["printf %s {{topic}}", () => "{topic}"],
  ['printf %s "$WEIR_TOPIC"', (value: string) => value],
])("a shell reads no part of a value: %s", (line, expected) => {
  const shell = shellLine(line);
  if (typeof shell === "string") throw new Error(shell);
  for (const topic of hostile) expect(variablesOf({ topic })).toEqual({ WEIR_TOPIC: topic });
  const argv = ["-c", forEach, "sh", shell.line, ...hostile];
  const env = { PATH: process.env["PATH"] };
  const printed = execFileSync("/bin/sh", argv, { env, encoding: "utf8" });
  expect(printed.split("\0").slice(0, -1)).toEqual(hostile.map(expected));
});

test.each([
  "echo '{topic}'",
  "echo `echo {topic}`",
  'echo "$(echo {topic})"',
  "eval echo {topic}",
  'sh -c "echo {topic}"',
  "ssh host echo {topic}",
  "echo {topic} | sh",
  'trap "echo {topic}" EXIT',
  'tmux display-message "{topic}"',
  'awk "BEGIN { print \\"{topic}\\" }"',
  'perl -e "print \\"{topic}\\""',
  'bash -lc "echo {topic}"',
  "cat <<END\n{topic}\nEND",
])("a line in which that is not certain is refused, with what to write: %j", (line) => {
  const quoted = /in single quotes .*: write "\$WEIR_TOPIC" there, or make run a list$/;
  const read = /could be read as a command: write "\$WEIR_TOPIC" where no program reads it as one/;
  expect(shellLine(line)).toMatch(line.includes("'{topic}'") ? quoted : read);
});

test.each([
  ["sh", "-c", "echo {topic}"],
  ["/bin/bash", "-lc", 'echo "{topic}"'],
  ["env", "LANG=C", "sh", "-ec", "echo {topic}"],
  ["timeout", "10s", "zsh", "-c", "echo {topic}"],
  ["xargs", "-0", "sh", "-c", "echo {topic}"],
  ["python3", "-c", "print('{topic}')"],
  ["perl", "-e", "print '{topic}'"],
  ["node", "--eval", "console.log('{topic}')"],
  ["node", "--eval=console.log('{topic}')"],
  ["vim", "-c", "echo '{topic}'"],
  ["emacs", "--eval={topic}"],
  ["alacritty", "-e", "sh", "-c", "echo {topic}"],
  ["docker", "exec", "box", "/bin/bash", "-c", "echo {topic}"],
  ["ssh", "host", "notify", "{topic}"],
  ["tmux", "display-message", "{topic}"],
  ["watch", "echo {topic}"],
  ["awk", 'BEGIN { print "{topic}" }'],
  ["sudo", "-u", "me", "sed", "s/x/{topic}/"],
  ["sqlite3", "notes.db", "insert into notes values ('{topic}')"],
  ["psql", "-c", "insert into notes values ('{topic}')"],
  ["some-shell", "-c", "echo {topic}"],
  ["some-language", "--eval", "{topic}"],
] as const)("a value that another program reads as a command is refused: %j", (...words) => {
  expect(argumentProblem(words)).toMatch(
    /could read \{topic\} as a command: let it read the variable WEIR_TOPIC, or write it in input$/,
  );
});

test.each([["sh"], ["bash", "-s", "--", "x"], ["python3"], ["ssh", "-q", "host"]] as const)(
  "a value that is read as commands on the standard input is refused: %j",
  (...words) => {
    expect(argumentProblem(words, "{topic}")).toMatch(/the variable WEIR_TOPIC$/);
  },
);

test.each([
  ["notes", "add", "{topic}"],
  ["sh", "-c", 'echo "$1"', "echo", "{topic}"],
  ["bash", "page.sh", "{topic}"],
  ["git", "-c", "user.name={topic}", "log"],
  ["grep", "-e", "{topic}", "notes.md"],
  ["env", "NAME={topic}", "notes"],
  ["python3", "page.py", "--to={topic}"],
  ["ssh", "host", "cat >> notes"],
  ["vim", "-R", "-"],
  ["gh", "label", "watch", "{topic}"],
  ["awk", 'BEGIN { print ENVIRON["WEIR_TOPIC"] }'],
] as const)("a value that is an argument is none: %j", (...words) => {
  expect(argumentProblem(words, "{topic}")).toBeUndefined();
});

test.each([
  ["notify {topic}", true],
  ['notify "{topic} is new"', true],
  ['notify "New: {topic}"', false],
  ['notify " {topic}"', false],
  ["notify -- {topic}", false],
  // Quoted dashes end no options.
  ['notify "one -- two" {topic}', true],
  ["notify 'one -- two' {topic}", true],
  // What only a shell can divide is asked about as before.
  ['true # a " mark\nnotify {topic} "x"', true],
  [`notify "\${X:-"a {topic}"}"`, true],
] as const)("%j: a value that begins an argument may be an option: %s", (line, isAsked) => {
  const names = valuesLikeOptions({ kind: "shell", line }, { topic: "--output=x" });
  expect(names).toEqual(isAsked ? ["topic"] : []);
});
