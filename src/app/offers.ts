/**
 * What this program offers to the user's others, for each of its accounts: its status in a file, and answers over a socket.
 *
 * Of several programs with an account, the first offers it, and another one when that ends.
 */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { inboxLines } from "#cli/inbox-lines.ts";
import { type Answering, ownSocket } from "#host/local-socket.ts";
import { type Folders, socketPath, statusPath } from "#host/paths.ts";
import { isLean, type State, type Store } from "#store/state.ts";
import { type Answers, type Owner, questionIn } from "./local-protocol.ts";
import { followStatus, statusFile } from "./status-file.ts";

export type OfferedAccount = {
  /** Tells it from the program's others. */
  readonly name: string;
  readonly owner: Owner;
  readonly store: Store;
};

/** The returned function ends it; resolves when nothing is left of it. */
export type Offer = (account: OfferedAccount) => () => Promise<void>;

export type OfferPorts = {
  readonly folders: Folders;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
};

export function createOffers({ folders, clock, log }: OfferPorts): Offer {
  const file = statusFile(statusPath(folders), clock, log);
  return (account) => {
    const { name, owner, store } = account;
    let unfollow = () => {};
    const owning = () => {
      unfollow = followStatus(store, owner, (status) => file.set(name, status));
    };
    const owned = ownSocket(socketPath(folders, owner), answering(account), log, owning);
    return async () => {
      unfollow();
      await Promise.all([file.remove(name), owned.end()]);
    };
  };
}

/** Rejects what it cannot answer as the server would: the program that asks finds it out itself then. */
function answering({ owner, store }: OfferedAccount): Answering {
  return async (asked) => {
    const question = questionIn(asked, owner);
    const state = store.getState();
    switch (question?.kind) {
      case "inbox":
        if (!isCurrent(state)) throw new Error("It is not known now.");
        return inboxLines(state.replica) satisfies Answers["inbox"];
      default:
        throw new Error("This is no question of this version.");
    }
  };
}

/** Whether the replica, without what this program has not sent yet, is what the server would tell now. */
function isCurrent({ replica, session, screen }: State): boolean {
  const { connection, quarantined } = session;
  const isLive = connection.kind === "live" && quarantined.length === 0;
  return isLive && replica.epoch > 0 && replica.participationKnown && !isLean({ screen, session });
}
