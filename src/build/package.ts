/**
 * Writes the tarball that is published, and prints its path: `npm run package`. It installs the bundle alone, which
 * contains the packages that weir runs on; only the keyring, which has native code, is left to npm, and optional.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { noticesFile } from "./notices.ts";
import { root } from "./plugins.ts";

/** What the checkout's `package.json` says of weir that is true of the bundle as well. */
const kept = [
  "name",
  "version",
  "description",
  "license",
  "type",
  "bin",
  "engines",
  "optionalDependencies",
];

/** Not the compiled code, which is valid for one version of Node and one user, nor the build with source maps. */
const packed = [
  ...["dist/*.js", "dist/chunks/*.js", "README.md", "LICENSE"],
  // The guide, and the pictures of the pages.
  ...["assets/guide/*.md", "assets/*.png", "assets/terminals/*.png"],
];

/** From the repository's root. */
export function packedFiles(): readonly string[] {
  return packed.flatMap((pattern) => globSync(pattern, { cwd: root }));
}

function manifest(): string {
  const checkout: Record<string, unknown> = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const rows = Object.entries(checkout).filter(([name]) => kept.includes(name));
  return `${JSON.stringify(Object.fromEntries([...rows, ["files", ["dist", "assets", noticesFile]]]), null, 2)}\n`;
}

/** Packs what `dist` contains now. Returns the tarball's path in `folder`. */
export function packInto(folder: string): string {
  const staged = mkdtempSync(join(tmpdir(), "weir-package-"));
  try {
    for (const path of packedFiles()) {
      mkdirSync(dirname(join(staged, path)), { recursive: true });
      copyFileSync(root + path, join(staged, path));
    }
    copyFileSync(`${root}dist/${noticesFile}`, join(staged, noticesFile));
    writeFileSync(join(staged, "package.json"), manifest());
    const named = execFileSync("npm", ["pack", staged, "--silent", "--pack-destination", folder], {
      encoding: "utf8",
    });
    return join(folder, named.trim());
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

if (import.meta.main) process.stdout.write(`${packInto(root)}\n`);
