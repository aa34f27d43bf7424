/** Files that may hold secrets: read with a word on who else can read them, written whole and for their owner alone. */
import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, reasonOf } from "./file-errors.ts";

/** Each `sentence` says what to do and is fit to show. */
export type FileReading =
  | {
      readonly kind: "text";
      readonly text: string;
      /** Why no secret in it is to be used; undefined when its owner alone can read and change it. */
      readonly exposed: string | undefined;
    }
  | { readonly kind: "missing" | "unreadable"; readonly sentence: string };

/** Files of settings and certificates are far smaller. */
const longestFile = 1_000_000;

/** The text of a regular file. What is not one is refused unread: a pipe would never end, a device may obey. */
export async function readTextFile(path: string): Promise<FileReading> {
  const unreadable = (reason: string) =>
    ({ kind: "unreadable", sentence: `${path} cannot be read: ${reason}.` }) as const;
  try {
    // Without this flag, opening a pipe waits for somebody to write.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    try {
      const stats = await file.stat();
      if (stats.isDirectory()) return unreadable("it is a folder");
      if (!stats.isFile()) return unreadable("it is not a regular file");
      const parts: Buffer[] = [];
      const bytes = file.createReadStream({ end: longestFile, autoClose: false });
      for await (const part of bytes) parts.push(part);
      const whole = Buffer.concat(parts);
      if (whole.length > longestFile) return unreadable("it is larger than 1 MB");
      const exposed = exposure(path, stats, process.geteuid?.() ?? stats.uid);
      return { kind: "text", text: whole.toString("utf8"), exposed };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === "ENOENT")
      return { kind: "missing", sentence: `There is no file ${path}.` };
    return unreadable(reasonOf(error));
  }
}

/** Why a secret in a file of this mode and owner is not to be used by `user`. What root owns is as safe as the machine. */
export function exposure(
  path: string,
  { mode, uid }: Pick<Stats, "mode" | "uid">,
  user: number,
): string | undefined {
  if (uid !== user && uid !== 0)
    return `${path} belongs to another user, and it holds a key. Copy it to a file of your own.`;
  if ((mode & 0o077) !== 0)
    return `Others can read ${path}, and it holds a key. Run: chmod 600 ${quoted(path)}`;
  return undefined;
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/**
 * Writes a file that its owner alone can read, in place of what stood there. A reader sees the old text or the new,
 * never half of one, and a link stays a link. Rejects with the file system's error and leaves the old text then.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${target}.${randomUUID()}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
