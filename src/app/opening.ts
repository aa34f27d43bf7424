/** How a chat starts: what is opened, its store, and the configured keys. */
import type { Log } from "#base/log.ts";
import type { ChosenAccount, Configuration } from "#cli/accounts.ts";
import type { Place } from "#cli/place.ts";
import { watchComposer } from "#commands/composer-watch.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { landOnceLoaded } from "#commands/navigation.ts";
import { readOverrides } from "#commands/overrides.ts";
import { commands } from "#commands/table.ts";
import { lineOfKeys } from "#config/file.ts";
import { emptyReplica } from "#model/empty.ts";
import { newScreen } from "#store/new-screen.ts";
import type { Screen } from "#store/screen.ts";
import { newSession } from "#store/session.ts";
import type { Store } from "#store/state.ts";
import { createStore } from "#store/store.ts";
import { openAccountOf } from "./account-parts.ts";
import type { Demo } from "./demo.ts";
import { openOnceLoaded } from "./destination.ts";
import type { Files } from "./files.ts";

/** Either an account, or a demo that is starting; and the account's files, which are being opened. */
export type Opening = {
  readonly chosen: ChosenAccount | undefined;
  readonly demo: Promise<Demo> | undefined;
  readonly files: Promise<Files>;
  /** Opens the account of that name in the configuration file, and its files. Rejects with a sentence. */
  readonly choose: (
    name: string,
  ) => Promise<{ readonly chosen: ChosenAccount; readonly files: Files }>;
  readonly configuration: Configuration;
  /** Warnings for the user, the most important first. */
  readonly warnings: readonly string[];
  /** Undefined: where the last run ended. */
  readonly destination: Place | undefined;
};

const demoNotice = "Demo, on this machine only. `weir login` connects to your server.";

/** The configured keys, and a warning with its line in the file for each that does not work. */
export function configuredKeys({ config, path, text }: Configuration) {
  const { overrides, complaints } = readOverrides(config.keys, commands, config.options.preset);
  const warnings = complaints.map(({ command, sentence }) => {
    const line = lineOfKeys(text, command);
    return `${path}${line === undefined ? "" : `, line ${line}`}: ${sentence}`;
  });
  return { overrides, warnings };
}

/** The store, with the subscriptions that screen and plain mode share. */
export function storeFor(
  opening: Omit<Opening, "demo" | "files" | "choose">,
  files: Files,
  log: Log,
  { columns, rows }: Pick<Screen, "columns" | "rows">,
): Store {
  const { configuration, chosen, warnings, destination } = opening;
  const { config } = configuration;
  // Possible data loss comes first. The notice is cut where it is too long for its line; the log has all of it.
  const sentences = [...files.sentences, ...warnings];
  for (const sentence of sentences) log.warn(sentence);
  const demo = chosen === undefined ? demoNotice : undefined;
  const notice = sentences.length > 0 ? sentences.join(" ") : demo;
  const setting = { server: undefined, always: true, never: false }[config.options.enterSends];
  const { markRead } = config.options;
  const store = createStore({
    replica: emptyReplica,
    screen: {
      ...newScreen(columns, rows),
      enterSends: setting,
      markRead: markRead === "server" ? undefined : markRead,
      undoSendSeconds: Number(config.options.undoSend),
    },
    session: { ...newSession, notice, account: openAccountOf(config, chosen) },
  });
  if (destination !== undefined) openOnceLoaded(store, destination);
  watchLists(store);
  landOnceLoaded(store);
  watchComposer(store, { commands, overrides: configuredKeys(configuration).overrides });
  return store;
}
