/**
 * Joins chunks that are loaded together into one file. The bundler makes a chunk for each set of parts that share a module, and
 * finding, reading and linking a file takes time at each start.
 *
 * The joined files are bundled once more from the chunks: what of a chunk others import is exported by the file that contains it.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { relative, sep } from "node:path";
// The bundler's paths have slashes everywhere.
import { basename, relative as between, dirname, join, normalize } from "node:path/posix";
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from "esbuild";

/**
 * Modules in the order in which they are loaded, as they are imported: those of one step instead of each other. What a module needs is
 * put into its file, but for what an earlier step has, and what several of a step need, which is a file of its own.
 */
export type Steps = readonly (readonly string[])[];

type Chunks = BuildResult<{ readonly metafile: true; readonly write: false }>;
type Outputs = Metafile["outputs"];

/** Writes the files; the options are those of the chunks, whose banner may begin with that of the files. Returns their paths, with the bundler's report on the chunk in it. */
export async function writeJoined(
  { metafile: { outputs }, outputFiles }: Chunks,
  steps: Steps,
  { splitting: _, chunkNames: __, ...options }: BuildOptions,
): Promise<Outputs> {
  const texts = new Map(
    outputFiles.map(({ path, text }) => [
      relative(options.absWorkingDir ?? "", path).replaceAll(sep, "/"),
      text,
    ]),
  );
  const files = filesOf(outputs, steps);
  const apart = apartFrom(outputs, files);
  const names = namesOf(outputs, texts, apart);
  const joined = Object.keys(outputs).flatMap((chunk) =>
    files.get(chunk) === chunk && !apart.has(chunk)
      ? [{ in: chunk, out: (names.get(chunk) ?? chunk).replace(/\.js$/, "") }]
      : [],
  );
  const banner = options.banner?.["js"] ?? "";
  const plugins = [fromChunks(outputs, withoutBanner(texts, banner), files, names)];
  await build({ ...options, outdir: ".", entryPoints: joined, plugins });
  for (const chunk of apart)
    writeFileSync(join(options.absWorkingDir ?? "", chunk), texts.get(chunk) ?? "");
  const written = [...joined.map((file) => file.in), ...apart];
  return Object.fromEntries(
    written.flatMap((chunk) => {
      const output = outputs[chunk];
      return output === undefined ? [] : [[names.get(chunk) ?? chunk, output]];
    }),
  );
}

/** What is at the beginning of every file is at that of the joined ones, once. */
function withoutBanner(
  texts: ReadonlyMap<string, string>,
  banner: string,
): ReadonlyMap<string, string> {
  return new Map([...texts].map(([chunk, text]) => [chunk, text.replace(banner, "")]));
}

/**
 * Chunks that need nothing of a joined file, but for the bundler's own functions: these keep no state, and what a chunk needs of
 * them is another copy. They stay as they are, so that programs share them.
 */
function apartFrom(outputs: Outputs, files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const sizes = new Map<string, number>();
  for (const file of files.values()) sizes.set(file, (sizes.get(file) ?? 0) + 1);
  const isAlone = (chunk: string) => sizes.get(files.get(chunk) ?? "") === 1;
  const isStateless = (chunk: string) => Object.keys(outputs[chunk]?.inputs ?? {}).length === 0;
  const isApart = (chunk: string): boolean =>
    isStateless(chunk) ||
    (isAlone(chunk) &&
      (outputs[chunk]?.imports ?? []).every(
        ({ path, kind }) =>
          outputs[path] === undefined || (kind === "import-statement" && isApart(path)),
      ));
  const paths = Object.keys(outputs).filter(
    (chunk) => isApart(chunk) && basename(dirname(chunk)) === chunksFolder && !isStateless(chunk),
  );
  const needed = paths.flatMap((chunk) => [...neededBy(outputs, chunk)]);
  return new Set(needed);
}

/** By each chunk, the one whose file contains it. */
function filesOf(outputs: Outputs, steps: Steps): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const step of steps) {
    const users = usersOf(outputs, step).filter(([chunk]) => !files.has(chunk));
    for (const [chunk, file] of filesFor(users)) files.set(chunk, file);
  }
  const alone = Object.keys(outputs).filter((chunk) => !files.has(chunk));
  return new Map([...files, ...alone.map((chunk) => [chunk, chunk] as const)]);
}

type Users = readonly (readonly [chunk: string, parts: readonly string[]])[];

/** What one part needs is in its file; what the same several ones need is in that of the first such chunk. */
function filesFor(users: Users): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const files = users.map(([chunk, parts]) => {
    const [only = chunk] = parts;
    const set = parts.join();
    const file = firsts.get(set) ?? (parts.length > 1 ? chunk : only);
    firsts.set(set, file);
    return [chunk, file] as const;
  });
  return new Map(files);
}

function usersOf(outputs: Outputs, step: readonly string[]): Users {
  const users = new Map<string, string[]>();
  for (const part of step.map((entryPoint) => outputOf(outputs, entryPoint)))
    for (const chunk of neededBy(outputs, part))
      users.set(chunk, [...(users.get(chunk) ?? []), part]);
  return [...users];
}

function outputOf(outputs: Outputs, entryPoint: string): string {
  const output = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint);
  if (output === undefined) throw new Error(`${entryPoint} is not loaded by itself.`);
  return output;
}

/** The chunk and all that it imports. */
function neededBy(outputs: Outputs, chunk: string, needed = new Set<string>()): Set<string> {
  if (outputs[chunk] === undefined || needed.has(chunk)) return needed;
  needed.add(chunk);
  for (const { path, kind } of outputs[chunk].imports)
    if (kind === "import-statement") neededBy(outputs, path, needed);
  return needed;
}

/**
 * The names of the files whose name has a hash, which changes with anything in the program: a weir that runs while it is updated
 * must not mix new files with those that it has loaded.
 */
function namesOf(
  outputs: Outputs,
  texts: ReadonlyMap<string, string>,
  apart: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const program = createHash("sha256");
  for (const text of texts.values()) program.update(text);
  const version = program.digest("hex");
  const hashed = Object.keys(outputs).filter(
    (chunk) => basename(dirname(chunk)) === chunksFolder && !apart.has(chunk),
  );
  return new Map(
    hashed.map((chunk) => {
      const hash = createHash("sha256").update(version).update(chunk).digest("hex").slice(0, 8);
      return [chunk, chunk.replace(/\w+\.js$/, `${hash.toUpperCase()}.js`)];
    }),
  );
}

/** As in `chunkNames`: what is not in it is an entry point, of which others know the name. */
const chunksFolder = "chunks";

function fromChunks(
  outputs: Outputs,
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): Plugin {
  const membersOf = (file: string) =>
    [...files].flatMap(([chunk, of]) => (of === file ? chunk : []));
  const isJoined = (chunk: string) => membersOf(files.get(chunk) ?? "").length > 1;
  const external = (from: string, chunk: string) => {
    const file = files.get(chunk) ?? chunk;
    const path = between(dirname(from), names.get(file) ?? file);
    return { path: path.startsWith(".") ? path : `./${path}`, external: true };
  };
  const outside = outsideNames(outputs, files);
  const exportsOf = (chunk: string) => [...(outside.get(chunk) ?? [])];
  /** What a joined file exports. */
  const exported = (file: string) =>
    membersOf(file).map((chunk) =>
      chunk === file
        ? `export * from "${chunk}";`
        : `export { ${exportsOf(chunk).map(([name, as]) => `${name} as ${as}`)} } from "${chunk}";`,
    );
  return {
    name: "from-chunks",
    setup(once) {
      once.onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind !== "entry-point") return undefined;
        const file = normalize(path);
        return { path: file, namespace: isJoined(file) ? "joined" : "chunk" };
      });
      once.onResolve({ filter: /.*/, namespace: "joined" }, ({ path }) => ({
        path,
        namespace: "chunk",
      }));
      once.onResolve({ filter: /.*/, namespace: "outside" }, ({ path }) => ({
        path,
        external: true,
      }));
      once.onResolve({ filter: /.*/, namespace: "chunk" }, ({ path, kind, importer }) => {
        const chunk = join(dirname(importer), path);
        if (outputs[chunk] === undefined) return { path, external: true };
        const from = files.get(importer) ?? importer;
        if (kind !== "import-statement" || !isJoined(chunk)) return external(from, chunk);
        if (files.get(chunk) === from) return { path: chunk, namespace: "chunk" };
        const pluginData = external(from, chunk).path;
        // A file in another folder names it in another way.
        return { path: `${chunk}?${dirname(from)}`, namespace: "outside", pluginData };
      });
      once.onLoad({ filter: /.*/, namespace: "joined" }, ({ path }) => ({
        contents: exported(path).join("\n"),
      }));
      once.onLoad({ filter: /.*/, namespace: "chunk" }, ({ path }) => ({
        contents: texts.get(path) ?? "",
      }));
      once.onLoad({ filter: /.*/, namespace: "outside" }, ({ path, pluginData: file }) => {
        const [chunk = ""] = path.split("?");
        const names = exportsOf(chunk).map(([name, as]) => `${as} as ${name}`);
        return { contents: `import "${file}";\nexport { ${names} } from "${file}";` };
      });
    },
  };
}

/** By each chunk, what its file calls what it exports: chunks may export different things by one name. */
function outsideNames(
  outputs: Outputs,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const all = new Map<string, ReadonlyMap<string, string>>();
  const taken = new Map<string, Set<string>>();
  const exportsOf = (chunk: string) => outputs[chunk]?.exports ?? [];
  for (const [chunk, file] of files) {
    // Those of the chunk that the file is called after keep their names, for who imports the file by its name.
    const names = taken.get(file) ?? new Set(exportsOf(file));
    taken.set(file, names);
    const outside = exportsOf(chunk).map((name) => {
      if (chunk === file) return [name, name] as const;
      let free = name;
      for (let at = 2; names.has(free); at += 1) free = `${name}_${at}`;
      names.add(free);
      return [name, free] as const;
    });
    all.set(chunk, new Map(outside));
  }
  return all;
}
