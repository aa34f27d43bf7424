import { expect, test } from "vitest";
import { manualPage } from "#app/shell-verbs.ts";
import { allVerbs } from "../support/verb.ts";

const verbs = allVerbs.filter(({ isHidden }) => isHidden !== true);

test("the manual page has every verb, and no line that troff would parse as a request", () => {
  const page = manualPage(allVerbs, "1.2.3");
  for (const { name } of verbs) expect(page).toContain(`.SS weir ${name}`.trim());
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  const known = /^\.(?:TH|SH|SS|TP|B|PP|nf|fi)(?: |$)/;
  expect(requests.filter((line) => !known.test(line))).toEqual([]);
});

test("the manual page's frame and descriptions of verbs", async () => {
  const some = verbs.filter(({ name }) =>
    ["", "send", "people edit", "people deactivate"].includes(name),
  );
  expect(some).toHaveLength(4);
  await expect(manualPage(some, "1.2.3")).toMatchFileSnapshot("golden/man.txt");
});

test.each(verbs.map((verb) => [verb.name, verb] as const))(
  "the help of weir %s has an example",
  (_, { name, alias = name, examples = [] }) => {
    const isOf = (line: string) =>
      [name, alias].some((word) => line.includes(`weir ${word}`.trim()));
    expect(examples).not.toEqual([]);
    expect(examples.filter((line) => !isOf(line))).toEqual([]);
  },
);
