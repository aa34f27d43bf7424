/** The derived parts of README and the guide are current, what pages link is there, and pages for newcomers stay short. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { derivedPage, derivedParts, pages, partsOf } from "#build/docs.ts";
import { packedFiles } from "#build/package.ts";
import { verbs } from "#cli/verbs.ts";
import { files, root, sources, text } from "./tree.ts";

test.each(pages)("the derived parts of %s are current (`npm run docs` writes them)", (path) => {
  const page = text(path);
  expect(page).toBe(derivedPage(page));
});

test("each derived part is on one page of README and the guide, and every page of the guide is declared", () => {
  const written = [...Object.keys(derivedParts), "versions"];
  expect(pages.flatMap((path) => partsOf(text(path))).sort()).toEqual(written.sort());
  expect(files("README.md", "assets/guide/*")).toEqual([...pages].sort());
});

test("the page about accounts names the commands that accept --all-accounts", () => {
  const [, names = ""] =
    /^(.*) accept `--all-accounts`/m.exec(text("assets/guide/accounts.md")) ?? [];
  const named = [...names.matchAll(/`([a-z]+)`/g)].map(([, name]) => name);
  const accepting = verbs.filter(({ everyAccount }) => everyAccount === true);
  expect(named.sort()).toEqual(accepting.map(({ name }) => name).sort());
});

test.each([
  ["the keys of a day", "README.md", "day", 20, 20],
  ["the most common keys", "assets/guide/keys.md", "keys", 21, 64],
] as const)("the table of %s in %s is not too long", (_, path, part, atLeast, atMost) => {
  const [, table = ""] =
    new RegExp(`<!-- ${part}:begin -->(.*)<!-- ${part}:end -->`, "s").exec(text(path)) ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  expect(rows.length).toBeLessThanOrEqual(atMost);
});

test.each([
  ["README.md", 180],
  ["src/README.md", 250],
] as const)("%s has at most %i lines", (path, lines) => {
  expect(text(path).trimEnd().split("\n").length).toBeLessThanOrEqual(lines);
});

/** What a page links to in the repository, from its root. */
function linkedFrom(path: string): readonly string[] {
  return [...text(path).matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) =>
    join(dirname(path), to),
  );
}

/** Pages for who changes weir. */
const inside = ["test/README.md", ...files("src/**/*.md")];

test("what pages link to is there, and the package has what the guide links to", () => {
  const linked = [...pages, ...inside].flatMap(linkedFrom);
  expect(linked.length).toBeGreaterThan(30);
  expect(linked.filter((path) => !existsSync(root + path))).toEqual([]);
  const guide = pages.slice(1).flatMap((path) => [path, ...linkedFrom(path)]);
  expect(guide.filter((path) => !packedFiles().includes(path))).toEqual([]);
});

/** Folders of nouns in the tree of `src/README.md`, such as `commands/lists/`. */
function foldersInTree(): readonly string[] {
  const [, tree = ""] = /## Nouns\n.*?\n\n((?: {4}.*\n)+)/s.exec(text("src/README.md")) ?? [];
  let floor = "";
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", words = ""] = /^ {4}( *)(\S.*)/.exec(line) ?? [];
    const named = [...words.matchAll(/([\w/-]+)\/(?=\s|$)/g)].map(([, name = ""]) => name);
    if (indent === "") [floor = ""] = named;
    return indent === ""
      ? named.filter((name) => name.includes("/"))
      : named.map((name) => `${floor}/${name}`);
  });
}

test("every file that the pages about the inside name exists", () => {
  const all = [...sources, ...files("test/**/*.*", "assets/**/*.*", "src/**/*.{md,txt}")];
  const named = inside.flatMap((path) => [
    ...text(path).matchAll(/`([\w/-]+(?:\.[\w-]+)*\.(?:tsx?|md|txt))`/g),
  ]);
  const isThere = (name: string) => all.some((path) => `/${path}`.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.map(([, name = ""]) => name).filter((name) => !isThere(name))).toEqual([]);
});

test("the word that src/first-change.md changes is where it says", () => {
  const [, word = ""] = /git grep -n "(.*)"/.exec(text("src/first-change.md")) ?? [];
  const withWord = [...sources, ...files("test/**/*.{ts,txt}")].filter(
    (path) => word !== "" && text(path).includes(word),
  );
  expect(withWord).toEqual([
    "src/commands/outbox/unsent.ts",
    "test/commands/outbox/unsent.test.ts",
    "test/screens/undecided-80x24.txt",
  ]);
});

test("the example of test/README.md is a test that runs", () => {
  const [, ...lines] = text("test/support/small-client.test.ts").trimEnd().split("\n");
  const example = lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
  expect(text("test/README.md")).toContain(`\n\n${example}\n\n`);
});

test("every section of measurements has the command that measures it again", () => {
  const [, ...parts] = text("src/measurements.md").split(/^## /m);
  expect(parts.length).toBeGreaterThan(5);
  const without = parts.filter((part) => !/^.*\n\n(?: {4}(?:npm|node) |By hand: )/.test(part));
  expect(without.map((part) => part.split("\n")[0])).toEqual([]);
});

test("the table of packages in src/README.md has a row for each that weir runs on, and no other", () => {
  const [, rows = ""] = /## Packages at run time\n\n(.*?)\n\n/s.exec(text("src/README.md")) ?? [];
  const named = [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const { dependencies, optionalDependencies } = JSON.parse(text("package.json"));
  expect(named.sort()).toEqual(Object.keys({ ...dependencies, ...optionalDependencies }).sort());
});

test("the tree of nouns in src/README.md has every folder of its floors", () => {
  const tree = foldersInTree();
  expect(tree.length).toBeGreaterThan(25);
  const floors = new Set(tree.map((folder) => folder.replace(/\/.*/, "")));
  const folders = sources.flatMap((path) => /^src\/(\w+\/[\w-]+)\//.exec(path)?.[1] ?? []);
  const ofFloors = folders.filter((folder) => floors.has(folder.replace(/\/.*/, "")));
  expect([...new Set(ofFloors)].sort()).toEqual([...tree].sort());
});
