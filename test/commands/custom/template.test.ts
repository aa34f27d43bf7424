/** Values in the texts of a command, and in a shell's line. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { filled, namesIn, shellLine, variablesOf } from "#commands/custom/template.ts";

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
  for (const topic of hostile) {
    const env = { PATH: process.env["PATH"], ...variablesOf({ topic }) };
    const printed = execFileSync("/bin/sh", ["-c", shell.line], { env, encoding: "utf8" });
    expect(printed).toBe(expected(topic));
  }
});

test.each([
  "echo '{topic}'",
  "echo `echo {topic}`",
  'echo "$(echo {topic})"',
  "eval echo {topic}",
  'sh -c "echo {topic}"',
  'bash -lc "echo {topic}"',
  "cat <<END\n{topic}\nEND",
])("a line in which that is not certain is refused, with what to write: %j", (line) => {
  expect(shellLine(line)).toMatch(/write "\$WEIR_TOPIC" there, or make run a list$/);
});
