/** Files for other programs to open, in folders that only the user can read; deleted when the program exits. */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type PrivateFiles = {
  /**
   * Creates a file that `fill` writes. Resolves with its path; if `fill` rejects, so does this, and nothing is left.
   */
  readonly write: (
    name: string,
    fill: (take: (part: Uint8Array) => Promise<void>) => Promise<void>,
  ) => Promise<string>;
  readonly removeAll: () => Promise<void>;
};

const longestName = 80;

/** The name without parts that would lead to another folder, hide the file or look like an option. */
export function fileName(received: string): string {
  const plain = received
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, "_")
    .replace(/^[.\s-]+|[.\s]+$/g, "");
  if (plain.length <= longestName) return plain || "file";
  const [ending = ""] = /\.[^.]{1,8}$/.exec(plain) ?? [];
  return plain.slice(0, longestName - ending.length).trimEnd() + ending;
}

export function createPrivateFiles(): PrivateFiles {
  const folders = new Set<string>();
  const remove = async (folder: string) => {
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  return {
    write: async (name, fill) => {
      const folder = await mkdtemp(join(tmpdir(), "weir-"));
      folders.add(folder);
      const path = join(folder, fileName(name));
      try {
        const file = await open(path, "wx", 0o600);
        try {
          await fill(async (part) => void (await file.write(part)));
        } finally {
          await file.close();
        }
        return path;
      } catch (error) {
        await remove(folder);
        throw error;
      }
    },
    removeAll: async () => void (await Promise.allSettled([...folders].map(remove))),
  };
}
