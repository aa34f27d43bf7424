/** People and bots as the client stores them. */
import type { GroupId, UserId } from "#wire/ids.ts";
import type { GroupPermission } from "#wire/permission.ts";
import type { Permissions } from "./permitted.ts";

export type Person = {
  readonly id: UserId;
  /** Unmodified: not safe for a terminal. */
  readonly name: string;
  /** The address that identifies them to others. */
  readonly email: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  readonly role: number;
  /** False if the server does not tell. */
  readonly isBillingAdmin: boolean;
  readonly isBot: boolean;
  readonly isActive: boolean;
  /** What the account was made by, or left by, where nobody signs in to it. */
  readonly standIn: "imported" | "deleted" | undefined;
  /** Their real email address; undefined if the user may not see it. */
  readonly deliveryEmail: string | undefined;
  /** An IANA name; empty if not set. */
  readonly timezone: string;
  /** Undefined for people, and for bots without an owner. */
  readonly botOwnerId: UserId | undefined;
  /** Their profile values, by profile field ID; see `profileOf`. */
  readonly profile: Profile;
};

/** Text by field ID, as the wire gives it: Markdown, a choice's key, a date, or a list of IDs in JSON. */
export type Profile = Readonly<Record<string, string>>;

export type Group = {
  readonly id: GroupId;
  readonly name: string;
  readonly description: string;
  /** Direct members only. */
  readonly members: readonly UserId[];
  readonly subgroups: readonly GroupId[];
  readonly isSystem: boolean;
  /** False: it cannot be mentioned any more, but its name and members remain. */
  readonly isActive: boolean;
  /** Undefined if the server does not tell. */
  readonly creatorId: UserId | undefined;
  /** Who may do what; absent if the server does not tell. */
  readonly permissions: Permissions<GroupPermission>;
};

/** UNIX seconds of the last activity; absent when there was none. */
export type Presence = {
  readonly activeAt: number | undefined;
  readonly idleAt: number | undefined;
};

export type Status = {
  readonly text: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  /** The namespace of the code: Unicode's or the realm's. */
  readonly emojiType: string;
};
