/**
 * Bundles weir into `dist`: a small entry file that paints the first frame, the program with its lazy chunks, and the
 * workers. Run by `npm run build` and `npm ci`.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, globSync, rmSync } from "node:fs";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { nodeFlags } from "./node-flags.ts";
import {
  demoTexts,
  emojiTable,
  frameOutput,
  isComparedInk,
  lazyEmoji,
  lineUpdates,
  noCursorRestorer,
  noDevtools,
  noLocales,
  poolAlone,
  verbsApart,
  yogaWithoutFetch,
} from "./plugins.ts";

export const root = new URL("../..", import.meta.url).pathname;

/** Some packages are CommonJS and call `require` for Node's modules, which ES modules lack. */
const requireBanner = `import { createRequire as bundleRequire } from "node:module";
const require = bundleRequire(import.meta.url);`;

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  outdir: "dist",
} satisfies BuildOptions;

/** The program and its workers. Workers without a source file are skipped. */
export function programOptions(): BuildOptions {
  const entries = {
    main: "src/app/main.ts",
    "state-worker": "src/host/state-worker.ts",
    "realm-worker": "src/app/realm-worker.ts",
  };
  const present = Object.entries(entries).filter(([, path]) => existsSync(root + path));
  return modules(Object.fromEntries(present), [verbsApart]);
}

/** The verbs for scripts, in one file: to load what they share with the screen piece by piece takes twice as long. */
export function verbOptions(): BuildOptions {
  return modules({ verbs: "src/app/script-verb.ts" }, []);
}

function modules(entryPoints: Record<string, string>, further: readonly Plugin[]): BuildOptions {
  const plugins = [
    ...further,
    demoTexts,
    emojiTable,
    yogaWithoutFetch,
    noDevtools,
    noCursorRestorer,
    noLocales,
    poolAlone,
    lazyEmoji,
  ];
  if (isComparedInk(root)) plugins.push(frameOutput(root), lineUpdates(root));
  else
    say(
      "Ink is not the version that src/ui/output.ts was compared with: built with Ink's own, slower output.",
    );
  return {
    ...common,
    entryPoints,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
    jsx: "automatic",
    // Minified, because the source stays in memory. Names are kept for readable stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
    banner: { js: requireBanner },
    plugins,
  };
}

/** The entry file: compiled for Node 12, so that old versions can print an error. */
export function entryOptions(): BuildOptions {
  return {
    ...common,
    entryPoints: { weir: "src/app/entry.ts" },
    external: ["./main.js"],
    target: "es2017",
    supported: { "dynamic-import": true },
    banner: { js: `#!/usr/bin/env -S node ${nodeFlags.join(" ")}` },
  };
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Removes stale output after the build, so that a failed build leaves the old program intact. */
function sweep(written: ReadonlySet<string>): void {
  for (const path of globSync("dist/**/*.{js,map}", { cwd: root })) {
    if (!written.has(path)) rmSync(root + path);
  }
}

/** What each start of the screen loads. */
const startModules = ["src/app/main.ts", "src/app/chat.ts", "src/app/open-screen.ts"];

/**
 * Compiles what the start loads, so that the first start is as fast as later ones. What is compiled holds for one version
 * of Node, its flags and one user: elsewhere the program keeps its own.
 */
function compile(outputs: Metafile["outputs"]): void {
  const folder = `${root}dist/compiled`;
  rmSync(folder, { recursive: true, force: true });
  const paths = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint !== undefined && startModules.includes(entryPoint) ? [root + path] : [],
  );
  const script = `require("node:module").enableCompileCache(${JSON.stringify(folder)});
for (const path of ${JSON.stringify(paths)}) import(path);`;
  execFileSync(process.execPath, [...nodeFlags, "--eval", script], { stdio: "inherit" });
}

async function bundle(): Promise<void> {
  const options = [programOptions(), verbOptions(), entryOptions()];
  const built = await Promise.all(options.map((part) => build({ ...part, metafile: true })));
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile?.outputs));
  sweep(new Set(Object.keys(outputs)));
  chmodSync(`${root}dist/weir.js`, 0o755);
  compile(outputs);
}

if (import.meta.main) {
  await bundle().catch((error: unknown) => {
    // The bundler has printed its own errors; print any other.
    if (!(error instanceof Error && "errors" in error)) say(String(error));
    process.exitCode = 1;
  });
}
