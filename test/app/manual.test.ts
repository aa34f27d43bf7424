import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guideManual, manualPage } from "#app/manual.ts";
import { guideNames, guidePath, guideText } from "#cli/guide.ts";
import { allVerbs } from "../support/verb.ts";

const release = { version: "1.2.3", date: "2026-01-02" };
const verbs = allVerbs.filter(({ isHidden }) => isHidden !== true);

/** Lines that troff would parse as requests and that are none. */
function unknownRequests(page: string): readonly string[] {
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  return requests.filter((line) => !/^\.(?:TH|SH|SS|TP|IP|B|PP|nf|fi)(?: |$)/.test(line));
}

test("the manual page has every verb, and no line that troff would parse as a request", () => {
  const page = manualPage(allVerbs, release);
  for (const { name } of verbs)
    expect(page).toContain(`.SS weir ${name.replaceAll("-", "\\-")}`.trim());
  expect(unknownRequests(page)).toEqual([]);
});

test("pages have the day of the version", () => {
  for (const page of [manualPage(allVerbs, release), guideManual("keys", "# Keys", release)])
    expect(page).toMatch(/^\.TH \S+ [17] "2026-01-02" "weir 1\.2\.3"$/m);
});

const textOf = (name: (typeof guideNames)[number]) =>
  readFileSync(new URL(`../../${guidePath(name)}`, import.meta.url), "utf8");

test.each(guideNames)(
  "nothing of Markdown is left in the page %s of the manual, and no word is lost",
  (name) => {
    const [text, page] = [guideText(textOf(name)), guideManual(name, textOf(name), release)];
    expect(unknownRequests(page)).toEqual([]);
    const shown = page
      .split("\n")
      .filter((line) => !/^ {4}/.test(line))
      .join("\n");
    expect(shown).not.toMatch(/`|\*\*|\]\(|<!--|^#|^\||\| *$|^- /m);
    const signs = { aq: "'", ga: "`", ha: "^", ti: "~" };
    const read = page
      .replace(/\\f[BR]|\\&/g, "")
      .replace(/\\\((aq|ga|ha|ti)/g, (_, sign: keyof typeof signs) => signs[sign])
      .replaceAll("\\-", "-");
    const words = text.replace(/<!--.*?-->|\]\([^)]*\)/g, " ").match(/[\p{L}\d]{2,}/gu) ?? [];
    const heads = new Set(
      text
        .match(/^\|.*(?=\n\| ---)/gm)
        ?.join(" ")
        .match(/[\p{L}\d]+/gu),
    );
    expect(words.filter((word) => !read.includes(word) && !heads.has(word))).toEqual([]);
  },
);

test("a link into another page says how to show that page", () => {
  expect(guideManual("screen", textOf("screen"), release)).toContain(
    "terminal (weir man terminals)",
  );
});

test("a page of the guide as a manual page: sections, tables, lists, code and links", async () => {
  await expect(guideManual("realm", textOf("realm"), release)).toMatchFileSnapshot(
    "golden/man-realm.txt",
  );
  const lines = guideManual("keys", textOf("keys"), release).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([".SH The most common keys", "\\fB\\(haR\\fR", "Redo"]),
  );
});

test("the manual page's frame and descriptions of verbs", async () => {
  const some = verbs.filter(({ name }) =>
    ["", "send", "people edit", "people deactivate"].includes(name),
  );
  expect(some).toHaveLength(4);
  await expect(manualPage(some, release)).toMatchFileSnapshot("golden/man.txt");
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
