/**
 * The entry point of `weir`: checks the Node version, paints the frame of the screen, and only then loads the program.
 *
 * Bundled separately into a script that old versions of Node can parse. Import nothing here that is not bundled into
 * it.
 */
import { asksForLines, isUtf8 } from "#host/environment.ts";
import { systemSentence } from "#host/file-errors.ts";
import { compiledFolder, configFile, folders } from "#host/paths.ts";
import { type EarlyScreen, opensScreen, paintEarly, unpainted } from "./early-screen.ts";
import { nodeVersionError } from "./node-version.ts";
import { finalMessageMs, openTerminal } from "./terminal.ts";

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

/**
 * The folder of compiled code beside the program, for this version of Node and this user; undefined if the build left
 * none. Whoever can write there can write the program too.
 */
function builtCompiled(): string | undefined {
  const { readdirSync, realpathSync } = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  try {
    const folder = `${dirname(realpathSync(process.argv[1] || ""))}/compiled`;
    const owner = process.getuid === undefined ? "" : `-${process.getuid()}`;
    const isOurs = (name: string) =>
      name.startsWith(`${process.version}-${process.arch}-`) && name.endsWith(owner);
    return readdirSync(folder).some(isOurs) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Caches compiled code between runs, in a folder that only this user can write to, because what is in it gets
 * executed.
 */
function keepCompiled(): void {
  const built = builtCompiled();
  if (built !== undefined) {
    process.getBuiltinModule("node:module").enableCompileCache(built);
    return;
  }
  const { homedir } = process.getBuiltinModule("node:os");
  const { chmodSync, mkdirSync } = process.getBuiltinModule("node:fs");
  const folder = compiledFolder(folders(process.env, homedir()));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // An existing folder may have other permissions; this fails if it belongs to somebody else.
    chmodSync(folder, 0o700);
  } catch {
    return;
  }
  process.getBuiltinModule("node:module").enableCompileCache(folder);
}

function start(): void {
  const argv = process.argv.slice(2);
  // From the first line of this script (`build/node-flags.ts`), not from the user.
  delete process.env["MALLOC_TOP_PAD_"];
  let early = unpainted;
  let forget = () => {};
  // If nothing is painted there is nothing to restore, and verbs handle signals themselves.
  if (paintsEarly(argv)) {
    // Before painting: a signal may arrive as soon as the first byte is out.
    forget = leaveOnSignals(() => early);
    early = earlyScreen();
  }
  const handed: EarlyScreen = {
    output: early.output,
    restore: early.restore,
    handOver() {
      early.handOver();
      forget();
    },
  };
  keepCompiled();
  import("./main.js")
    .then(({ main }) => main(argv, handed))
    .catch((reason: unknown) => {
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

const complaint = nodeVersionError(process.versions.node);
if (complaint === undefined) start();
else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
