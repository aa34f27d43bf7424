/** Messages for file system errors; each is the end of a sentence. */

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you have no permission",
  EPERM: "you have no permission",
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "it is not a regular file",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the disk is read-only",
  EFBIG: "it would become too large",
  EIO: "the disk has a fault",
};

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The reason of a system error. Other errors are quoted. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const quoted = error instanceof Error ? error.message : String(error);
  return reasons[code] ?? (isSystemError(error) ? `system error ${code}` : quoted);
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** A sentence about an unexpected file system or network error; undefined for other errors. */
export function systemSentence(error: unknown): string | undefined {
  if (!isSystemError(error)) return undefined;
  const what = "path" in error ? `${error.path} cannot be used` : "The system refused";
  return `${what}: ${reasonOf(error)}.`;
}
