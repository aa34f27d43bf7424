/** Files that are created, and filled part by part. */
import { open, rm } from "node:fs/promises";

/** Hands over what a file is to contain, part by part. */
export type Fill = (take: (part: Uint8Array) => Promise<void>) => Promise<void>;

/**
 * Creates the file. Rejects if there is one, as `fill` does, or with the file system's error; if it has been created then,
 * nothing is left of it. With `isSynced`, the disk has it when this resolves.
 */
export async function fillNewFile(
  path: string,
  fill: Fill,
  { mode, isSynced = false }: { readonly mode?: number; readonly isSynced?: boolean },
): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    // Not `write`, which a disk that is almost full takes in part without an error.
    await fill((part) => file.writeFile(part));
    if (isSynced) await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
