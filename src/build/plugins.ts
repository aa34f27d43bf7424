/** What the bundle changes in the packages it takes in, and the checks that say when it may not. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/** The version of Ink with which `ui/output.ts` and `ui/line-update.ts` were compared. */
export const comparedInk = "8.0.0";

/** Draws frames with `ui/output.ts` instead of Ink's own module. `root` is the repository, with a slash at its end. */
export function frameOutput(root: string): Plugin {
  const contents = `import { createOutput } from ${JSON.stringify(`${root}src/ui/output.ts`)};
export default function Output(size) { return createOutput(size); }`;
  return {
    name: "frame-output",
    setup(build) {
      build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]output\.js$/ }, () => ({
        contents,
        loader: "js",
        resolveDir: root,
      }));
    },
  };
}

/** Updates lines with `ui/line-update.ts` instead of Ink's own module. */
export function lineUpdates(root: string): Plugin {
  return {
    name: "line-updates",
    setup(build) {
      build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]line-update\.js$/ }, () => ({
        contents: `export { lineUpdate as default } from ${JSON.stringify(`${root}src/ui/line-update.ts`)};`,
        loader: "js",
        resolveDir: root,
      }));
    },
  };
}

/** Whether the installed Ink is the one whose output we know. */
export function isComparedInk(root: string): boolean {
  const { version } = JSON.parse(readFileSync(`${root}node_modules/ink/package.json`, "utf8"));
  return version === comparedInk;
}

const fetchTest = '"function"!=typeof fetch';

/**
 * The layout engine's module with its WebAssembly decoded in place.
 *
 * It would ask `fetch` for a data URL first, which starts Node's whole HTTP client before the first frame.
 */
export function withoutFetch(source: string): string {
  const parts = source.split(fetchTest);
  if (parts.length !== 3) {
    throw new Error(`yoga-layout asks for fetch in ${parts.length - 1} places; 2 were expected.`);
  }
  return parts.join("true");
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

/** The module that reads the demo's texts from `folder`, as one that holds them: the bundle has no files beside it. */
export function withTexts(folder: string): string {
  const paths = globSync("**/*.txt", { cwd: folder });
  const texts = paths.map((path) => [
    path.replaceAll("\\", "/").replace(/\.txt$/, ""),
    readFileSync(join(folder, path), "utf8"),
  ]);
  return `const texts = ${JSON.stringify(Object.fromEntries(texts))};
export function demoText(name) { return texts[name]; }`;
}

export const demoTexts: Plugin = {
  name: "demo-texts",
  setup(build) {
    build.onLoad({ filter: /[\\/]seed[\\/]demo[\\/]texts\.ts$/ }, ({ path }) => ({
      contents: withTexts(dirname(path)),
      loader: "js",
      watchDirs: ["stories", "exchanges"].map((name) => join(dirname(path), name)),
    }));
  },
};

/** Ink imports its developer tools statically once bundled; nobody can reach them here. */
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

/** The words of schema errors in fifty languages: errors of the wire go to the log, in English. */
export const noLocales: Plugin = {
  name: "no-locales",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: `${import.meta.dirname}/../../node_modules/zod/v4/locales`,
    }));
  },
};

/**
 * Of undici only its pool: the rest (a second fetch, caches, mocks, web sockets) would be loaded with it, at every start.
 * What is imported when it is needed is the agent for proxies, alone as well.
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
Object.assign(Dispatcher.prototype, require("./lib/api"));
exports.Pool = require("./lib/dispatcher/pool");
exports.buildConnector = require("./lib/core/connect");`,
      loader: "js",
      resolveDir: dirname(path),
    }));
  },
};
