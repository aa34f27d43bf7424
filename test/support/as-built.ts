/** Modules as the build makes them, so that tests in process render like the program: JSX, and the replaced parts of Ink. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { transformSync } from "esbuild";
import { inkModules } from "#build/plugins.ts";

const swapped = new Map(
  Object.entries(inkModules).map(([name, source]) => [`./${name}.js`, source]),
);
const query = "?as-built";

// Tests that compare a replacement with Ink's module import the latter by its path.
registerHooks({
  resolve: (source, context, next) => {
    const resolved = next(source, context);
    const isSwapped =
      swapped.has(source) && context.parentURL?.includes("/node_modules/ink/build/") === true;
    return isSwapped ? { ...resolved, url: resolved.url + query } : resolved;
  },
  load: (url, context, next) => {
    if (url.endsWith(query)) {
      const source = swapped.get(`./${url.slice(url.lastIndexOf("/") + 1, -query.length)}`);
      return { format: "module", source, shortCircuit: true };
    }
    if (!/\.tsx(?:\?|$)/.test(url)) return next(url, context);
    const { code } = transformSync(readFileSync(new URL(url), "utf8"), {
      loader: "tsx",
      jsx: "automatic",
    });
    return { format: "module", source: code, shortCircuit: true };
  },
});
