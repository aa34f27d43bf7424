/** Identifies the process that holds a lease, even if its process ID is reused later. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

/** A unique ID for one opening of a file by the process `pid`. */
export function holderId(pid: number): string {
  return `${pid}:${startOf(pid) ?? ""}:${randomUUID()}`;
}

/** Whether the process with that ID still runs. */
export function isHolderAlive(id: string): boolean {
  const [pid = "", start = ""] = id.split(":");
  const now = startOf(Number(pid));
  return now !== undefined && now === start;
}

/**
 * The start time of a process in system ticks; empty if unavailable, undefined if there is no such process.
 */
function startOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process cannot be signalled, but it exists.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return undefined;
  }
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces, so count from its end: the start time is the 20th field from there.
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
