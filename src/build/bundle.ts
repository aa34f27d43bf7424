/**
 * Bundles weir into `dist`: a small entry file that paints the first frame, the program with its lazy chunks, and the
 * workers. Run by `npm run build` and `npm ci`.
 */
import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { compile } from "./compile.ts";
import { type Steps, writeJoined } from "./join.ts";
import { scriptHeader } from "./node-flags.ts";
import { noticesFile, noticesFor } from "./notices.ts";
import {
  builtInModules,
  isComparedInk,
  packagesReplaced,
  programsApart,
  replacedModules,
  root,
} from "./plugins.ts";

/** Some packages are CommonJS and call `require` for Node's modules, which ES modules lack. */
const requireBanner = "const require = process.getBuiltinModule;";

/** What `app/compile-again.ts` knows the files of the bundle by. */
const commonImport = `import "node:module";`;

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  outdir: "dist",
} satisfies BuildOptions;

/**
 * Programs with a bundle of their own, so that each process loads few files: finding, reading and compiling a file
 * takes time. Code that several of them need is duplicated on disk, but loaded once per process.
 */
const programs = {
  main: { main: "src/app/main.ts" },
  chat: { chat: "src/app/chat.ts" },
  verbs: { "script-verb": "src/app/script-verb.ts" },
  tools: { "mcp-verb": "src/app/mcp-verb.ts" },
  local: {
    "account-verbs": "src/app/account-verbs.ts",
    "api-verb": "src/app/api-verb.ts",
    "doctor-verb": "src/app/doctor-verb.ts",
    "keys-verb": "src/app/keys-verb.ts",
    "shell-verbs": "src/app/shell-verbs.ts",
    "watch-verb": "src/app/watch-verb.ts",
  },
  realm: { "realm-worker": "src/app/realm-worker.ts", "realm-verb": "src/app/realm-verb.ts" },
  state: { "state-worker": "src/archive/state-worker.ts" },
  pictures: { "picture-worker": "src/pictures/picture-worker.ts" },
} as const;

export function programOptions(program: keyof typeof programs): BuildOptions {
  return modules(programs[program]);
}

/** The same programs from one bundle, which takes less than half of the time, because each module is read once. */
export function developmentOptions(): BuildOptions[] {
  return [modules(Object.assign({}, ...Object.values(programs))), entryOptions()];
}

function modules(entryPoints: Record<string, string>): BuildOptions {
  if (!isComparedInk())
    say(
      "src/ui/output.ts was not verified with this version of Ink: built with Ink's own, slower output.",
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
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.DEV": '"false"',
      // By this the HTTP client leaves out a second parser, which is an experiment.
      esbuildDetection: "true",
    },
    banner: { js: `${commonImport}\n${requireBanner}` },
    plugins: [programsApart, replacedModules, packagesReplaced, builtInModules],
  };
}

/** The entry file: compiled for Node 12, so that old versions can print an error. */
export function entryOptions(): BuildOptions {
  return {
    ...common,
    entryPoints: { weir: "src/app/entry.ts" },
    external: ["./main.js", "./mcp-verb.js", "./watch-verb.js"],
    target: "es2017",
    supported: { "dynamic-import": true },
    banner: { js: scriptHeader },
  };
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Removes stale output after the build, so that a failed build leaves the old program intact. */
function removeStaleFiles(written: ReadonlySet<string>): void {
  for (const path of globSync("dist/**/*.{js,map}", { cwd: root })) {
    if (!written.has(path)) rmSync(root + path);
  }
}

/**
 * Escapes what is beyond ASCII. One such character makes Node keep the whole source in two bytes a character, although the engine
 * needs them from U+0100 on only; the bundler leaves them in regular expressions, where an escape means the same.
 */
export function inOneByte(source: string): string {
  return source.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function escapeInFiles(paths: readonly string[]): void {
  for (const path of paths) {
    const source = readFileSync(root + path, "utf8");
    const escaped = inOneByte(source);
    if (escaped !== source) writeFileSync(root + path, escaped);
  }
}

/** What a start of the screen loads, in the order of `app/chat.ts`. The other programs share chunks instead. */
const steps: { readonly [program in keyof typeof programs]?: Steps } = {
  main: [["src/app/main.ts"], ["src/cli/command-line.ts"]],
  state: [["src/archive/state-worker.ts"]],
  chat: [
    ["src/app/chat.ts"],
    ["src/app/ask-first.ts"],
    ["src/app/storage.ts"],
    ["src/app/open-screen.ts", "src/app/open-plain.ts"],
  ],
};

type Built = { readonly chunks: Metafile["outputs"]; readonly written: Metafile["outputs"] };

async function buildChunks(options: BuildOptions): Promise<Built> {
  const { metafile } = await build({ ...options, metafile: true });
  return { chunks: metafile.outputs, written: metafile.outputs };
}

async function buildJoined(options: BuildOptions, inSteps: Steps): Promise<Built> {
  const chunks = await build({ ...options, metafile: true, write: false });
  const written = await writeJoined(chunks, inSteps, { ...options, banner: { js: commonImport } });
  return { chunks: chunks.metafile.outputs, written };
}

function buildProgram(program: keyof typeof programs): Promise<Built> {
  const options = programOptions(program);
  const inSteps = steps[program];
  return inSteps === undefined ? buildChunks(options) : buildJoined(options, inSteps);
}

async function bundle(): Promise<void> {
  const names = Object.keys(programs) as readonly (keyof typeof programs)[];
  const built = await Promise.all([buildChunks(entryOptions()), ...names.map(buildProgram)]);
  const chunks = Object.assign({}, ...built.map((part) => part.chunks));
  const outputs = Object.assign({}, ...built.map((part) => part.written));
  const written = Object.keys(outputs);
  removeStaleFiles(new Set(written));
  escapeInFiles(written);
  chmodSync(`${root}dist/weir.js`, 0o755);
  writeFileSync(`${root}dist/${noticesFile}`, noticesFor(chunks));
  await compile(outputs);
}

if (import.meta.main) {
  await bundle().catch((error: unknown) => {
    // The bundler has printed its own errors; print any other.
    if (!(error instanceof Error && "errors" in error)) say(String(error));
    process.exitCode = 1;
  });
}
