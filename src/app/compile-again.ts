/**
 * Caches compiled code as it is after the modules have run.
 *
 * Node makes what it caches before a module runs: without the functions in it, which are compiled when they are first called.
 * But the engine takes a source that it has compiled before for the same code. So each module is imported once more, as one that
 * Node does not know, with the cache turned on; it fails before it would run again.
 *
 * Part of the entry file, which cannot import Node's modules.
 */

/** For Node, which reads it when a cache is turned on. Nodes before 24.12 ignore it. */
const portable = "NODE_COMPILE_CACHE_PORTABLE";

/**
 * Turns on the cache in that folder. It names files by their place seen from there: a program that is moved or copied with
 * its folder keeps what is compiled.
 */
export function enableCache(folder: string): void {
  const { enableCompileCache } = process.getBuiltinModule("node:module");
  const { [portable]: before } = process.env;
  process.env[portable] = "1";
  enableCompileCache(folder);
  if (before === undefined) delete process.env[portable];
  else process.env[portable] = before;
}

/** What every file of the bundle imports, by its banner; not the entry file, which nothing would keep from running again. */
const common = "node:module";

/**
 * Notes what is loaded from the folder `program`, a URL. The returned function, called once, caches it in another folder. Until
 * then no cache may be turned on, since code of a cache is not cached again.
 */
export function compilingAgain(program: string): (folder: string) => Promise<void> {
  const { flushCompileCache, registerHooks } = process.getBuiltinModule("node:module");
  const loaded = new Set<string>();
  let isAgain = false;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (isAgain && loaded.has(specifier)) {
        const importAttributes = { type: "again" };
        return { url: specifier, format: "module", importAttributes, shortCircuit: true };
      }
      const { parentURL = "" } = context;
      if (specifier === common && isAgain && loaded.has(parentURL)) throw new Error("It has run.");
      if (specifier === common && parentURL.startsWith(program)) loaded.add(parentURL);
      return next(specifier, context);
    },
    load: (url, context, next) =>
      loaded.has(url) ? next(url, { ...context, importAttributes: {} }) : next(url, context),
  });
  // Old Nodes parse this file too: without `await`.
  return (folder) => {
    const urls = [...loaded];
    isAgain = true;
    enableCache(folder);
    return Promise.allSettled(urls.map((url) => import(url))).then(() => {
      flushCompileCache();
      hooks.deregister();
    });
  };
}
