/** Where verbs cache names for completion: one file per account, which can be deleted at any time. */
import { basename, join } from "node:path";
import type { Account } from "#config/account.ts";
import { accountFolder } from "#host/paths.ts";
import type { Runtime } from "./runtime.ts";

export function namesPath({ folders }: Pick<Runtime, "folders">, account: Account): string {
  return join(folders.cache, "names", `${basename(accountFolder(folders, account))}.json`);
}
