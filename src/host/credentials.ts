/** Files with secrets in them: read only when nobody else can read them, written whole and for their owner alone. */
import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** `sentence` says what to do and is fit to show. */
export type FileReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" | "exposed" | "unreadable"; readonly sentence: string };

/** The text of a file, unless it `holdsSecret` and others can read it. */
export async function readPrivate(
  path: string,
  holdsSecret: (text: string) => boolean = () => true,
): Promise<FileReading> {
  try {
    const { mode } = await stat(path);
    const text = await readFile(path, "utf8");
    if ((mode & 0o077) !== 0 && holdsSecret(text)) {
      const sentence = `Others can read ${path}, and it holds a key. Run: chmod 600 ${quoted(path)}`;
      return { kind: "exposed", sentence };
    }
    return { kind: "text", text };
  } catch (error) {
    if (codeOf(error) === "ENOENT")
      return { kind: "missing", sentence: `There is no file ${path}.` };
    const reason = reasons[codeOf(error)] ?? codeOf(error);
    return { kind: "unreadable", sentence: `${path} cannot be read: ${reason}.` };
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "it is not yours to read",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
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
