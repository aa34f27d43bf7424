/**
 * Joins chunks that are loaded together into one file. The bundler makes a chunk for each set of parts that share a module, and
 * finding, reading and linking a file takes time at each start.
 *
 * The joined files are bundled once more from the chunks: what of a chunk others import is exported by the file that contains it.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join, posix, relative } from "node:path";
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from "esbuild";

/**
 * Modules in the order in which they are loaded, as they are imported: those of one step instead of each other. What a module needs is
 * put into its file, but for what an earlier step has, and what several of a step need, which is a file of its own.
 */
export type Steps = readonly (readonly string[])[];

type Chunks = BuildResult<{ readonly metafile: true; readonly write: false }>;
type Outputs = Metafile["outputs"];

/** Writes the files; the options are those of the chunks. Returns their paths, with the bundler's report on the chunk in it. */
export async function writeJoined(
  { metafile: { outputs }, outputFiles }: Chunks,
  steps: Steps,
  { splitting: _, chunkNames: __, ...options }: BuildOptions,
): Promise<Outputs> {
  const texts = new Map(
    outputFiles.map(({ path, text }) => [relative(options.absWorkingDir ?? "", path), text]),
  );
  const files = filesOf(outputs, steps);
  const names = namesOf(outputs, texts);
  const written = Object.entries(outputs).flatMap(([chunk, output]) =>
    files.get(chunk) === chunk ? [{ chunk, name: names.get(chunk) ?? chunk, output }] : [],
  );
  const entryPoints = written.map(({ chunk, name }) => ({
    in: chunk,
    out: name.replace(/\.js$/, ""),
  }));
  const plugins = [fromChunks(outputs, texts, files, names)];
  await build({ ...options, outdir: ".", entryPoints, plugins });
  return Object.fromEntries(written.map(({ name, output }) => [name, output]));
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
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint);
  if (found === undefined) throw new Error(`${entryPoint} is not loaded by itself.`);
  return found;
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
): ReadonlyMap<string, string> {
  const program = createHash("sha256");
  for (const text of texts.values()) program.update(text);
  const version = program.digest("hex");
  const hashed = Object.keys(outputs).filter((chunk) => basename(dirname(chunk)) === chunksFolder);
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
    const path = posix.relative(dirname(from), names.get(file) ?? file);
    return { path: path.startsWith(".") ? path : `./${path}`, external: true };
  };
  /** What a joined file exports. */
  const exported = (file: string) =>
    membersOf(file).map((chunk) =>
      chunk === file
        ? `export * from "${chunk}";`
        : `export { ${outsideNames(chunk, outputs)} } from "${chunk}";`,
    );
  return {
    name: "from-chunks",
    setup(once) {
      once.onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind !== "entry-point") return undefined;
        const file = posix.normalize(path);
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
        const isFile = files.get(chunk) === chunk;
        const insides = isFile ? outputs[chunk]?.exports.join() : insideNames(chunk, outputs);
        return { contents: `import "${file}";\nexport { ${insides} } from "${file}";` };
      });
    },
  };
}

/** Chunks may export different things by one name. */
const outside = (chunk: string, name: string) => `${basename(chunk).replace(/\W/g, "_")}_${name}`;

function outsideNames(chunk: string, outputs: Outputs): string {
  return (outputs[chunk]?.exports ?? []).map((name) => `${name} as ${outside(chunk, name)}`).join();
}

function insideNames(chunk: string, outputs: Outputs): string {
  return (outputs[chunk]?.exports ?? []).map((name) => `${outside(chunk, name)} as ${name}`).join();
}
