/**
 * The entry point of `weir`: checks the Node version, paints the frame of the screen, and only then loads the program.
 *
 * Bundled separately into a script that old versions of Node can parse. Import nothing here that is not bundled into
 * it.
 */
import { systemClock } from "#base/clock.ts";
import { asksForLines, isUtf8 } from "#host/environment.ts";
import { systemSentence } from "#host/file-errors.ts";
import { makeFolder } from "#host/folders.ts";
import { compiledFolder, configFile, folders } from "#host/paths.ts";
import { compilingAgain, enableCache } from "./compile-again.ts";
import { type EarlyScreen, opensScreen, paintEarly, unpainted } from "./early-screen.ts";
import { nodeVersionError } from "./node-version.ts";
import { requestIn, statusLine } from "./status-line.ts";
import { finalMessageMs, openTerminal } from "./terminal.ts";
import { version } from "./version.ts";

const signals: readonly [NodeJS.Signals, number][] = [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
];

function paintsEarly(argv: readonly string[]): boolean {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const asksForScreen = asksForLines(process.env) === undefined && !asksForPlainMode(argv);
  return isTerminal && opensScreen(argv) && asksForScreen;
}

/**
 * Whether the configuration file may ask for plain mode. It is only scanned here, and parsed later, when it is too
 * late not to paint.
 */
function asksForPlainMode(argv: readonly string[]): boolean {
  const { homedir } = process.getBuiltinModule("node:os");
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  const flag = argv.findLastIndex((word) => word.split("=")[0] === "--config");
  const named = flag < 0 ? undefined : (argv[flag]?.split("=")[1] ?? argv[flag + 1]);
  try {
    const path = named ?? configFile(folders(process.env, homedir()));
    // A pipe can be read only once, and could block the start.
    return (
      statSync(path).isFile() && /^\s*screen_reader\s*=\s*true/m.test(readFileSync(path, "utf8"))
    );
  } catch {
    return false;
  }
}

function earlyScreen(): EarlyScreen {
  const { stdin, stdout } = process;
  return paintEarly({
    columns: stdout.columns,
    rows: stdout.rows,
    isUnicode: isUtf8(process.env),
    output: openTerminal(),
    setRawMode: (on) => void stdin.setRawMode(on),
  });
}

/** Restores the terminal and exits on a signal, until the returned function is called. */
function leaveOnSignals(early: () => EarlyScreen): () => void {
  const leaves = signals.map(([signal, code]) => {
    const leave = () => {
      const { restore, output } = early();
      restore();
      const written = output ? output.written(finalMessageMs) : Promise.resolve();
      void written.then(() => process.exit(code));
    };
    process.once(signal, leave);
    return () => void process.off(signal, leave);
  });
  return () => {
    for (const forget of leaves) forget();
  };
}

/** The files in a folder; none if there is no such folder. */
function filesIn(folder: string): readonly string[] {
  try {
    return process.getBuiltinModule("node:fs").readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a folder has compiled code for this version of Node and this user. */
function hasCompiled(folder: string): boolean {
  const owner = process.getuid === undefined ? "" : `-${process.getuid()}`;
  return filesIn(folder).some(
    (name) => name.startsWith(`${process.version}-${process.arch}-`) && name.endsWith(owner),
  );
}

/**
 * Caches compiled code between runs, in a folder that only this user can write to, because what is in it gets
 * executed: the build's, beside the program, which whoever can write there could replace too; or the user's. The returned
 * function is to be called when the screen begins. Throws if there is no folder.
 */
function keepCompiled(isScreen: boolean): () => void {
  const { realpathSync, chmodSync } = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const { getCompileCacheDir } = process.getBuiltinModule("node:module");
  const program = dirname(realpathSync(process.argv[1] || ""));
  if (hasCompiled(`${program}/compiled`)) {
    enableCache(`${program}/compiled`);
    return () => {};
  }
  const { homedir } = process.getBuiltinModule("node:os");
  const folder = compiledFolder(folders(process.env, homedir()));
  makeFolder(folder);
  // An existing folder may have other permissions; this fails if it belongs to somebody else.
  chmodSync(folder, 0o700);
  const screen = isScreen && filesIn(`${program}/chunks`).find(isScreenModule);
  const isFirst = screen && !hasCompiled(`${folder}/${screen}`);
  if (isFirst && getCompileCacheDir() === undefined) return compileLater(program, folder, screen);
  enableCache(screen ? `${folder}/${screen}` : folder);
  return () => {};
}

/** What the screen begins with. Its name changes with its content, and with that of what it imports. */
const isScreenModule = (name: string) => name.startsWith("open-screen-");

/** By then the screen has started, on most machines, and no garbage is collected yet. */
const startedMs = 3_000;

/**
 * Caches the code of this first run, some time after the returned function was called. Code that earlier versions left is
 * removed.
 */
function compileLater(program: string, folder: string, screen: string): () => void {
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  const { rm } = process.getBuiltinModule("node:fs/promises");
  const { cachedDataVersionTag } = process.getBuiltinModule("node:v8");
  const compileAgain = compilingAgain(pathToFileURL(`${program}/`).href);
  const tag = cachedDataVersionTag();
  const isOld = (name: string) => isScreenModule(name) && name !== screen;
  const begun = () => {
    systemClock.after(startedMs, () => {
      // While a thread collects garbage, flags are set for which the code would not be valid later.
      if (cachedDataVersionTag() !== tag) return begun();
      const removed = filesIn(folder)
        .filter(isOld)
        .map((name) => rm(`${folder}/${name}`, { recursive: true }));
      void Promise.allSettled([...removed, compileAgain(`${folder}/${screen}`)]);
    });
  };
  return begun;
}

function start(): void {
  const argv = process.argv.slice(2);
  // From the first lines of this script (`build/node-flags.ts`), not from the user.
  delete process.env["MALLOC_TOP_PAD_"];
  // It would open Node's inspector, from which every user of this machine could read the keys.
  process.on("SIGUSR1", () => {});
  let early = unpainted;
  let forget = () => {};
  // If nothing is painted there is nothing to restore, and verbs handle signals themselves.
  if (paintsEarly(argv)) {
    // Before painting: a signal may arrive as soon as the first byte is out.
    forget = leaveOnSignals(() => early);
    early = earlyScreen();
  }
  let begun = () => {};
  try {
    // What is compiled when it is called first takes 2 MB less, and this start has time.
    if (argv[0] !== "watch") begun = keepCompiled(early !== unpainted);
  } catch {
    // Without a cache the program starts later.
  }
  const handed: EarlyScreen = {
    output: early.output,
    restore: early.restore,
    handOver() {
      early.handOver();
      forget();
      begun();
    },
  };
  run(argv, handed).catch((reason: unknown) => {
    early.restore();
    const words = (reason instanceof Error ? reason.message : String(reason)).replace(
      // It may quote what came from a server, and this file has no better way to make it safe.
      /[^\n\P{Cc}]/gu,
      "?",
    );
    const sentence = systemSentence(reason);
    process.stderr.write(sentence ? `weir: ${sentence}\n` : `weir could not start: ${words}\n`);
    process.exitCode = 1;
  });
}

/** What runs for long, and should take little memory. */
const alone: Readonly<Record<string, (words: readonly string[]) => Promise<boolean>>> = {
  mcp: (words) => import("./mcp-verb.js").then(({ serveAlone }) => serveAlone(words)),
  watch: (words) => import("./watch-verb.js").then(({ watchAlone }) => watchAlone(words)),
};

/** Some verbs are programs of their own, unless their words have to be parsed by the one of all others. */
function run(argv: readonly string[], early: EarlyScreen): Promise<void> {
  const [first = "", ...words] = argv;
  const others = () => import("./main.js").then(({ main }) => main(argv, early));
  const program = Object.hasOwn(alone, first) ? alone[first] : undefined;
  if (program === undefined) return others();
  return program(words).then((isServed) => (isServed ? undefined : others()));
}

/** What programs ask, and often. */
function quickAnswer(argv: readonly string[]): string | undefined {
  const [first, ...others] = argv;
  if (others.length === 0 && (first === "--version" || first === "-V")) return `${version}\n`;
  const request = requestIn(argv);
  return request && statusLine(request);
}

/** Nothing is loaded for the answer. What cannot be written fails as that of any verb. */
function printsAnswer(argv: readonly string[]): boolean {
  const answer = quickAnswer(argv);
  if (answer === undefined) return false;
  try {
    if (answer !== "") process.getBuiltinModule("node:fs").writeSync(1, answer);
    return true;
  } catch {
    return false;
  }
}

const complaint = nodeVersionError(process.versions.node);
if (complaint === undefined) {
  if (!printsAnswer(process.argv.slice(2))) start();
} else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
