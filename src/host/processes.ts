/**
 * Tells processes apart, even if their IDs are used again.
 *
 * The entry file is bundled with it and cannot import Node's modules.
 */

/**
 * The start time of a process in system ticks; empty if unavailable, undefined if no such process runs.
 */
export function processStart(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process cannot be signalled, but it exists.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return undefined;
  }
  try {
    const { readFileSync } = process.getBuiltinModule("node:fs");
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces, so count from its end: the start time is the 20th field from there.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    // One that has ended is there until its parent asks for its exit code.
    return fields[0] === "Z" ? undefined : (fields[19] ?? "");
  } catch {
    return "";
  }
}

/** Whether the process that had this start time still runs. */
export function isRunning(pid: number, start: string): boolean {
  const now = processStart(pid);
  return now !== undefined && now === start;
}
