/** What the bundle has instead of modules of packages and of weir, and the checks that disable it. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OnResolveArgs, Plugin } from "esbuild";
import { compiledOnce } from "#app/web-assembly.ts";
import { codecPaths } from "#pictures/codecs.ts";

/** The repository, with a trailing slash. */
export const root = new URL("../..", import.meta.url).pathname;

/** The version of Ink that `ui/output.ts` and `ui/line-update.ts` were verified against. */
export const comparedInk = "8.0.0";

/** Whether the installed Ink is the verified version. */
export function isComparedInk(): boolean {
  const { version } = JSON.parse(readFileSync(`${root}node_modules/ink/package.json`, "utf8"));
  return version === comparedInk;
}

/** A package's source with one statement replaced. Throws if another version of the package does not contain it. */
function swapped(source: string, statement: string, replacement: string): string {
  const parts = source.split(statement);
  if (parts.length !== 2) throw new Error(`A package does not contain "${statement}" once.`);
  return parts.join(replacement);
}

const fetchTest = '"function"!=typeof fetch';

/**
 * The layout engine's module with its WebAssembly decoded in place, and compiled once.
 *
 * Otherwise it would `fetch` a data URL, which loads Node's HTTP client before the first frame.
 */
export function withoutFetch(source: string): string {
  const parts = source.split(fetchTest);
  if (parts.length !== 3) {
    throw new Error(`yoga-layout asks for fetch in ${parts.length - 1} places; 2 were expected.`);
  }
  return swapped(
    parts.join("true"),
    "return WebAssembly.instantiate(f,d)",
    `const module=(${compiledOnce})(f);return{module,instance:new WebAssembly.Instance(module,d)}`,
  );
}

/** Statements of string-width that take long when it is loaded, and what replaces them. */
const lazyStatements = {
  "const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;": `const oneRegex = /^[\\p{Emoji_Presentation}--\\p{Regional_Indicator}]$/v;
const emojiRegex = /\\p{Emoji}/u;
const sequences = [
  "[\\\\p{Emoji}--\\\\p{Emoji_Presentation}--[0-9#*]]\\\\uFE0F",
  "\\\\p{Emoji_Modifier_Base}\\\\p{Emoji_Modifier}",
  "\\\\p{Emoji_Keycap_Sequence}",
  "\\\\p{RGI_Emoji_Flag_Sequence}",
  "\\\\p{RGI_Emoji_Tag_Sequence}",
];
let sequenceRegex;
const rgiEmojiRegex = { test: (text) => {
  if (text.length === (text.codePointAt(0) > 0xffff ? 2 : 1)) return oneRegex.test(text);
  if (!emojiRegex.test(text)) return false;
  return (sequenceRegex ??= new RegExp("^(?:" + sequences.join("|") + ")$", "v")).test(text);
} };`,
};

/**
 * string-width, with a segmenter that is created when it is first needed, and a smaller emoji pattern.
 *
 * Creating and compiling its own pattern takes longer than drawing ten frames, because it lists all sequences with
 * joiners. Those are wide by the next rule of string-width too, so they are left out. The pattern of the other sequences
 * is created when the first of them is measured.
 */
export function withLazyEmoji(source: string): string {
  return Object.entries(lazyStatements).reduce(
    (text, [statement, lazy]) => swapped(text, statement, lazy),
    withLazySegmenter(source),
  );
}

const segmenter = /^const (\w+) = (new Intl\.Segmenter\(.*\));$/gm;

/** A package's module whose segmenter is created when it is first needed: the first one of a program takes 4 ms, and 3 MB. */
export function withLazySegmenter(source: string): string {
  const count = source.match(segmenter)?.length;
  if (count !== 1) throw new Error(`A package has ${count ?? "no"} segmenters; one was expected.`);
  return source.replace(
    segmenter,
    (_, name: string, created: string) =>
      `let ${name}_; const ${name} = { segment: (text) => (${name}_ ??= ${created}).segment(text) };`,
  );
}

/** Embeds the seeds' texts from `folder`: the bundle has no files beside it. */
function withTexts(folder: string): string {
  const paths = globSync("**/*.txt", { cwd: folder });
  const texts = paths.map((path) => [
    path.replaceAll("\\", "/").replace(/\.txt$/, ""),
    readFileSync(join(folder, path), "utf8"),
  ]);
  return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
export function seedText(name) { return texts[name]; }`;
}

/** The decoders' WebAssembly as text: the bundle has no packages beside it. */
function withCodecs(): string {
  const texts = Object.entries(codecPaths).map(([format, path]) => [
    format,
    readFileSync(join(root, "node_modules", path)).toString("base64"),
  ]);
  return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
export function codecOf(format) { return Buffer.from(texts[format], "base64"); }`;
}

type Replacement = {
  /** The path of the module. */
  readonly filter: RegExp;
  /** Its new source, unless the module stays. */
  readonly contents: (path: string) => string | undefined;
};

const sourceOf = (path: string) => readFileSync(path, "utf8");

/** By its name, what a module of Ink is replaced by. */
export const inkModules = {
  output: `import { createOutput } from ${JSON.stringify(`${root}src/ui/output.ts`)};
export default function Output(size) { return createOutput(size); }`,
  "line-update": `export { frameLineUpdate as default } from ${JSON.stringify(`${root}src/ui/line-update.ts`)};`,
} as const;

const replacements: readonly Replacement[] = [
  { filter: /[\\/]seed[\\/]texts\.ts$/, contents: (path) => withTexts(dirname(path)) },
  { filter: /[\\/]pictures[\\/]codecs\.ts$/, contents: withCodecs },
  {
    // The text is created when the function first runs.
    filter: /[\\/]emoji[\\/]built-in\.ts$/,
    contents: (path) => {
      const text = sourceOf(path.replace(/\.ts$/, ".txt"));
      return `export function builtInTable() { return ${JSON.stringify(text)}; }`;
    },
  },
  { filter: /yoga-wasm-base64-esm\.js$/, contents: (path) => withoutFetch(sourceOf(path)) },
  {
    filter: /node_modules[\\/]string-width[\\/]index\.js$/,
    // Older versions from other packages are loaded late or never.
    contents: (path) =>
      path.split("node_modules").length > 2 ? undefined : withLazyEmoji(sourceOf(path)),
  },
  {
    filter:
      /node_modules[\\/](?:wrap-ansi[\\/]index|slice-ansi[\\/]tokenize-ansi|@alcalzone[\\/]ansi-tokenize[\\/]build[\\/]tokenize)\.js$/,
    // As above.
    contents: (path) =>
      path.split("node_modules").length > 2 ? undefined : withLazySegmenter(sourceOf(path)),
  },
  {
    // On exit Ink shows the cursor on standard error and waits for the terminal; weir has already done so.
    filter: /[\\/]restore-cursor[\\/]index\.js$/,
    contents: () => "export default function restoreCursor() {}",
  },
  {
    // Without translations: schema errors go to the log, in English.
    filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
    contents: () => 'export { default as en } from "./en.js";',
  },
  {
    // Only the pool and its requests: the rest (fetch, caches, mocks, web sockets) would be loaded at every start.
    filter: /[\\/]undici[\\/]index\.js$/,
    contents: () => `const Dispatcher = require("./lib/dispatcher/dispatcher");
Dispatcher.prototype.request = require("./lib/api/api-request");
Dispatcher.prototype.connect = require("./lib/api/api-connect");
exports.Pool = require("./lib/dispatcher/pool");
exports.buildConnector = require("./lib/core/connect");`,
  },
  {
    // HTTP/2 when a server chooses it.
    filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/,
    contents: (path) =>
      swapped(
        sourceOf(path),
        "const connectH2 = require('./client-h2.js')",
        "const connectH2 = (...given) => require('./client-h2.js')(...given)",
      ),
  },
  {
    // The parser of HTTP is compiled once.
    filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h1\.js$/,
    contents: (path) =>
      swapped(
        sourceOf(path),
        "new WebAssembly.Module(require('../llhttp/llhttp_simd-wasm.js'))",
        `(${compiledOnce})(require('../llhttp/llhttp_simd-wasm.js'))`,
      ),
  },
];

/** Replaces modules, unless Ink's version is another one than `ui/output.ts` was verified against. */
export const replacedModules: Plugin = {
  name: "replaced-modules",
  setup(build) {
    const ink = Object.entries(inkModules).map(([name, source]) => ({
      filter: new RegExp(`[\\\\/]ink[\\\\/]build[\\\\/]${name}\\.js$`),
      contents: () => source,
    }));
    for (const { filter, contents } of isComparedInk() ? [...replacements, ...ink] : replacements)
      build.onLoad({ filter }, ({ path }) => {
        const source = contents(path);
        return source === undefined ? undefined : { contents: source };
      });
  },
};

/** A module that is imported instead of a package; it may import what is below the repository. */
type StandIn = {
  readonly filter: RegExp;
  readonly applies?: (asked: OnResolveArgs) => boolean;
  readonly contents: string;
};

const standIns: readonly StandIn[] = [
  // Ink's developer tools would be bundled, although nothing uses them here.
  { filter: /^react-devtools-core$/, contents: "export default {};" },
  {
    // What marked-terminal highlights code and inserts emoji with: weir does both itself, and these packages were a fifth
    // of the whole program.
    filter: /^(?:cli-highlight|node-emoji)$/,
    applies: ({ importer }) => /[\\/]marked-terminal[\\/]/.test(importer),
    contents: "export function highlight(code) { return code; }\nexport function get() {}",
  },
  {
    // The proxy agent is imported on demand, and on its own.
    filter: /^undici$/,
    applies: ({ kind }) => kind === "dynamic-import",
    contents:
      'export { default as ProxyAgent } from "./node_modules/undici/lib/dispatcher/proxy-agent.js";',
  },
  {
    // The embedded realm serves HTTP/1.1 only; Node's module for HTTP/2 takes longer to load than the server.
    filter: /^node:http2$/,
    applies: ({ importer }) => /[\\/]@hono[\\/]node-server[\\/]/.test(importer),
    contents: "export class Http2ServerRequest {}\nexport const constants = {};",
  },
];

export const packagesReplaced: Plugin = {
  name: "packages-replaced",
  setup(build) {
    const namespace = "stand-in";
    for (const { filter, applies = () => true, contents } of standIns) {
      build.onResolve({ filter }, (asked) =>
        applies(asked) ? { path: asked.path, namespace, pluginData: contents } : undefined,
      );
    }
    build.onLoad({ filter: /.*/, namespace }, ({ pluginData: contents }) => ({
      contents,
      resolveDir: root,
    }));
  },
};

/**
 * Node's modules, of which the bundle takes the exports that it uses, as `require` does.
 *
 * Importing one reads all of its exports, some of which load others: `node:http` the client behind `fetch`, which takes 20 ms of a
 * start. And each file that imports one costs time again.
 */
export const builtInModules: Plugin = {
  name: "built-in-modules",
  setup(build) {
    const namespace = "built-in";
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace, sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: withExports(path) }));
  },
};

/** The names are those of the Node that builds; an older one may lack what nothing here uses. */
function withExports(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) =>
    /^[a-z_]\w*$/i.test(key),
  );
  const parts = names.map(
    (key) => `export { ${key}_ as ${key} };
const ${key}_ = /* @__PURE__ */ exported("${key}");`,
  );
  return `const all = process.getBuiltinModule("${name}");
const exported = (key) => all[key];
${parts.join("\n")}
export default all;`;
}

/** The entry points to which the program delegates are external: they have bundles of their own. */
export const programsApart: Plugin = {
  name: "programs-apart",
  setup(build) {
    const filter =
      /^\.\/(?:chat|(?:script|realm|api|doctor|keys|mcp|watch)-verb|(?:account|shell)-verbs)\.ts$/;
    build.onResolve({ filter }, ({ path }) => ({
      path: path.replace(/ts$/, "js"),
      external: true,
    }));
  },
};
