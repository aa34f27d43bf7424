/** What is compiled after a run has the functions that it called, and is what Node accepts at the next one. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { root } from "#build/plugins.ts";
import { folder } from "../support/folder.ts";

const entry = `import("./main.js");`;
const main = `import { builtinModules } from "node:module";
import { Worker } from "node:worker_threads";
function called() { return "in a function that is called" + builtinModules.length; }
function idle() { return "in a function that is not called"; }
if (called() !== idle.name) console.log("main");
if (process.argv.length > 2)
  new Worker(new URL("./thread.js", import.meta.url)).on("message", console.log);`;
const thread = `import { builtinModules } from "node:module";
import { parentPort } from "node:worker_threads";
function called() { return "in a function of a thread" + builtinModules.length; }
if (called() !== "") parentPort.postMessage("thread");
parentPort.on("message", () => {});`;

test("the functions that were called are compiled, in threads too, and nothing runs twice", async () => {
  const home = folder();
  const [program, compiled] = [join(home, "program"), join(home, "compiled")];
  mkdirSync(program);
  writeFileSync(join(program, "package.json"), '{ "type": "module" }');
  for (const [name, source] of Object.entries({ entry, main, thread }))
    writeFileSync(join(program, `${name}.js`), source);
  const file = join(program, "entry.js");
  const preloaded = ["--import", `${root}src/build/after-running.ts`, file, "with a thread"];
  const env = { NODE_DISABLE_COMPILE_CACHE: "1", COMPILED_FOLDER: compiled };
  const child = spawn(process.execPath, preloaded, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const printed: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    printed.push(line);
    if (line === "thread") child.kill("SIGUSR2");
  });
  expect(await ended).toEqual([0, null]);
  expect(printed).toEqual(["main", "thread"]);
  const files = globSync("*/*", { cwd: compiled }).map((path) =>
    readFileSync(join(compiled, path), "latin1"),
  );
  const has = (text: string) => files.some((bytes) => bytes.includes(text));
  expect(has("in a function that is called")).toBe(true);
  expect(has("in a function of a thread")).toBe(true);
  expect(has("in a function that is not called")).toBe(false);
  const { stderr } = spawnSync(process.execPath, [file], {
    env: {
      NODE_COMPILE_CACHE: compiled,
      NODE_COMPILE_CACHE_PORTABLE: "1",
      NODE_DEBUG_NATIVE: "COMPILE_CACHE",
    },
    encoding: "utf8",
  });
  expect(stderr).toMatch(/main\.js was accepted/);
});
