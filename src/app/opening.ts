/** How a chat starts: what is opened, its store, the configured keys; and opening further accounts. */

import type { Clock } from "#base/clock.ts";
import { layoutsFor } from "#base/keyboard-layouts.ts";
import type { Log } from "#base/log.ts";
import type { ConfigurationChange } from "#cli/account-changes.ts";
import type { ChosenAccount } from "#cli/accounts.ts";
import { type Configuration, updateConfiguration } from "#cli/configuration.ts";
import { preferencesOf } from "#commands/account/options.ts";
import type { Keys, LocalFiles } from "#commands/command.ts";
import { watchComposer } from "#commands/composer/composer.ts";
import { watchChoices } from "#commands/keys/inputs.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { landOnceLoaded } from "#commands/places/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { inShell } from "#config/custom-commands.ts";
import { type Config, withOptions } from "#config/file.ts";
import { localeOf } from "#host/environment.ts";
import { findFile, listFolder } from "#host/local-files.ts";
import type { LogFile } from "#host/log-file.ts";
import { emptyReplica } from "#model/replica.ts";
import type { Rule } from "#model/rules/rule.ts";
import type { LiveAccounts } from "#store/live.ts";
import { noRules } from "#store/rules.ts";
import type { Preferences, Terminal } from "#store/screen.ts";
import { newScreen } from "#store/screen.ts";
import { newSession } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { createStore } from "#store/store.ts";
import { isKeyFree } from "#store/unasked.ts";
import { wordsOf } from "#sync/context.ts";
import { openAccountOf } from "./account-parts.ts";
import type { Asked } from "./ask-first.ts";
import { keysIn, warningFor } from "./configured-keys.ts";
import { configuredRules } from "./configured-rules.ts";
import { type Destination, openOnceLoaded } from "./destination.ts";
import type { Files } from "./files.ts";
import type { Runtime } from "./runtime.ts";
import type { ShownAccount } from "./shown-account.ts";

/** An account or the demo, whose server and files are being opened. */
export type Opening = {
  readonly chosen: ChosenAccount | undefined;
  readonly files: Promise<Files>;
  /** The account's server, or the demo's. Rejects with an Exit when it cannot be reached in this way. */
  readonly asked: Promise<Asked>;
  readonly log: LogFile;
  /** Opens the account of that name in the configuration file, and its files. Rejects with a sentence. */
  readonly choose: (
    name: string,
  ) => Promise<{ readonly chosen: ChosenAccount; readonly files: Files }>;
  readonly configuration: Configuration;
  /** Reports changes of the configuration file, until the returned function is called. */
  readonly watch: (onChange: (change: ConfigurationChange) => void) => () => void;
  /** The accounts of the configuration file that are live besides. */
  readonly besides: readonly string[];
  readonly shown: ShownAccount;
  /** Warnings for the user, the most important first. */
  readonly warnings: readonly string[];
  /** If undefined, it is where the last run ended. */
  readonly destination: Destination | undefined;
};

const demoNotice = "Demo, on this machine only. `weir login` connects to your server.";

/** The user's files, with the configuration file for options that they change. */
export function localFiles({ path }: Pick<Configuration, "path">): LocalFiles {
  const saveOptions: LocalFiles["saveOptions"] = async (values) => {
    try {
      await updateConfiguration(path, (now) => withOptions(now.text, values));
      return undefined;
    } catch (error) {
      return wordsOf(error);
    }
  };
  return { list: listFolder, find: findFile, saveOptions };
}

/**
 * All commands with their keys, the rules, and a warning with its line in the file for each that does not work; the
 * layouts of that locale.
 */
export function configuredKeys(
  configuration: Configuration,
  { clock, environment }: Pick<Runtime, "clock" | "environment">,
) {
  const { config } = configuration;
  const { keys, complaints } = keysIn(config);
  const { all: rules, warnings: ruleWarnings } = configuredRules(configuration, clock);
  const warnings = [...complaints.map(warningFor(configuration)), ...ruleWarnings];
  return {
    keys,
    rules,
    warnings,
    layouts: layoutsFor(config.options.layout, localeOf(environment)),
  };
}

/** Possible data loss comes first and whole. Of many warnings, a screen has room for one. */
function noticeOf(losses: readonly string[], warnings: readonly string[]): string | undefined {
  const [first, ...others] = warnings;
  const rest =
    others.length === 0 ? [] : [`And ${others.length} more: \`weir doctor\` lists them.`];
  const sentences = [...losses, ...(first === undefined ? [] : [first, ...rest])];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

/** What neither the configuration nor the server says. */
export type LocalPreferences = Pick<Preferences, "dateOrder" | "pictures">;

/** The store, with the subscriptions that screen and plain mode share. */
export function storeFor(
  opening: Omit<Opening, "files" | "asked" | "log" | "choose" | "besides" | "watch" | "shown"> & {
    readonly keys: Keys;
    readonly rules: readonly Rule[];
    readonly clock: Clock;
  },
  files: Files,
  log: Log,
  { columns, rows }: Pick<Terminal, "columns" | "rows">,
  local: LocalPreferences,
): Store {
  const { configuration, chosen, warnings, destination, keys, rules: all, clock } = opening;
  const { config } = configuration;
  for (const sentence of [...files.sentences, ...warnings]) log.warn(sentence);
  const demo = chosen === undefined ? demoNotice : undefined;
  const notice = noticeOf(files.sentences, warnings) ?? demo;
  const { layout } = config.options;
  const isNamed = layout !== "auto" && layout !== "off";
  const store = createStore({
    replica: emptyReplica,
    screen: {
      ...newScreen(columns, rows),
      pressed: { pending: "", ...(isNamed && { layout }) },
      preferences: { ...preferencesOf(config.options), ...summaryIn(config), ...local },
    },
    session: {
      ...newSession,
      notice,
      account: openAccountOf(config, chosen),
      rules: { ...noRules, all },
    },
  });
  if (destination !== undefined) openOnceLoaded(store, destination, files.archive);
  watchLists(store);
  landOnceLoaded(store);
  watchComposer(store, keys);
  watchChoices({ store, keys, clock });
  return store;
}

/** A shell gets a line as it is: nothing is put into it. */
function summaryIn({ summaryCommand: run }: Config): Pick<Preferences, "summaryCommand"> {
  if (run === undefined) return {};
  return run.kind === "shell"
    ? { summaryCommand: { name: run.line, words: inShell(run.line) } }
    : { summaryCommand: { name: run.words.join(" "), words: run.words } };
}

// Opening accounts besides the one that is shown, each once, and leaving while some are being opened.

type Closable = {
  readonly close: () => Promise<void>;
  readonly storage: { readonly close: () => Promise<unknown> };
};

/** Shows an account that the user asked for and that may have opened late. */
export function showOpened(live: LiveAccounts, name: string): void {
  const { store } = live.shown();
  if (isKeyFree(store.getState())) live.show(name);
  else showToast(store, `“${name}” is open now.`);
}

type OpeningPorts<Account extends Closable> = {
  /** Rejects with a sentence when it cannot be opened. May wait for a keychain that asks the user. */
  readonly open: (name: string) => Promise<Account>;
  /** It is open; `isWanted` if the user asked for it meanwhile. */
  readonly opened: (name: string, account: Account, isWanted: boolean) => void;
  readonly refused: (name: string, sentence: string, isWanted: boolean) => void;
  readonly onFault: (error: unknown) => void;
};

export type AccountOpening = {
  /** Opens the account for the user, who waits for it. Ignored after `leave`. */
  readonly show: (name: string) => void;
  /** Opens it in the background. */
  readonly begin: (name: string) => void;
  /** The account is not to be opened any more: if it is under way, it is closed when it is there. */
  readonly drop: (name: string) => void;
  /** Resolves when none is being opened. */
  readonly over: () => Promise<void>;
  /** None is opened any more: one that is under way is not waited for, but closed when it is there. */
  readonly leave: () => void;
};

export function accountOpening<Account extends Closable>({
  open,
  opened,
  refused,
  onFault,
}: OpeningPorts<Account>): AccountOpening {
  const underWay = new Map<string, Promise<void>>();
  const wanted = new Set<string>();
  const dropped = new Set<string>();
  let isLeaving = false;
  const isUnwanted = (name: string) => isLeaving || dropped.has(name);
  const openOne = async (name: string) => {
    try {
      const account = await open(name);
      if (isUnwanted(name)) await Promise.allSettled([account.close(), account.storage.close()]);
      else opened(name, account, wanted.has(name));
    } catch (error) {
      if (!isUnwanted(name)) refused(name, wordsOf(error), wanted.has(name));
    }
  };
  const begin = (name: string) => {
    dropped.delete(name);
    if (isLeaving || underWay.has(name)) return;
    const end = () => {
      underWay.delete(name);
      wanted.delete(name);
      dropped.delete(name);
    };
    underWay.set(name, openOne(name).catch(onFault).finally(end));
  };
  return {
    begin,
    show: (name) => {
      wanted.add(name);
      begin(name);
    },
    drop: (name) => {
      if (underWay.has(name)) dropped.add(name);
    },
    over: async () => {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
    leave: () => {
      isLeaving = true;
    },
  };
}
