/** Bundler plugins that patch packages, and the checks that disable them. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { compiledOnce } from "#app/web-assembly.ts";
import { codecPaths } from "#pictures/codecs.ts";

/** The version of Ink that `ui/output.ts` and `ui/line-update.ts` were verified against. */
export const comparedInk = "8.0.0";

/** The replacement for Ink's output module. `root` is the repository, with a trailing slash. */
export function frameOutputOf(root: string): string {
  return `import { createOutput } from ${JSON.stringify(`${root}src/ui/output.ts`)};
export default function Output(size) { return createOutput(size); }`;
}

/** The replacement for Ink's line update. */
export function lineUpdateOf(root: string): string {
  return `export { frameLineUpdate as default } from ${JSON.stringify(`${root}src/ui/line-update.ts`)};`;
}

/** Replaces modules of Ink with our own. */
export function inkModules(root: string): Plugin {
  const swaps = [
    { filter: /[\\/]ink[\\/]build[\\/]output\.js$/, contents: frameOutputOf(root) },
    { filter: /[\\/]ink[\\/]build[\\/]line-update\.js$/, contents: lineUpdateOf(root) },
  ];
  return {
    name: "ink-modules",
    setup(build) {
      for (const { filter, contents } of swaps)
        build.onLoad({ filter }, () => ({ contents, loader: "js", resolveDir: root }));
    },
  };
}

/** Whether the installed Ink is the verified version. */
export function isComparedInk(root: string): boolean {
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

export const yogaWithoutFetch: Plugin = {
  name: "yoga-without-fetch",
  setup(build) {
    build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: withoutFetch(readFileSync(path, "utf8")),
      loader: "js",
    }));
  },
};

/** Statements of string-width that take long when it is loaded, and what replaces them. */
const lazyStatements = {
  "const segmenter = new Intl.Segmenter();": `let created;
const segmenter = { segment: (text) => (created ??= new Intl.Segmenter()).segment(text) };`,
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
    source,
  );
}

export const lazyEmoji: Plugin = {
  name: "lazy-emoji",
  setup(build) {
    build.onLoad({ filter: /node_modules[\\/]string-width[\\/]index\.js$/ }, ({ path }) => {
      // Older versions from other packages are loaded late or never.
      if (path.split("node_modules").length > 2) return undefined;
      return { contents: withLazyEmoji(readFileSync(path, "utf8")), loader: "js" };
    });
  },
};

/** Embeds the seeds' texts from `folder`: the bundle has no files beside it. */
export function withTexts(folder: string): string {
  const paths = globSync("**/*.txt", { cwd: folder });
  const texts = paths.map((path) => [
    path.replaceAll("\\", "/").replace(/\.txt$/, ""),
    readFileSync(join(folder, path), "utf8"),
  ]);
  return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
export function seedText(name) { return texts[name]; }`;
}

export const seedTexts: Plugin = {
  name: "seed-texts",
  setup(build) {
    build.onLoad({ filter: /[\\/]seed[\\/]texts\.ts$/ }, ({ path }) => ({
      contents: withTexts(dirname(path)),
      loader: "js",
      watchDirs: ["", "demo", "demo/stories", "demo/exchanges", "demo/residents"].map((name) =>
        join(dirname(path), name),
      ),
    }));
  },
};

/** Embeds the emoji table. The text is created when the function first runs. */
export const emojiTable: Plugin = {
  name: "emoji-table",
  setup(build) {
    build.onLoad({ filter: /[\\/]emoji[\\/]built-in\.ts$/ }, ({ path }) => {
      const table = path.replace(/\.ts$/, ".txt");
      const text = readFileSync(table, "utf8");
      return {
        contents: `export function builtInTable() { return ${JSON.stringify(text)}; }`,
        loader: "js",
        watchFiles: [table],
      };
    });
  },
};

/** Ink's developer tools would be bundled, although nothing uses them here. */
export const noDevtools: Plugin = {
  name: "no-devtools",
  setup(build) {
    build.onResolve({ filter: /^react-devtools-core$/ }, () => ({
      path: "devtools",
      namespace: "empty",
    }));
    build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default {};" }));
  },
};

/** On exit Ink shows the cursor on standard error and waits for the terminal; weir has already done so. */
export const noCursorRestorer: Plugin = {
  name: "no-cursor-restorer",
  setup(build) {
    build.onLoad({ filter: /[\\/]restore-cursor[\\/]index\.js$/ }, () => ({
      contents: "export default function restoreCursor() {}",
    }));
  },
};

/**
 * marked-terminal without what it highlights code and inserts emoji with: weir does both itself, and these packages were a
 * fifth of the whole program.
 */
export const noSecondHighlighter: Plugin = {
  name: "no-second-highlighter",
  setup(build) {
    build.onResolve({ filter: /^(?:cli-highlight|node-emoji)$/ }, ({ path, importer }) =>
      /[\\/]marked-terminal[\\/]/.test(importer)
        ? { path, namespace: "no-second-highlighter" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "no-second-highlighter" }, () => ({
      contents: "export function highlight(code) { return code; }\nexport function get() {}",
    }));
  },
};

/** Drops zod's translations: schema errors go to the log, in English. */
export const noLocales: Plugin = {
  name: "no-locales",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: `${import.meta.dirname}/../../node_modules/zod/v4/locales`,
    }));
  },
};

const loadsHttp2 = "const connectH2 = require('./client-h2.js')";

/**
 * Bundles only undici's pool and its requests: the rest (fetch, caches, mocks, web sockets) would be loaded at every start.
 * The proxy agent is imported on demand, also on its own, and HTTP/2 when a server chooses it. The parser of HTTP is compiled
 * once.
 */
export const poolAlone: Plugin = {
  name: "pool-alone",
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "undici", namespace: "proxy-agent" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "proxy-agent" }, () => ({
      contents: 'export { default as ProxyAgent } from "./lib/dispatcher/proxy-agent.js";',
      resolveDir: `${import.meta.dirname}/../../node_modules/undici`,
    }));
    build.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => ({
      contents: `const Dispatcher = require("./lib/dispatcher/dispatcher");
Dispatcher.prototype.request = require("./lib/api/api-request");
Dispatcher.prototype.connect = require("./lib/api/api-connect");
exports.Pool = require("./lib/dispatcher/pool");
exports.buildConnector = require("./lib/core/connect");`,
      loader: "js",
      resolveDir: dirname(path),
    }));
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/ }, ({ path }) => ({
      contents: swapped(
        readFileSync(path, "utf8"),
        loadsHttp2,
        "const connectH2 = (...given) => require('./client-h2.js')(...given)",
      ),
      loader: "js",
    }));
    build.onLoad(
      { filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h1\.js$/ },
      ({ path }) => ({
        contents: swapped(
          readFileSync(path, "utf8"),
          "new WebAssembly.Module(require('../llhttp/llhttp_simd-wasm.js'))",
          `(${compiledOnce})(require('../llhttp/llhttp_simd-wasm.js'))`,
        ),
        loader: "js",
      }),
    );
  },
};

/** The embedded realm serves HTTP/1.1 only; Node's module for HTTP/2 takes longer to load than the server. */
export const noHttp2Server: Plugin = {
  name: "no-http2-server",
  setup(build) {
    build.onResolve({ filter: /^node:http2$/ }, ({ importer }) =>
      /[\\/]@hono[\\/]node-server[\\/]/.test(importer)
        ? { path: "http2", namespace: "no-http2-server" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "no-http2-server" }, () => ({
      contents: "export class Http2ServerRequest {}\nexport const constants = {};",
    }));
  },
};

/** The entry points to which the program delegates are external: they have bundles of their own. */
export const programsApart: Plugin = {
  name: "programs-apart",
  setup(build) {
    const filter =
      /^\.\/(?:chat|(?:script|realm|api|doctor|keys)-verb|(?:account|shell)-verbs)\.ts$/;
    build.onResolve({ filter }, ({ path }) => ({
      path: path.replace(/ts$/, "js"),
      external: true,
    }));
  },
};

/** The decoders' WebAssembly as text: the bundle has no packages beside it. */
export function withCodecs(paths: Readonly<Record<string, string>>, root: string): string {
  const texts = Object.entries(paths).map(([format, path]) => [
    format,
    readFileSync(join(root, "node_modules", path)).toString("base64"),
  ]);
  return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
export function codecOf(format) { return Buffer.from(texts[format], "base64"); }`;
}

/** `root` is the repository, with a trailing slash. */
export function embeddedCodecs(root: string): Plugin {
  return {
    name: "embedded-codecs",
    setup(build) {
      build.onLoad({ filter: /[\\/]pictures[\\/]codecs\.ts$/ }, () => ({
        contents: withCodecs(codecPaths, root),
        loader: "js",
      }));
    },
  };
}
