/**
 * Erases what an account has left on this machine, once it is signed out.
 *
 * What stays is what only the user has: texts that were not sent, and changes that wait for the server.
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openArchiveHere } from "#archive/client.ts";
import { accountFolder } from "#host/paths.ts";
import { openStateHere } from "#host/state-here.ts";
import { draftFrom, intentFrom } from "#journal/stored-rows.ts";
import { placesOfUnsent } from "#sync/storage/places.ts";
import { cacheOwner, type Owner } from "./files.ts";
import { namesPath, type Runtime } from "./runtime.ts";

/**
 * A sentence about what stays, if anything does. Rejects with the file system's error, or with that of a file that
 * cannot be opened.
 */
export async function forgetAccount(
  runtime: Pick<Runtime, "folders">,
  account: Owner,
): Promise<string | undefined> {
  const folder = accountFolder(runtime.folders, account);
  await rm(namesPath(runtime, account), { force: true });
  if (existsSync(join(folder, "cache.db"))) await forgetSeen(folder, account);
  if (!existsSync(join(folder, "state.db"))) return undefined;
  const count = await forgetState(folder);
  const texts = count === 1 ? "A text or change that was" : `${count} texts and changes that were`;
  return count === 0 ? undefined : `${texts} not sent: kept in ${folder}.`;
}

/** Another weir may have the account open: the new file tells it to keep nothing. */
async function forgetSeen(folder: string, account: Owner): Promise<void> {
  for (const side of ["", "-wal", "-shm"])
    await rm(join(folder, `cache.db${side}`), { force: true });
  await openArchiveHere(folder, cacheOwner(account, false)).close();
}

/** Resolves with the number of texts and changes that stay. */
async function forgetState(folder: string): Promise<number> {
  const { state, close } = await openStateHere(folder);
  try {
    const { intents, drafts } = await state.load();
    const isOver = (json: string) => intentFrom(json)?.phase === "answered";
    for (const { id, json } of intents) if (isOver(json)) await state.removeIntent(id);
    for (const row of drafts) {
      const draft = draftFrom(row.json);
      if (draft?.shared === undefined) continue;
      const { shared, ...own } = draft;
      const isOnServer = shared.id !== undefined && shared.text === own.text;
      if (isOnServer || own.text === "") await state.removeDraft(row.key, row.updatedAt);
      // The server's version of it is not this machine's.
      else await state.putDraft({ ...row, json: JSON.stringify(own) }, row.updatedAt);
    }
    const left = await state.load();
    const { elsewhere } = await state.claim([]);
    await state.forget(placesOfUnsent);
    return left.intents.length + elsewhere.length + left.drafts.length;
  } finally {
    await close();
  }
}
