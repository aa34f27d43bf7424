/** A folder that is deleted after the test, and what is in it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
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

/** Lets SQLite find no room beside its file for what it needs to write. Root, too, cannot write it then. */
export function unwritable(path: string): void {
  symlinkSync("nowhere", `${path}-shm`);
}

/** Every file below the folder. */
export function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files below the folder that contain the text. */
export function filesWith(path: string, text: string): readonly string[] {
  return filesIn(path).filter((file) => readFileSync(file).includes(text));
}
