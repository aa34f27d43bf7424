import fc from "fast-check";
import { expect, test } from "vitest";
import { inParts, matching, namesOf, ranked } from "#commands/fuzzy.ts";
import { folded } from "#editor/match.ts";

const words = ["deploy", "window", "freeze", "rain", "Ärger", "restart"];
const many = inParts(
  Array.from({ length: 6000 }, (_, at) => ({
    name: `${words[at % 6]} ${words[(at * 5 + 1) % 6]} ${at}`,
  })),
);

const first = (typed: string, limit = 50) =>
  ranked(many, typed, limit).map(({ entry }) => entry.name);

test.each([
  ["d", /^deploy /],
  ["rest", /^restart /],
  ["arg", /^Ärger /],
  ["5997", /5997$/],
  ["dply 4998", /^deploy .*4998$/],
])("%s finds the best match among thousands of names", (typed, expected) => {
  expect(first(typed)[0]).toMatch(expected);
});

test("names beginning with the text come first, wherever they are in the list", () => {
  const late = Array.from({ length: 1000 }, (_, at) => ({
    name: `${at < 600 ? "Anne" : "Eve"} ${at}`,
  }));
  const found = ranked(inParts(late), "e", 200).map(({ entry }) => entry.name);
  expect(found.every((name) => name.startsWith("Eve"))).toBe(true);
});

test("letters that are scattered over a name do not match it", () => {
  const names = ["Deploy window for the weekend", "Going to the mountains", "release notes"];
  const found = (typed: string) => ranked(inParts(names.map((name) => ({ name }))), typed, 9);
  for (const typed of ["dnek", "goms", "ress", "enotes", "lnos"]) expect(found(typed)).toEqual([]);
  for (const typed of ["dpl", "gtm", "dwfw", "relnot", "notes", "mount", "window dep"])
    expect([typed, found(typed).length]).toEqual([typed, 1]);
  expect(matching(names, "dnek")).toEqual([]);
  expect(matching(names, "relnot")).toEqual([2]);
});

test("letters that are not adjacent match if no name contains them in one piece", () => {
  expect(first("wdw").length).toBeGreaterThan(0);
  expect(first("wdw")[0]).toMatch(/window/);
  expect(first("xyz")).toEqual([]);
});

test("an empty text lists the first names in order, up to the limit", () => {
  expect(first("", 3)).toEqual(many[0]?.names.entries.slice(0, 3).map(({ name }) => name));
  expect(first("e", 7)).toHaveLength(7);
});

const letter = fc.constantFrom(..."abÄz1 -\n漢");
const name = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
const searched = {
  names: fc.array(name, { maxLength: 30 }),
  container: fc.option(name, { nil: undefined }),
  typed: fc
    .string({ unit: fc.constantFrom(..."aabz1 漢"), minLength: 1, maxLength: 4 })
    .filter((text) => text.trim() !== ""),
  cut: fc.nat(30),
};

const found = (names: readonly string[], container: string | undefined, typed: string, most = 99) =>
  ranked([{ names: namesOf(names.map((each) => ({ name: each }))), container }], typed, most);

const inTwo = (names: readonly string[], container: string | undefined, cut: number) =>
  [names.slice(0, cut), names.slice(cut)].map((part) => ({
    names: namesOf(part.map((each) => ({ name: each }))),
    container,
  }));

const scoresOf = (all: ReturnType<typeof found>) =>
  all.map(({ entry, score }) => `${score.toFixed(6)} ${entry.name}`).toSorted();

test("the index gives each name the same score as matching it alone, however the names are split into parts", () => {
  const property = fc.property(fc.record(searched), ({ names, container, typed, cut }) => {
    const alone = names.flatMap((each) => found([each], container, typed));
    expect(scoresOf(ranked(inTwo(names, container, cut), typed, 99))).toEqual(scoresOf(alone));
  });
  fc.assert(property);
});

test("if enough names contain the words literally, exactly these are found", () => {
  const property = fc.property(fc.record(searched), ({ names, container, typed, cut }) => {
    const words = folded(typed).trim().split(/\s+/);
    const around = container === undefined || words.length === 1 ? "" : folded(container);
    const hasWord = (text: string, word: string) =>
      ` ${text}`.includes(` ${word}`) || (word.length > 2 && text.includes(word));
    const literal = names.filter((each) =>
      words.every(
        (word) => around.includes(word) || hasWord(folded(each).replaceAll("\n", " "), word),
      ),
    );
    if (literal.length === 0) return;
    const best = found(literal, container, typed, literal.length);
    const all = ranked(inTwo(names, container, cut), typed, literal.length);
    expect(scoresOf(all)).toEqual(scoresOf(best));
  });
  fc.assert(property);
});
