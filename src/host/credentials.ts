/** Files that may contain secrets: checked for exposure when read, written atomically for the owner only. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { realpath, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, reasonOf } from "./file-errors.ts";
import { makeFolder } from "./folders.ts";
import { openRegular, readAtMost } from "./local-files.ts";
import { fillNewFile } from "./new-file.ts";
import { quoted } from "./shell-words.ts";

/** Each `sentence` is an error for the user that says what to do. */
export type FileResult =
  | {
      readonly kind: "text";
      readonly text: string;
      /** False: it has bytes that are no text, which would be lost if the text were written. */
      readonly isWhole: boolean;
      /** Why its secrets must not be used; undefined if only the owner can read and change it. */
      readonly exposed: string | undefined;
    }
  | { readonly kind: "missing" | "unreadable"; readonly sentence: string };

/** Settings and certificates are far smaller. */
const longestFile = 1_000_000;

/** The text of a regular file. Others are refused unread: a pipe might never end. */
export async function readTextFile(path: string): Promise<FileResult> {
  const unreadable = (reason: string) =>
    ({ kind: "unreadable", sentence: `${path} cannot be read: ${reason}.` }) as const;
  try {
    const { file, stats } = await openRegular(path);
    try {
      const bytes = await readAtMost(file.createReadStream({ autoClose: false }), longestFile);
      if (bytes === undefined) return unreadable("it is larger than 1 MB");
      const exposed = exposure(path, stats, process.geteuid?.() ?? stats.uid);
      const text = Buffer.from(bytes).toString("utf8");
      return { kind: "text", text, isWhole: isUtf8(bytes), exposed };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT")
      return { kind: "missing", sentence: `There is no file ${path}.` };
    return unreadable(reasonOf(error));
  }
}

/** Why `user` must not use secrets in a file with this mode and owner. Files owned by root are trusted. */
export function exposure(
  path: string,
  { mode, uid }: Pick<Stats, "mode" | "uid">,
  user: number,
): string | undefined {
  if (uid !== user && uid !== 0)
    return `${path} contains a key, but belongs to another user. Copy it to a file of your own.`;
  if ((mode & 0o077) !== 0)
    return `${path} contains a key, but others can read it. Run: chmod 600 ${quoted(path)}`;
  return undefined;
}

/**
 * Replaces a file atomically, readable only by its owner. Readers see the old or the new text, and symbolic links are
 * preserved. Rejects with the file system's error and keeps the old text then.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  await replacePrivate(path, text, async () => true);
}

/** Likewise, if `isUnchanged` at the last moment; resolves with whether it was replaced. */
export async function replacePrivate(
  path: string,
  text: string,
  isUnchanged: () => Promise<boolean>,
): Promise<boolean> {
  const target = await realpath(path).catch(() => path);
  makeFolder(dirname(target));
  const draft = `${target}.${randomUUID()}`;
  try {
    await fillNewFile(draft, (take) => take(Buffer.from(text)), { mode: 0o600, isSynced: true });
    const mayReplace = await isUnchanged();
    if (mayReplace) await rename(draft, target);
    return mayReplace;
  } finally {
    await rm(draft, { force: true });
  }
}
