/** The configuration file changes while accounts are open: their list, which are opened and ended, and rules. */
import type { AccountChanges } from "#cli/account-changes.ts";
import type { Configuration } from "#cli/configuration.ts";
import { leaveEveryAccount } from "#commands/lists/lists.ts";
import { showToast } from "#commands/screen.ts";
import type { ListedAccount } from "#store/account.ts";
import type { LiveAccounts } from "#store/live.ts";
import { changeSession } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import type { Unsaved } from "#sync/storage/unsaved.ts";
import { listedAccounts } from "./account-parts.ts";
import type { AccountScreen, ProgramParts } from "./account-screen.ts";
import type { AccountOpening, Opening } from "./opening.ts";
import type { RulesAgain } from "./rules-again.ts";
import { tryStoredKey } from "./sign-in-again.ts";

/** The live accounts, by name. */
export type LiveScreens = {
  readonly screens: Map<string, AccountScreen>;
  readonly shown: () => AccountScreen;
  readonly others: AccountOpening;
  readonly live: LiveAccounts;
  /** What ended accounts could not persist. */
  readonly unsaved: Unsaved[];
};

type Following = Pick<ProgramParts, "exits"> & {
  readonly watch: Opening["watch"];
  readonly rulesAgain: RulesAgain;
};

/** Says in the list of accounts why one is not open, or that nothing is wrong with it any more. */
export function noteProblem(
  { screens, shown }: Pick<LiveScreens, "screens" | "shown">,
  name: string,
  problem: string | undefined,
): void {
  const listed = shown().store.getState().session.account?.all ?? [];
  const noted = listed.map((one) => (one.name === name ? { ...one, problem } : one));
  listAccounts(screens, noted);
}

/** Tells all accounts which ones the configuration file has. */
function listAccounts(screens: LiveScreens["screens"], all: readonly ListedAccount[]): void {
  for (const { store } of screens.values())
    changeSession(store, (session) => ({
      ...session,
      account: session.account && { ...session.account, all },
    }));
}

/** Opens accounts that are added to the file, ends those that are removed or replaced, and uses keys that are stored anew. */
export function followAccounts(
  { watch, exits, rulesAgain }: Following,
  { screens, shown, others, live, unsaved }: LiveScreens,
): { readonly stop: () => void; readonly endRemoved: () => void } {
  const removed = new Set<string>();
  /** Those of `removed` whose name another account has now. */
  const replaced = new Set<string>();
  const end = async (name: string) => {
    const screen = screens.get(name);
    // One that is shown stays until it is left, with what is being written in it.
    if (screen === undefined || screen === shown()) return;
    removed.delete(name);
    live.remove(name);
    screens.delete(name);
    if (screens.size === 1) leaveEveryAccount(shown().store);
    const { journal, session } = screen.store.getState();
    const { size } = journal.intents;
    const isKept = session.unsaved.size === 0;
    if (size > 0) showToast(shown().store, removedNotice(name, size, isKept));
    const isReplaced = replaced.delete(name);
    await screen.end((texts) => void unsaved.push(...texts));
    if (isReplaced) others.begin(name);
  };
  const endRemoved = () => {
    for (const name of removed) end(name).catch(exits.fail);
  };
  const drop = (name: string) => {
    others.drop(name);
    if (screens.has(name)) removed.add(name);
  };
  const remove = (name: string) => {
    drop(name);
    if (shown().name === name) showError(shown().store, staysNotice(name));
  };
  const replace = (name: string, isLive: boolean) => {
    drop(name);
    if (isLive && screens.has(name)) replaced.add(name);
    else if (isLive) others.begin(name);
    if (shown().name === name) showError(shown().store, replacedNotice(name));
  };
  const readRules = (configuration: Configuration) => {
    const stores = [...screens.values()].map(({ store }) => store);
    const sentences = rulesAgain.read(configuration, stores);
    if (sentences.length > 0) showError(shown().store, sentences.join(" "));
  };
  const take = (changes: AccountChanges) => {
    const { config } = changes.configuration;
    listAccounts(screens, listedAccounts(config));
    for (const name of [...changes.added, ...changes.changed]) {
      const screen = screens.get(name);
      if (screen === undefined && config.live.includes(name)) others.begin(name);
      if (screen !== undefined) tryStoredKey(screen.store, screen.session).catch(exits.fail);
    }
    for (const name of changes.added) removed.delete(name);
    changes.removed.forEach(remove);
    for (const name of changes.replaced) replace(name, config.live.includes(name));
    endRemoved();
  };
  const stop = watch((change) => {
    if (change.kind === "accounts") take(change);
    else if (change.kind === "rules") readRules(change.configuration);
    else showError(shown().store, `The last settings stay: ${change.sentence}`);
  });
  return { stop, endRemoved };
}

function replacedNotice(name: string): string {
  return `“${name}” is another account in the configuration now. It opens when this one is left, or at the next start.`;
}

function staysNotice(name: string): string {
  return `“${name}” is no longer in the configuration. It stays open until you leave it.`;
}

function removedNotice(name: string, unsent: number, isKept: boolean): string {
  const those = unsent === 1 ? "One of its changes was" : `${unsent} of its changes were`;
  const them = unsent === 1 ? "It is" : "They are";
  const fate = isKept ? "kept, and sent if it is added again" : "not saved to disk either";
  return `“${name}” is no longer in the configuration. ${those} not sent. ${them} ${fate}.`;
}
