/** People and bots as the client keeps them. */
import type { GroupId, UserId } from "#wire/ids.ts";

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
};

export type Group = {
  readonly id: GroupId;
  readonly name: string;
  readonly members: readonly UserId[];
  readonly isSystem: boolean;
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
};
