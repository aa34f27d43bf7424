/** Editing a text in the person's own editor, which has the terminal meanwhile. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "./paths.ts";

export type EditorOutcome = {
  /** As the editor saved it last; undefined: it could not be read, so the text is as it was. */
  readonly text: string | undefined;
  /** What went wrong, for the person; undefined when nothing did. */
  readonly problem: string | undefined;
};

const notStarted =
  "The editor could not be started: set VISUAL or EDITOR to a command that exists.";
const failed = "The editor ended with an error. The text is as the editor saved it.";
const notRead = "What the editor saved could not be read. The text is as it was.";

/** Resolves when the editor has ended, whatever became of it. */
export async function editExternally(
  text: string,
  environment: Environment,
): Promise<EditorOutcome> {
  let folder: string | undefined;
  try {
    // Nobody else may read it: the folder is the person's own.
    folder = await mkdtemp(join(tmpdir(), "weir-"));
    const path = join(folder, "message.md");
    await writeFile(path, text, { mode: 0o600 });
    const code = await run(commandOf(environment), path);
    const saved = await readFile(path, "utf8");
    return { text: withoutAddedEnd(saved, text), problem: problemOf(code) };
  } catch {
    return { text: undefined, problem: notRead };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

function commandOf(environment: Environment): string {
  return environment["VISUAL"] || environment["EDITOR"] || "vi";
}

/** The exit code, in the words of a shell: 127 where there is no such command. */
function run(command: string, path: string): Promise<number> {
  // The command may have arguments of its own.
  const argv = ["-c", `${command} "$1"`, "weir", path];
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", argv, { stdio: "inherit" });
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function problemOf(code: number): string | undefined {
  if (code === 0) return undefined;
  return code === 127 || code === 126 ? notStarted : failed;
}

/** Most editors end the last line though nobody broke it. */
function withoutAddedEnd(saved: string, before: string): string {
  const isAdded = saved.endsWith("\n") && !before.endsWith("\n");
  return isAdded ? saved.slice(0, -1) : saved;
}
