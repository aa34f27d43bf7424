/** What the file system's refusals mean, in words that end a sentence. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you have no permission",
  EPERM: "you have no permission",
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is not a regular file",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the disk is read-only",
  EIO: "the disk has a fault",
};

/** The code of a system error such as `ENOENT`; empty for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Why the file system refused. An error that is none of the file system's is quoted. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? (code || (error instanceof Error ? error.message : String(error)));
}
