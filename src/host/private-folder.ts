/** Folders by which programs of one user find each other: whoever else could write there could pass for one of them. */
import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { reasonOf } from "./file-errors.ts";
import { makeFolder } from "./folders.ts";
import { quoted } from "./shell-words.ts";

/** Why the folder must not be used, as a sentence; undefined if it is missing, or the user's alone. */
export function folderProblem(path: string, user = process.geteuid?.()): string | undefined {
  try {
    const folder = lstatSync(path, { throwIfNoEntry: false });
    if (folder === undefined) return undefined;
    if (!folder.isDirectory()) return `${path} is in the way: it is not a folder. Remove it.`;
    if (user !== undefined && folder.uid !== user)
      return `${path} belongs to another user. Remove it, or set XDG_RUNTIME_DIR to a folder of your own.`;
    if ((folder.mode & 0o077) !== 0)
      return `Other users can look into ${path}. Run: chmod 700 ${quoted(path)}`;
    const above = dirname(path);
    if (user !== undefined && isOpenTo(statSync(above), user))
      return `Other users can replace ${path}, because they can write to ${above}. Set XDG_RUNTIME_DIR to a folder of your own.`;
    return undefined;
  } catch (error) {
    return `${path} cannot be used: ${reasonOf(error)}.`;
  }
}

/** Whether others than this user can replace what is in the folder. In a sticky one only its owner and the system can. */
function isOpenTo({ uid, mode }: Stats, user: number): boolean {
  const isOthers = uid !== user && uid !== 0;
  const isSticky = (mode & 0o1000) !== 0;
  return isOthers || ((mode & 0o022) !== 0 && !isSticky);
}

/** Makes the folder if it is missing. Returns why it must not be used, as a sentence; undefined if it may. */
export function preparePrivateFolder(path: string): string | undefined {
  try {
    makeFolder(path);
  } catch (error) {
    return `${path} cannot be made: ${reasonOf(error)}.`;
  }
  return folderProblem(path);
}
