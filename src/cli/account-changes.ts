/** Which accounts are added, removed and changed in the configuration file while weir runs. */

import type { Clock } from "#base/clock.ts";
import { oneByOne } from "#base/one-by-one.ts";
import type { Config } from "#config/file.ts";
import { watchFile } from "#host/file-watch.ts";
import { configFile } from "#host/paths.ts";
import { ownerIn } from "./account-names.ts";
import { type Configuration, type Places, readConfiguration } from "./configuration.ts";
import { isExit } from "./exit-codes.ts";

/** What has become of the accounts that are open together; each by its name. */
export type AccountChanges = {
  readonly added: readonly string[];
  /** Removed from the file, or left out now. */
  readonly removed: readonly string[];
  /** Its section differs, also if it is left out. Also one whose key is in the keyring, where only another look shows whether it is new. */
  readonly changed: readonly string[];
  /** Its section has another address now, or another rc file: it is another account. */
  readonly replaced: readonly string[];
  readonly configuration: Configuration;
};

export type ConfigurationChange =
  | ({ readonly kind: "accounts" } & AccountChanges)
  /** There are other rules, or other commands that they may run. */
  | { readonly kind: "rules"; readonly configuration: Configuration }
  /** It is not there any more, or not valid: what was read last goes on. Told once. */
  | { readonly kind: "unreadable"; readonly sentence: string };

/**
 * Calls `onChange` within seconds when accounts or rules of the file change, by `weir login`, `weir logout` or an editor, or when
 * it becomes unreadable, until the returned function is called.
 */
export function watchAccounts(
  before: Configuration,
  places: Places,
  clock: Clock,
  onChange: (change: ConfigurationChange) => void,
): () => void {
  const { path } = before;
  let known = before;
  let told: string | undefined;
  let isOver = false;
  const read = async () => {
    const now = await readAgain(places, known);
    if (isOver) return;
    if (typeof now === "string") {
      if (now !== told) onChange({ kind: "unreadable", sentence: now });
      told = now;
      return;
    }
    told = undefined;
    const before = known;
    const changes = changesBetween(before.config, now.config);
    known = now;
    if (ruling(before) !== ruling(now)) onChange({ kind: "rules", configuration: now });
    if (Object.values(changes).some((names) => names.length > 0))
      onChange({ kind: "accounts", ...changes, configuration: now });
  };
  // One after the other: an older state of the file must not come last.
  const inTurn = oneByOne();
  const readNext = () => void inTurn(read);
  const stop = watchFile(path, clock, readNext);
  // It may have changed since it was read.
  readNext();
  return () => {
    isOver = true;
    stop();
  };
}

/** What it contains now, or why that is unknown. One that is gone is no decision to leave all accounts. */
async function readAgain(places: Places, known: Configuration): Promise<Configuration | string> {
  const { path } = known;
  const isDefault = known.text === "" && path === configFile(places.folders);
  try {
    return await readConfiguration(places, isDefault ? undefined : path);
  } catch (error) {
    if (isExit(error)) return error.message;
    throw error;
  }
}

/** Also what is wrong with the file, since a rule that cannot be used is nothing but a warning. */
function ruling({ config: { rules, commands }, warnings }: Configuration): string {
  return JSON.stringify([rules, commands, warnings]);
}

function changesBetween(before: Config, now: Config): Omit<AccountChanges, "configuration"> {
  const isSame = (name: string) => {
    const entry = now.accounts.get(name);
    const old = before.accounts.get(name);
    return entry?.kind !== "keyring" && JSON.stringify(entry) === JSON.stringify(old);
  };
  const isReplaced = (name: string) => {
    const [is, was] = [ownerIn(now, name), ownerIn(before, name)];
    return is !== undefined && was !== undefined && is !== was;
  };
  const changed = [...now.accounts.keys()].filter(
    (name) => before.accounts.has(name) && !isSame(name),
  );
  return {
    added: now.live.filter((name) => !before.live.includes(name)),
    removed: before.live.filter((name) => !now.live.includes(name)),
    changed: changed.filter((name) => !isReplaced(name)),
    replaced: changed.filter(isReplaced),
  };
}
