/**
 * `status.json`: what bars show of the accounts of running programs. Its fields are documented in the guide.
 *
 * Programs with different accounts write it in turn. Each entry names its process, by which one that a killed program left
 * behind is told from the others.
 */
import { rm } from "node:fs/promises";
import { type Clock, systemClock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { sameFields } from "#base/memoize.ts";
import { readTextFile, writePrivate } from "#host/credentials.ts";
import { reasonOf } from "#host/file-errors.ts";
import { isRunning, processStart } from "#host/processes.ts";
import { whileLocked } from "#host/shared-file.ts";
import { totals } from "#model/select/inbox.ts";
import { follow, parts } from "#store/follow.ts";
import type { ConnectionState } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";

export type AccountStatus = {
  /** The name in the configuration file; the address if the account is not from there. */
  readonly account: string;
  readonly site: string;
  readonly state: ConnectionState["kind"];
  /** Conversations in the first section of the inbox. */
  readonly needs_you: number;
  /** Messages. */
  readonly unread: number;
  /** Whether more are unread than the server lists. */
  readonly more_unread: boolean;
};

/** An account in the file. */
export type StatusEntry = AccountStatus & {
  readonly pid: number;
  /** When that process was started, in ticks of the system; empty where it does not tell. */
  readonly started: string;
};

/** The sums are of all entries. */
export type Status = {
  readonly version: 1;
  readonly needs_you: number;
  readonly unread: number;
  readonly accounts: readonly StatusEntry[];
};

/** At most one write a second. */
const pauseMs = 1_000;

export type StatusFile = {
  /** `key` tells the program's accounts apart. */
  readonly set: (key: string, status: AccountStatus) => void;
  /** Removes the account, and the file with the last one. Resolves when that is done, or cannot be. */
  readonly remove: (key: string) => Promise<void>;
  /** Resolves when what was to be written by now is on disk, or cannot be. */
  readonly settled: () => Promise<void>;
};

/** Accounts of this process, in the file at the path. What cannot be written is tried again with the next change. */
export function statusFile(path: string, clock: Pick<Clock, "after">, log: Log): StatusFile {
  const own = new Map<string, AccountStatus>();
  let isDue = false;
  let cancel: (() => void) | undefined;
  let writing = Promise.resolve();
  const write = () => {
    isDue = false;
    const statuses = [...own.values()];
    writing = writing
      .then(() => writeStatus(path, statuses))
      .catch((error) => log.note("status.json was not written.", { reason: reasonOf(error) }));
  };
  const writeNow = () => {
    write();
    cancel = clock.after(pauseMs, () => {
      cancel = undefined;
      if (isDue) writeNow();
    });
  };
  return {
    set: (key, status) => {
      own.set(key, status);
      isDue = true;
      if (cancel === undefined) writeNow();
    },
    remove: async (key) => {
      if (own.delete(key)) write();
      if (own.size === 0) {
        cancel?.();
        cancel = undefined;
      }
      await writing;
    },
    settled: () => writing,
  };
}

async function writeStatus(path: string, statuses: readonly AccountStatus[]): Promise<void> {
  const { pid } = process;
  const started = processStart(pid) ?? "";
  await whileLocked(`${path}.lock`, systemClock, async () => {
    const reading = await readTextFile(path);
    const before = reading.kind === "text" ? entriesIn(reading.text) : [];
    const isOwn = (entry: StatusEntry) =>
      (entry.pid === pid && entry.started === started) ||
      // A program that is just ending may still run, when its account is this one's already.
      statuses.some(({ account, site }) => account === entry.account && site === entry.site);
    const others = before.filter((entry) => !isOwn(entry) && isRunning(entry.pid, entry.started));
    const accounts = [...others, ...statuses.map((status) => ({ ...status, pid, started }))];
    if (accounts.length === 0) await rm(path, { force: true });
    else await writePrivate(path, textOf(accounts));
  });
}

/** None if the file is not one of this version. */
export function entriesIn(text: string): readonly StatusEntry[] {
  try {
    const { version, accounts }: Status = JSON.parse(text);
    return version === 1 ? accounts.filter(({ pid }) => typeof pid === "number") : [];
  } catch {
    return [];
  }
}

function textOf(accounts: readonly StatusEntry[]): string {
  const sum = (of: (entry: StatusEntry) => number) =>
    accounts.reduce((total, entry) => total + of(entry), 0);
  const status: Status = {
    version: 1,
    needs_you: sum(({ needs_you }) => needs_you),
    unread: sum(({ unread }) => unread),
    accounts,
  };
  return `${JSON.stringify(status)}\n`;
}

/** Calls `tell` now, and whenever what a bar shows of the account changes, until the returned function is called. */
export function followStatus(
  store: Store,
  owner: Pick<AccountStatus, "site"> & { readonly email: string },
  tell: (status: AccountStatus) => void,
): () => void {
  let told: AccountStatus | undefined;
  const look = (state: State) => {
    const now = sameFields(told, statusOf(state, owner));
    if (now === told) return;
    told = now;
    tell(now);
  };
  look(store.getState());
  return follow(store, [parts.view, parts.connection], look);
}

function statusOf(
  { view, session }: State,
  { site, email }: Parameters<typeof followStatus>[1],
): AccountStatus {
  const { needsYou, unread, older } = totals(view);
  return {
    account: session.account?.name ?? email,
    site,
    state: session.connection.kind,
    needs_you: needsYou,
    unread,
    more_unread: older,
  };
}
