/**
 * A file that says when a command has last changed something for an account: its events may not have reached a running weir yet,
 * which would answer without the change.
 */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { accountFolder, type Folders } from "./paths.ts";

type Owner = { readonly site: string; readonly email: string };

/** By then a running weir has the events, or knows that its line is bad. */
const recentMs = 5_000;

function pathOf(folders: Folders, owner: Owner): string {
  return join(accountFolder(folders, owner), "changed");
}

/** Without a folder for the account no weir has run with it. */
export function noteChange(folders: Folders, owner: Owner): void {
  try {
    writeFileSync(pathOf(folders, owner), "\n", { mode: 0o600 });
  } catch {
    return;
  }
}

export function hasRecentlyChanged(folders: Folders, owner: Owner): boolean {
  try {
    const { mtimeMs } = statSync(pathOf(folders, owner));
    return Math.abs(systemClock.now() - mtimeMs) < recentMs;
  } catch {
    return false;
  }
}
