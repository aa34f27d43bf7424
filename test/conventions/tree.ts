/** The repository's files, for the convention tests. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";

export const root = new URL("../..", import.meta.url).pathname;

/** Paths from the root, sorted. */
export function files(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root }).sort();
}

/** All files that are or would be committed, sorted; outside a checkout, those of the usual folders. */
export function tracked(): string[] {
  if (!existsSync(`${root}.git`)) {
    return files("*", ".ci/*", "src/**/*.*", "test/**/*.*", "assets/**/*.*").filter((path) =>
      path.includes("."),
    );
  }
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    { cwd: root },
  );
  return [...new Set(String(listed).split("\0"))]
    .filter((path) => path && existsSync(root + path))
    .sort();
}

export function text(path: string): string {
  return readFileSync(root + path, "utf8");
}

export const sources = files("src/**/*.{ts,tsx}");
export const tests = files("test/**/*.test.{ts,tsx}");

/** All imports and re-exports of a file. */
export function imports(path: string): { from: string; typesOnly: boolean; line: number }[] {
  const found = [];
  const source = text(path);
  const pattern =
    /^\s*(?:import|export)\b([^"';]*?)\bfrom\s*"([^"]+)"|^\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;
  for (const match of source.matchAll(pattern)) {
    const [, clause = "", named, bare, lazy] = match;
    found.push({
      from: named ?? bare ?? lazy ?? "",
      typesOnly: named !== undefined && clause.trimStart().startsWith("type "),
      line: source.slice(0, match.index + match[0].length).split("\n").length,
    });
  }
  return found;
}
