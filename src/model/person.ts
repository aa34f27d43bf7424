/** People and bots as the client keeps them. */
import type { GroupId, UserId } from "#wire/ids.ts";
import type { GroupSetting } from "#wire/user.ts";

export type Person = {
  readonly id: UserId;
  /** As it came: not safe for a terminal. */
  readonly name: string;
  /** The address by which others write to them. */
  readonly email: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  readonly role: number;
  readonly isBot: boolean;
  readonly isActive: boolean;
  readonly isBillingAdmin: boolean;
  /** The address at which they receive mail; undefined where the person may not see it. */
  readonly deliveryEmail: string | undefined;
  /** An IANA name; empty when they set none. */
  readonly timezone: string;
  /** Undefined for people, and for bots of nobody. */
  readonly botOwnerId: UserId | undefined;
  /** What they tell of themselves, by the ID of the profile field; see `profileOf`. */
  readonly profile: Profile;
  /** How they are shown; most people share one value. */
  readonly avatar: Avatar;
};

export type Avatar = {
  /** The address of the picture that they brought along; undefined: one is drawn for their address. */
  readonly url: string | undefined;
  /** Rises with every change, from 1. */
  readonly version: number;
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
  /** Who may mention it; undefined when the server does not tell. */
  readonly canMention: GroupSetting | undefined;
};

/** UNIX seconds of the last signs of life; absent when there was none. */
export type Presence = {
  readonly activeAt: number | undefined;
  readonly idleAt: number | undefined;
};

export type Status = {
  readonly text: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  /** Whose code it is: Unicode's or the realm's. */
  readonly emojiType: string;
};
