/** Ink with the modules that the build replaces, so that tests in process render like the program. */
import { readFileSync } from "node:fs";
import { frameOutputOf, lineUpdateOf } from "#build/plugins.ts";

const root = new URL("../..", import.meta.url).pathname;

const swapped: Readonly<Record<string, string>> = {
  "./output.js": frameOutputOf(root),
  "./line-update.js": lineUpdateOf(root),
};

const prefix = "\0as-built:";

function ownSource(path: string): string {
  // The packages refer to source maps that they do not contain.
  return readFileSync(path, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
}

/** A Vite plugin. Tests that compare a replacement with Ink's module import the latter by its path. */
export const inkAsBuilt = {
  name: "ink-as-built",
  enforce: "pre",
  resolveId: (source: string, importer?: string) =>
    importer?.includes("/node_modules/ink/build/") && source in swapped
      ? prefix + source
      : undefined,
  load: (id: string) => {
    if (id.startsWith(prefix)) return swapped[id.slice(prefix.length)];
    return /\/node_modules\/(?:ink|@inkjs\/ui)\/.*\.js$/.test(id) ? ownSource(id) : undefined;
  },
} as const;
