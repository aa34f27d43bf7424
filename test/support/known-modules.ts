/**
 * Finds the modules of weir and of its tests by what is written. Node looks at files and `package.json` for each import, and
 * vitest tells its main thread of each. It imports what runs for each test file under a name with the time, under which
 * nothing compiled is known from an earlier run: here the name has a number.
 */
import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url).href;
/** How often each file was imported so. */
const times = new Map<string, number>();

/** A name that vitest takes for one of its own, such as in stacks. */
function again(source: string): string | undefined {
  const [, file] = /^(file:.*)%3Fvitest=\d+$/.exec(source) ?? [];
  if (file === undefined) return undefined;
  const count = (times.get(file) ?? 0) + 1;
  times.set(file, count);
  return `${file}?vitest=${String(count).padStart(13, "0")}`;
}

function own(source: string, parent = ""): string | undefined {
  if (!/\.tsx?$/.test(source) || !parent.startsWith(root) || parent.includes("/node_modules/"))
    return undefined;
  if (source.startsWith("#")) return `${root}src/${source.slice(1)}`;
  return source.startsWith(".") ? new URL(source, parent).href : undefined;
}

registerHooks({
  resolve: (source, context, next) => {
    const url = again(source) ?? own(source, context.parentURL);
    if (url === undefined) return next(source, context);
    return { url, format: "module-typescript", shortCircuit: true };
  },
});
