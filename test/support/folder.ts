/** A folder that is deleted after the test. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function folder(place = tmpdir()): string {
  const path = mkdtempSync(join(place, "weir-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A folder in memory if possible, for files that are synced thousands of times. */
export function quickFolder(): string {
  const memory = "/dev/shm";
  return folder(existsSync(memory) ? memory : tmpdir());
}
