/** Which running program holds a lease, told apart from a later one that happens to get the same process number. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

/** A name for one opening of a file by the process `pid`. */
export function holderId(pid: number): string {
  return `${pid}:${startOf(pid) ?? ""}:${randomUUID()}`;
}

/** Whether the process of that name still runs. */
export function isHolderAlive(id: string): boolean {
  const [pid = "", start = ""] = id.split(":");
  const now = startOf(Number(pid));
  return now !== undefined && now === start;
}

/**
 * When a process began, in the system's own count; empty where the system does not tell, undefined when there is no
 * such process.
 */
function startOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else may not be signalled, but it is there.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return undefined;
  }
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces, so count from behind it: the start is the 20th field from there.
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
