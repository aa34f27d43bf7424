/** The derived parts of the README are current, and what `src/README.md` names is there. */
import { expect, test } from "vitest";
import { derivedPage } from "#build/docs.ts";
import { files, sources, text } from "./tree.ts";

test("the README's tables of keys, verbs, exit codes and options are current (`npm run docs` writes them)", () => {
  const page = text("README.md");
  expect(page).toBe(derivedPage(page));
});

test("the README's table of keys has at most 60 rows", () => {
  const [, table = ""] = /<!-- keys:begin -->(.*)<!-- keys:end -->/s.exec(text("README.md")) ?? [];
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(60);
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

test("every file that src/README.md names exists", () => {
  const all = [...sources, ...files("test/**/*.*", "assets/*", "src/**/*.md")];
  const named = [...text("src/README.md").matchAll(/`([\w/-]+(?:\.[\w-]+)*\.(?:tsx?|md|txt))`/g)];
  const isThere = (name: string) => all.some((path) => `/${path}`.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.map(([, name = ""]) => name).filter((name) => !isThere(name))).toEqual([]);
});

test("the tree of nouns in src/README.md has every folder of its floors", () => {
  const tree = foldersInTree();
  expect(tree.length).toBeGreaterThan(25);
  const floors = new Set(tree.map((folder) => folder.replace(/\/.*/, "")));
  const folders = sources.flatMap((path) => /^src\/(\w+\/[\w-]+)\//.exec(path)?.[1] ?? []);
  const ofFloors = folders.filter((folder) => floors.has(folder.replace(/\/.*/, "")));
  expect([...new Set(ofFloors)].sort()).toEqual([...tree].sort());
});
