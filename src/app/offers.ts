/**
 * What this program offers to the user's others, for each of its accounts: the status in a file.
 *
 * Of several programs with an account, the first offers it, and another one when that ends.
 */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Account } from "#config/account.ts";
import { type Answering, ownSocket } from "#host/local-socket.ts";
import { type Folders, socketPath, statusPath } from "#host/paths.ts";
import type { Store } from "#store/state.ts";
import { followStatus, statusFile } from "./status-file.ts";

export type OfferedAccount = {
  /** Tells it from the program's others. */
  readonly name: string;
  readonly owner: Pick<Account, "site" | "email" | "key">;
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
  return ({ name, owner, store }) => {
    let unfollow = () => {};
    const owning = () => {
      unfollow = followStatus(store, owner, (status) => file.set(name, status));
    };
    const owned = ownSocket(socketPath(folders, owner), noAnswer, log, owning);
    return async () => {
      unfollow();
      await Promise.all([file.remove(name), owned.end()]);
    };
  };
}

const noAnswer: Answering = () => Promise.reject(new Error("Nothing is answered yet."));
