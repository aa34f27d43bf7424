/** What every verb has in common; a new verb is tested by being in the table. */
import { expect, test } from "vitest";
import { readCommandLine } from "#cli/command-line.ts";
import { Exit } from "#cli/exit-codes.ts";
import { verbs } from "#cli/verbs.ts";

const all = verbs.map((verb) => [`weir ${verb.name}`.trim(), verb] as const);

test.each(all)("%s names its help after an unknown option", (line, { name }) => {
  const argv = [...name.split(" ").filter((word) => word !== ""), "--nonsense"];
  expect(() => readCommandLine(argv, "1")).toThrow(
    new Exit("usage", `Unknown option '--nonsense'. See ${line} --help.`),
  );
});
