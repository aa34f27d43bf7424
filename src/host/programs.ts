/** Runs the user's other programs: commands in a shell, the pager and the editor, which take over the terminal. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { watchFile } from "./file-watch.ts";
import type { Environment } from "./paths.ts";

type ShellOptions = {
  /** What its standard input reads; absent: the terminal. */
  readonly input?: string;
  /** The file that it is given after its own arguments. */
  readonly path?: string;
  /** If absent, it is the one of this process. */
  readonly environment?: Environment;
};

/** Resolves with the shell's exit code; 127 if there is no shell. */
export function runShell(
  command: string,
  { input, path, environment }: ShellOptions,
): Promise<number> {
  const argv = path === undefined ? [command] : [`${command} "$1"`, "weir", path];
  return runInTerminal(["/bin/sh", "-c", ...argv], environment, input);
}

/**
 * Runs a program in the terminal, without a shell; `input` is read instead of the terminal. Resolves with its exit code; 127 if
 * there is no such program. Rejects if the system refuses its arguments.
 */
export function runInTerminal(
  [program, ...rest]: readonly [string, ...string[]],
  environment: Environment | undefined,
  input?: string,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      stdio: [input === undefined ? "inherit" : "pipe", "inherit", "inherit"],
      ...(environment && { env: environment }),
    });
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
    // It may exit before it has read all of its input.
    child.stdin?.once("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** Whether the exit code means that there is no such command. */
function isNotFound(code: number): boolean {
  return code === 127 || code === 126;
}

// Shows a text in the user's own pager, which takes over the terminal.

const noPager = "The pager could not be started: set PAGER to a command that exists.";
const pagerFailed = "The pager exited with an error.";

/** Resolves when the pager has exited, with an error for the user or undefined. */
export async function page(text: string, environment: Environment): Promise<string | undefined> {
  const command = environment["PAGER"] || "less";
  // Long lines scroll sideways, and the pager does not exit by itself if the text fits on the screen.
  const less = `${environment["LESS"] ?? ""} -S -+F -+X`.trim();
  const code = await runShell(command, {
    input: text,
    environment: { ...environment, LESS: less },
  });
  if (code === 0) return undefined;
  return isNotFound(code) ? noPager : pagerFailed;
}

// Standard output for verbs: output longer than the terminal goes to the user's pager.

type PagedOutput = {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly write: (text: string) => void;
  /** Resolves when what does not wait for the pager is written. */
  readonly flushed: () => Promise<void>;
  /** Resolves when everything is written and the pager has exited. */
  readonly end: () => Promise<void>;
};

const usualColumns = 80;
/** Fails silently if it is not installed. */
const usualPager = "command -v less >/dev/null || exit 127; exec less";

/** `pages`: whether the output is finite; otherwise each text is written immediately. */
export function pagedOutput(
  stdout: NodeJS.WriteStream,
  environment: Environment,
  pages: boolean,
): PagedOutput {
  const isTerminal = stdout.isTTY === true;
  const parts: string[] = [];
  let isGone = false;
  stdout.on("error", () => {
    isGone = true;
  });
  const straight = (text: string) => void (isGone || stdout.write(text));
  const flushed = () =>
    new Promise<void>((resolve) => {
      if (isGone || stdout.writableLength === 0) resolve();
      else stdout.write("", () => resolve());
    });
  return {
    isTerminal,
    columns: (isTerminal && stdout.columns) || usualColumns,
    write: isTerminal && pages ? (text) => void parts.push(text) : straight,
    flushed,
    end: async () => {
      const text = parts.join("");
      const isLong = text.split("\n").length > (stdout.rows ?? 24);
      const command = environment["PAGER"] ?? usualPager;
      const isPaged = isLong && command !== "" && command !== "cat";
      // Displays colours, and exits at once if the text fits.
      const pager = { input: text, environment: { LESS: "FRX", LV: "-c", ...environment } };
      if (!isPaged || isNotFound(await runShell(command, pager))) straight(text);
      await flushed();
    },
  };
}

// Shows a manual page as the system shows its own.

/** What reads a page on standard input: man of Linux, and mandoc of the BSDs and macOS. */
const manuals = ["exec man -l - 2>/dev/null", "exec mandoc -a 2>/dev/null"];

/** A page for troff, which is shown in the terminal; false: no program here can do that. */
export async function showManual(page: string, environment: Environment): Promise<boolean> {
  for (const command of manuals)
    if ((await runShell(command, { input: page, environment })) === 0) return true;
  return false;
}

// Edits a text in the user's own editor, which takes over the terminal.

type EditorOutcome = {
  /** As saved by the editor; undefined: it could not be read, or was not written whole, so the text is unchanged. */
  readonly text: string | undefined;
  /** An error for the user; undefined if there was none. */
  readonly problem: string | undefined;
};

const notStarted =
  "The editor could not be started: set VISUAL or EDITOR to a command that exists.";
const failed = "The editor exited with an error. The text is as it was last saved.";
const notRead = "The edited file could not be read. The text is unchanged.";

type EditorPorts = {
  readonly environment: Environment;
  readonly clock: Clock;
  /** Is told what the editor saves while it runs, which may be long. */
  readonly saved: (text: string) => void;
};

/** Resolves when the editor has exited; never rejects. */
export async function editExternally(
  text: string,
  { environment, clock, saved }: EditorPorts,
): Promise<EditorOutcome> {
  let folder: string | undefined;
  // Some editors empty the file before they write it.
  const tellText = (now: string) => {
    if (now !== "") saved(now);
  };
  try {
    // The folder is accessible to the user only.
    folder = await mkdtemp(join(tmpdir(), "weir-"));
    const path = join(folder, "message.md");
    await writeFile(path, text, { mode: 0o600 });
    const read = async () => withoutAddedEnd(await readFile(path, "utf8"), text);
    const unwatch = watchFile(path, clock, () => void read().then(tellText, () => undefined));
    const code = await runShell(commandOf(environment), { path }).finally(unwatch);
    const after = await read();
    // It may have failed between emptying the file and writing it.
    const isLost = after === "" && code !== 0;
    return { text: isLost ? undefined : after, problem: problemOf(code) };
  } catch {
    return { text: undefined, problem: notRead };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

function commandOf(environment: Environment): string {
  return environment["VISUAL"] || environment["EDITOR"] || "vi";
}

function problemOf(code: number): string | undefined {
  if (code === 0) return undefined;
  return isNotFound(code) ? notStarted : failed;
}

/** Most editors add a newline at the end of the file. */
function withoutAddedEnd(after: string, before: string): string {
  const isAdded = after.endsWith("\n") && !before.endsWith("\n");
  return isAdded ? after.slice(0, -1) : after;
}
