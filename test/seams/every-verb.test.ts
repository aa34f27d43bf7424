/** What every verb has in common; a new verb is tested by being in the table. */
import { expect, test } from "vitest";
import { readCommandLine } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import { isCommon, listOptions } from "#cli/verb-options.ts";
import { verbs } from "#cli/verbs.ts";

const all = verbs.map((verb) => [`weir ${verb.name}`.trim(), verb] as const);

test.each(all)("%s names its help after an unknown option", (line, { name }) => {
  const argv = [...name.split(" ").filter((word) => word !== ""), "--nonsense"];
  expect(() => readCommandLine(argv, "1")).toThrow(
    new Exit("usage", `Unknown option '--nonsense'. See ${line} --help.`),
  );
});

test.each(all)(
  "the help of %s has its own options, and one line for the common ones",
  (line, verb) => {
    const help = readCommandLine([...line.split(" ").slice(1), "--help"], "1");
    const text = "text" in help ? help.text : "";
    const own = verb.options.filter((option) => verb.name === "" || !isCommon(option));
    for (const { flags } of own) expect(text).toContain(`  ${flags}`);
    if (verb.name === "") return;
    const common = verb.options.filter(isCommon);
    for (const { flags } of common) expect(text).not.toContain(`  ${flags}`);
    expect(text.includes("Common options (see weir --help): ")).toBe(common.length > 0);
  },
);

test("the help of weir describes the options of most verbs", () => {
  const help = readCommandLine(["--help"], "1");
  for (const { flags } of listOptions)
    expect(help).toHaveProperty("text", expect.stringContaining(flags));
});
