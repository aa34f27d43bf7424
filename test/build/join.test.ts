import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { writeJoined } from "#build/join.ts";
import { folder } from "../support/folder.ts";

/** A program whose parts share modules: by two of them, by all, and with one that is loaded on first use. */
const sources = {
  entry: `import { say } from "./all.ts";
say("entry");
async function run() {
  const { first } = await import("./first.ts");
  first();
  const { screen } = await import("./screen.ts");
  await screen();
}
run();`,
  first: 'import { say } from "./all.ts"; export const first = () => say("first");',
  all: "let said = 0; export const say = (who: string) => console.log(++said, who);",
  both: 'import { say } from "./all.ts"; say("both"); export const name = "both"; export const other = 1;',
  screen: `import { name } from "./both.ts";
import { say } from "./all.ts";
const other = "screen";
export const screen = async () => { say(name + other); (await import("./lazy.ts")).lazy(); };`,
  plain: 'import { name, other } from "./both.ts"; export const plain = () => name + other;',
  lazy: 'import { name } from "./both.ts"; import { say } from "./all.ts"; export const lazy = () => say(name + "lazy");',
  unused: 'export const plain = () => import("./plain.ts").then(() => import("./leaf.ts"));',
  leaf: "export const leaf = 1;",
};

async function built(changed: Partial<typeof sources> = {}) {
  const root = folder();
  for (const [name, text] of Object.entries({ ...sources, ...changed }))
    writeFileSync(join(root, `${name}.ts`), text);
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    outdir: "dist",
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    entryPoints: ["entry.ts", "unused.ts"],
  } as const;
  const chunks = await build({
    ...options,
    entryPoints: [...options.entryPoints],
    metafile: true,
    write: false,
  });
  const steps = [["entry.ts"], ["first.ts"], ["screen.ts", "plain.ts"]];
  const { entryPoints: _, ...others } = options;
  const written = await writeJoined(chunks, steps, others);
  return { root, written, names: readdirSync(join(root, "dist/chunks")) };
}

test("joined files do what the chunks do, and run each module once", async () => {
  const { root } = await built();
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/entry.js")], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout.split("\n")).toEqual([
    "1 entry",
    "2 first",
    "3 both",
    "4 bothscreen",
    "5 bothlazy",
    "",
  ]);
});

test("what one step has is in its file, and what several parts of a step share in one beside them", async () => {
  const { root, names, written } = await built();
  const kinds = names.map((name) => name.replace(/-\w+\.js$/, "")).toSorted();
  expect(kinds).toEqual(["chunk", "first", "lazy", "leaf", "plain", "screen"]);
  expect(Object.keys(written).toSorted()).toEqual(
    ["dist/entry.js", "dist/unused.js", ...names.map((name) => `dist/chunks/${name}`)].toSorted(),
  );
  expect(readFileSync(join(root, "dist/entry.js"), "utf8")).toContain("console.log");
});

test("a change of one module gives all files with a hash new names, but for what needs no joined file", async () => {
  const [{ names: before }, { names: after }] = await Promise.all([
    built(),
    built({ first: `${sources.first}\nconsole.log("changed");` }),
  ]);
  expect(after.filter((name) => before.includes(name))).toEqual([
    expect.stringMatching(/^leaf-\w+\.js$/),
  ]);
  expect(await built().then(({ names }) => names)).toEqual(before);
});
