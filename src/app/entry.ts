/**
 * `weir` itself: judges the Node it runs on, paints the frame of the screen, and only then loads the program.
 *
 * Built apart from the rest into a script that old versions of Node can read. Nothing may be imported here but what is
 * bundled into it.
 */
import { systemSentence } from "#host/file-errors.ts";
import { compiledFolder, folders } from "#host/paths.ts";
import { type EarlyScreen, opensScreen, paintEarly, unpainted } from "./early-screen.ts";
import { nodeComplaint } from "./node-version.ts";

const signals: readonly [NodeJS.Signals, number][] = [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
];

function isUnicode(): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "") && TERM !== "linux";
}

function earlyScreen(argv: readonly string[]): EarlyScreen {
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY && stdout.isTTY && process.env["TERM"] !== "dumb";
  if (!isTerminal || !opensScreen(argv)) return unpainted;
  return paintEarly({
    columns: stdout.columns,
    rows: stdout.rows,
    isUnicode: isUnicode(),
    write: (text) => void stdout.write(text),
    setRawMode: (on) => void stdin.setRawMode(on),
  });
}

/** Compiled code is kept between runs in a folder that nobody else can write to: what lies there is run. */
function keepCompiled(): void {
  const { homedir } = process.getBuiltinModule("node:os");
  const { chmodSync, mkdirSync } = process.getBuiltinModule("node:fs");
  const folder = compiledFolder(folders(process.env, homedir()));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // It may have been there before, and is refused when it belongs to somebody else.
    chmodSync(folder, 0o700);
  } catch {
    return;
  }
  process.getBuiltinModule("node:module").enableCompileCache(folder);
}

function start(): void {
  const argv = process.argv.slice(2);
  const early = earlyScreen(argv);
  // Where nothing was painted there is nothing to take back, and signals are the verb's own matter.
  const leaves = (early.painted ? signals : []).map(([signal, code]) => {
    const leave = () => {
      early.restore();
      process.exit(code);
    };
    process.once(signal, leave);
    return () => void process.off(signal, leave);
  });
  const handed: EarlyScreen = {
    painted: early.painted,
    restore: early.restore,
    handOver() {
      early.handOver();
      for (const forget of leaves) forget();
    },
  };
  keepCompiled();
  import("./main.js")
    .then(({ main }) => main(argv, handed))
    .catch((reason: unknown) => {
      early.restore();
      const words = reason instanceof Error ? reason.message : String(reason);
      const sentence = systemSentence(reason);
      process.stderr.write(sentence ? `weir: ${sentence}\n` : `weir could not start: ${words}\n`);
      process.exitCode = 1;
    });
}

const complaint = nodeComplaint(process.versions.node);
if (complaint === undefined) start();
else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
