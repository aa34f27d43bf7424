/**
 * Bundles weir into `dist`: a tiny entry that paints before anything is loaded, the program with its lazy chunks, and
 * the workers. Run it with `npm run build`; `npm ci` runs it too.
 */
import { chmodSync, existsSync, globSync, rmSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";
import { nodeFlags } from "./node-flags.ts";
import {
  demoTexts,
  frameOutput,
  isComparedInk,
  lineUpdates,
  noDevtools,
  noLocales,
  poolAlone,
  yogaWithoutFetch,
} from "./plugins.ts";

export const root = new URL("../..", import.meta.url).pathname;

/** Some packages are CommonJS and ask for Node's modules with `require`, which an ES module does not have. */
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

/** The program and its workers. A worker whose source does not exist yet is left out. */
export function programOptions(): BuildOptions {
  const entries = {
    main: "src/app/main.ts",
    "state-worker": "src/host/state-worker.ts",
    "realm-worker": "src/app/realm-worker.ts",
  };
  const present = Object.entries(entries).filter(([, path]) => existsSync(root + path));
  const plugins = [demoTexts, yogaWithoutFetch, noDevtools, noLocales, poolAlone];
  if (isComparedInk(root)) plugins.push(frameOutput(root), lineUpdates(root));
  else
    say(
      "Ink is not the version that src/ui/output.ts was compared with: built with Ink's own, slower output.",
    );
  return {
    ...common,
    entryPoints: Object.fromEntries(present),
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    target: "node22",
    jsx: "automatic",
    // The text of a script stays in memory for as long as it runs. Names stay, so that an error can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
    banner: { js: requireBanner },
    plugins,
  };
}

/** The entry file: a script that every Node since 12 can read, so that an old one can be told what it lacks. */
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

/** Removes what an earlier build left and this one did not write; a build that fails leaves the old program whole. */
function sweep(written: ReadonlySet<string>): void {
  for (const path of globSync("dist/**/*.{js,map}", { cwd: root })) {
    if (!written.has(path)) rmSync(root + path);
  }
}

async function bundle(): Promise<void> {
  const options = [programOptions(), entryOptions()];
  const built = await Promise.all(options.map((part) => build({ ...part, metafile: true })));
  sweep(new Set(built.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}))));
  chmodSync(`${root}dist/weir.js`, 0o755);
}

if (import.meta.main) {
  await bundle().catch((error: unknown) => {
    // The bundler has told what it found; anything else is still to be told.
    if (!(error instanceof Error && "errors" in error)) say(String(error));
    process.exitCode = 1;
  });
}
