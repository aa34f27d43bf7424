/** Who reads a message and what the realm means by the names in it: the ports of this floor. */
import { plain, type SafeText } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import type { Linkifier } from "./linkifiers.ts";

export type NamedUser = { readonly id: UserId; readonly name: string };
export type NamedGroup = {
  readonly id: GroupId;
  readonly name: string;
  readonly includesMe: boolean;
};
export type NamedStream = {
  readonly id: StreamId;
  readonly name: string;
  readonly colour?: string | undefined;
};

/** Names as the realm knows them now; undefined for what it does not know. */
export type Names = {
  readonly me: UserId | undefined;
  readonly userById: (id: UserId) => NamedUser | undefined;
  /** Upper and lower case are the same; any of several users of one name. */
  readonly userByName: (name: string) => NamedUser | undefined;
  readonly groupByName: (name: string) => NamedGroup | undefined;
  readonly streamByName: (name: string) => NamedStream | undefined;
  /** Whether the realm has a picture of its own for `:name:`, or had one; undefined for other names. */
  readonly realmEmoji: (name: string) => "active" | "deactivated" | undefined;
};

/** A realm in which nothing has a name. */
export const noNames: Names = {
  me: undefined,
  userById: () => undefined,
  userByName: () => undefined,
  groupByName: () => undefined,
  streamByName: () => undefined,
  realmEmoji: () => undefined,
};

export type Reading = {
  readonly names: Names;
  readonly linkifiers: readonly Linkifier[];
  /** The realm's address, so that absolute links into it are told from others; without a slash at the end. */
  readonly realmUrl: string | undefined;
  /** A moment, written for this reader. */
  readonly moment: (seconds: number) => SafeText;
  /** Who wrote the message: `/me` messages begin with the name. */
  readonly sender: SafeText | undefined;
  /** What mentions of the reader are written as; undefined means by name, as anybody's. */
  readonly you: SafeText | undefined;
  /** Whether links whose text is not their address are followed by it: where nothing can be clicked. */
  readonly showAddresses: boolean;
  /** Whether `:name:` becomes a picture; off, the names stay, as some terminals want. */
  readonly emoji: boolean;
};

/** A reader of whom nothing is known. */
export const plainReading: Reading = {
  names: noNames,
  linkifiers: [],
  realmUrl: undefined,
  moment: (seconds) => plain(momentLabel(seconds, seconds, { timeZone: "UTC", twentyFour: true })),
  sender: undefined,
  you: undefined,
  showAddresses: false,
  emoji: true,
};
