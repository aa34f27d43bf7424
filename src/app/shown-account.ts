/** Which of several accounts was shown last: a file with its name, with which the next start begins. */
import { join } from "node:path";
import type { Log } from "#base/log.ts";
import { readTextFile, writePrivate } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import type { Folders } from "#host/paths.ts";

export type ShownAccount = {
  /** For the next start. */
  readonly keep: (name: string) => void;
  /** Resolves when the last one that was kept is on disk, or cannot be. */
  readonly settled: () => Promise<void>;
};

function fileIn({ state }: Folders): string {
  return join(state, "shown-account");
}

/** Undefined if none was, or if it cannot be read. */
export async function readShownLast(folders: Folders): Promise<string | undefined> {
  const reading = await readTextFile(fileIn(folders));
  return reading.kind === "text" ? reading.text.trim() || undefined : undefined;
}

/** Keeps the latest one; those that were shown while another was being written are skipped. */
export function shownAccount(folders: Folders, log: Log): ShownAccount {
  let next: string | undefined;
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (next !== undefined) {
      const name = next;
      next = undefined;
      try {
        await writePrivate(fileIn(folders), `${name}\n`);
      } catch (error) {
        log.note("The shown account is not kept.", { reason: reasonOf(error) });
      }
    }
    writing = undefined;
  };
  return {
    keep: (name) => {
      next = name;
      writing ??= writeAll();
    },
    settled: async () => writing,
  };
}

/** For an account that is alone: another start is not to begin with it. */
export const notKept: ShownAccount = { keep: () => {}, settled: async () => {} };
