/**
 * Makes folders. Node's own way to make those above, too, never returns in file systems such as `/proc`.
 *
 * The entry file is bundled with it and cannot import Node's modules.
 */

/** Makes a folder for the user only, and those above it that are missing. Throws the file system's error. */
export function makeFolder(path: string): void {
  const { mkdirSync, statSync } = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const isThere = (folder: string) =>
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const make = (folder: string) => {
    if (isThere(folder)) return;
    const above = dirname(folder);
    if (above !== folder) make(above);
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may have been faster.
      if (!isThere(folder)) throw error;
    }
  };
  make(path);
}
