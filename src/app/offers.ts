/**
 * What this program offers to the user's others, for each of its accounts: its status in a file, and answers over a socket.
 *
 * Of several programs with an account, the first that has a screen offers it, and another one when that ends.
 */
import type { Connection } from "#api/connection.ts";
import type { Archive } from "#archive/archive.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { listingOf } from "#cli/listings.ts";
import { onePlace } from "#cli/written-place.ts";
import { type Answering, ownSocket } from "#host/local-socket.ts";
import { type Folders, socketPath, statusPath } from "#host/paths.ts";
import { isLean, type State, type Store } from "#store/state.ts";
import { isKeyFree } from "#store/unasked.ts";
import { wordsOf } from "#sync/context.ts";
import type { OwnKey } from "#sync/own-key.ts";
import { goTo, placeOf } from "./destination.ts";
import {
  type Answers,
  type Opened,
  type Owner,
  type Question,
  questionIn,
} from "./local-protocol.ts";
import { followStatus, statusFile } from "./status-file.ts";

export type OfferedAccount = {
  /** Tells it from the program's others. */
  readonly name: string;
  readonly owner: Owner;
  /** The key as it is stored now, which may be newer than that of the owner. */
  readonly ownKey: { readonly stored: Pick<OwnKey["stored"], "read"> };
  readonly store: Store;
  readonly connection: () => Connection;
  readonly archive: Pick<Archive, "messages">;
  /** Whether it is offered by this program from now on. */
  readonly owning?: (isOwner: boolean) => void;
};

/** The returned function ends it; resolves when nothing is left of it. */
export type Offer = (account: OfferedAccount) => () => Promise<void>;

export type OfferPorts = {
  readonly folders: Folders;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
  /** If absent, nobody sees anything, and a program in which somebody does takes over. */
  readonly seen?: {
    readonly shown: () => { readonly store: Store };
    /** Shows the account. */
    readonly show: (name: string) => void;
    /** Whether a line has been begun that no store knows of. */
    readonly isTyping?: () => boolean;
  };
};

export function createOffers({ folders, clock, log, seen }: OfferPorts): Offer {
  const file = statusFile(statusPath(folders), clock, log);
  return (account) => {
    const { name, owner, store } = account;
    let unfollow = () => {};
    const owning = () => {
      unfollow = followStatus(store, owner, (status) => file.set(name, status));
      account.owning?.(true);
    };
    const left = () => {
      unfollow();
      account.owning?.(false);
      return file.remove(name);
    };
    const ports = { log, owning, ...(seen === undefined && { yielding: () => void left() }) };
    const owned = ownSocket(socketPath(folders, owner), answering(account, seen), ports);
    return async () => void (await Promise.all([left(), owned.end()]));
  };
}

/** Rejects what it cannot answer as the server would: the program that asks finds it out itself then. */
function answering(account: OfferedAccount, seen: OfferPorts["seen"]): Answering {
  return async (asked) => {
    const question = questionIn(asked, account.owner) ?? (await questionByStored(asked, account));
    const state = account.store.getState();
    switch (question?.kind) {
      case "listing": {
        const listing = isCurrent(state) ? listingOf(state, question.of) : undefined;
        if (listing === undefined) throw new Error("It is not known now.");
        return listing satisfies Answers["listing"];
      }
      case "open":
        if (seen === undefined || state.replica.epoch === 0) throw new Error("Nothing is shown.");
        return (await openPlace(account, seen, question.words)) satisfies Answers["open"];
      default:
        throw new Error("This is no question of this version.");
    }
  };
}

/** Of a program that was started after the key was replaced. */
async function questionByStored(
  asked: unknown,
  { owner, ownKey }: OfferedAccount,
): Promise<Question | undefined> {
  const key = await ownKey.stored.read();
  return key === undefined ? undefined : questionIn(asked, { ...owner, key });
}

/** As by a key: what is being typed, and an open dialog, stay as they are. */
async function openPlace(
  { name, store, connection, archive }: OfferedAccount,
  { shown, show, isTyping }: NonNullable<OfferPorts["seen"]>,
  words: readonly string[],
): Promise<Opened> {
  const written = onePlace(words);
  if (written === undefined) throw new Error("These words name no place.");
  const isFree = () => isTyping?.() !== true && isKeyFree(shown().store.getState());
  const { trail } = store.getState().screen;
  const before = shown().store;
  if (!isFree()) return { kind: "busy" };
  const destination = { written, connection: Promise.resolve(connection()) };
  try {
    const place = await placeOf(destination, store.getState().replica, archive);
    // Somebody may have typed meanwhile.
    if (!isFree() || shown().store !== before) return { kind: "busy" };
    if (!goTo(store, place, trail)) return { kind: "busy" };
    show(name);
    return { kind: "shown" };
  } catch (error) {
    return { kind: "unknown", sentence: wordsOf(error) };
  }
}

/** Whether the replica, without what this program has not sent yet, is what the server would tell a verb now. */
function isCurrent({ replica, session, screen }: State): boolean {
  const { connection, quarantined } = session;
  const isLive = connection.kind === "live" && quarantined.length === 0;
  return isLive && replica.epoch > 0 && !isLean({ screen, session });
}
