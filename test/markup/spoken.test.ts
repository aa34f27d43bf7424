/** Messages for screen readers: one line, with words for everything that is drawn. */
import { expect, test } from "vitest";
import { parse } from "#markup/parse.ts";
import { spoken } from "#markup/spoken.ts";
import { plainContext } from "../support/reader.ts";

const links: string[] = [];

function spokenText(source: string, openSpoilers = false): string {
  links.length = 0;
  const document = parse(source, { ...plainContext, showAddresses: false });
  return spoken(document, {
    openSpoilers,
    linkNumber: (target) =>
      target.kind === "link" || target.kind === "upload" ? links.push(target.url) : undefined,
  });
}

test.each([
  ["one line\nand another", "one line and another"],
  ["**bold** *words* ~~gone~~ `code`", "bold words gone code"],
  ["first paragraph\n\nsecond", "first paragraph. second"],
  ["Really?\n\nYes.", "Really? Yes."],
  ["# A title\ntext", "A title. text"],
  [
    "see [the graph](https://g.example/2) and https://h.example",
    "see the graph (link 1) and https://h.example (link 2)",
  ],
  ["```python\na = 1\nb = 2\n```", "Code in python, 2 lines."],
  ["```\na = 1\n```", "Code: a = 1"],
  ["```text\na = 1\n```", "Code: a = 1"],
  ["> ok to roll back?\n\nyes", "Quote: ok to roll back? End of quote. yes"],
  ["* milk\n* bread", "Item: milk. Item: bread."],
  ["3. milk\n4. bread", "3. milk. 4. bread."],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "Table, 1 row: a, b. Row 1: 1, 2."],
  ["```spoiler The end\nhe lives\n```", "Spoiler: The end, hidden."],
  ["[a flag](/user_uploads/1/ab/a%20flag.png)", "a flag, a flag.png (link 1)"],
  ["[flag.png](/user_uploads/1/ab/flag.png)", "flag.png (link 1)"],
  ["[notes](/user_uploads/1/ab/notes.txt)", "notes (link 1)"],
  ["", ""],
])("%j is spoken as %j", (source, line) => {
  expect(spokenText(source)).toBe(line);
});

test("of the address beside a link that can be opened, the host is spoken", () => {
  const source = "see [the graph](https://g.example/2?a=1) (https://g.example), both";
  const document = parse(source, { ...plainContext, showAddresses: true });
  const heard = (number?: number) =>
    spoken(document, { openSpoilers: false, linkNumber: () => number });
  expect(heard(1)).toContain("see the graph (link 1, g.example) (https://g.example");
  expect(heard()).toContain("see the graph (https://g.example/2?a=1) (https://g.example");
});

test("an open spoiler is spoken in full, with its end", () => {
  expect(spokenText("```spoiler The end\nhe lives\n```\nafter", true)).toBe(
    "Spoiler: The end. he lives. End of spoiler. after",
  );
});
