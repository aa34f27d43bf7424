/** A folder for one test, gone when the test is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "weir-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
