/** Edits a text in the user's own editor, which takes over the terminal. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "./paths.ts";
import { isNotFound, runShell } from "./shell.ts";

export type EditorOutcome = {
  /** As saved by the editor; undefined: it could not be read, so the text is unchanged. */
  readonly text: string | undefined;
  /** An error for the user; undefined if there was none. */
  readonly problem: string | undefined;
};

const notStarted =
  "The editor could not be started: set VISUAL or EDITOR to a command that exists.";
const failed = "The editor exited with an error. The text is as it was last saved.";
const notRead = "The edited file could not be read. The text is unchanged.";

/** Resolves when the editor has exited; never rejects. */
export async function editExternally(
  text: string,
  environment: Environment,
): Promise<EditorOutcome> {
  let folder: string | undefined;
  try {
    // The folder is accessible to the user only.
    folder = await mkdtemp(join(tmpdir(), "weir-"));
    const path = join(folder, "message.md");
    await writeFile(path, text, { mode: 0o600 });
    const code = await runShell(commandOf(environment), { path });
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

function problemOf(code: number): string | undefined {
  if (code === 0) return undefined;
  return isNotFound(code) ? notStarted : failed;
}

/** Most editors add a newline at the end of the file. */
function withoutAddedEnd(saved: string, before: string): string {
  const isAdded = saved.endsWith("\n") && !before.endsWith("\n");
  return isAdded ? saved.slice(0, -1) : saved;
}
