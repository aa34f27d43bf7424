/**
 * What a realm is born with: people, streams, history, and what the account's owner has done with it so far.
 *
 * Plain values with small explicit ids. Whatever follows from them (rendered HTML, mention flags, personal history)
 * is the realm's to work out. Times are UNIX seconds.
 */

export type Blueprint = {
  readonly realm: { readonly name: string; readonly description: string };
  readonly users: readonly BlueprintUser[];
  readonly groups: readonly BlueprintGroup[];
  readonly streams: readonly BlueprintStream[];
  /** Emoji of the realm's own; their IDs count from 1. Absent: none. */
  readonly emoji?: readonly BlueprintEmoji[];
  /** What becomes a link in texts; the IDs count from 1. Absent: nothing. */
  readonly linkifiers?: readonly BlueprintLinkifier[];
  /** Ids ascend with time; none lies in the future of the moment the blueprint was drawn for. */
  readonly messages: readonly BlueprintMessage[];
  readonly you: You;
  /** Their IDs are their places in the list, from 1. */
  readonly profileFields?: readonly BlueprintProfileField[];
};

export type BlueprintProfileField = {
  /** 1 to 8; see the wire's field types. */
  readonly type: number;
  readonly name: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Whether it stands on the small card of a person; absent means false. */
  readonly inSummary?: boolean;
};

export const roles = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const;

export type Role = (typeof roles)[keyof typeof roles];

export type BlueprintUser = {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly role: Role;
  /** Who sees the address, by the integers of the setting; absent means 1: everybody. */
  readonly emailVisibility?: number;
  /** Absent means false. */
  readonly isBot?: boolean;
  /** Whether the bot only brings in what happens elsewhere: it may send messages and nothing else. Absent means false. */
  readonly isWebhook?: boolean;
  /** Whose bot it is; absent for people, and for bots of nobody. */
  readonly botOwnerId?: number;
  /** Absent means true. */
  readonly isActive?: boolean;
  /** An IANA name; absent means unset. */
  readonly timezone?: string;
  readonly joinedAt: number;
  /** Absent means that nobody signs in as this user. */
  readonly apiKey?: string;
  readonly password?: string;
  readonly status?: { readonly text: string; readonly emoji?: string };
  /** Absent means offline. */
  readonly presence?: "active" | "idle";
  /** By the ID of the profile field, as text; lists of people as JSON. */
  readonly profile?: Readonly<Record<string, string>>;
};

export type BlueprintGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
};

export type BlueprintStream = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Absent means false, for both. */
  readonly inviteOnly?: boolean;
  readonly isWebPublic?: boolean;
  /** Absent means false. */
  readonly isArchived?: boolean;
  /** Who may post; absent means everyone. */
  readonly postPolicy?: "administrators" | "moderators";
  /** Six hexadecimal digits after a `#`. */
  readonly color: string;
  readonly createdAt: number;
  /** Whether new people are put into it. Absent means false. */
  readonly isDefault?: boolean;
  /** Ascending. */
  readonly subscribers: readonly number[];
};

export type BlueprintEmoji = {
  /** Letters, digits and underscores. */
  readonly name: string;
  /** Absent means true. */
  readonly isActive?: boolean;
};

export type BlueprintLinkifier = {
  /** A regular expression that names its groups as Python does. */
  readonly pattern: string;
  /** RFC 6570, with the groups' names as variables. */
  readonly template: string;
};

/** Where a message stands: in a topic, or between people (all of them, the sender too, ascending). */
export type Destination =
  | { readonly streamId: number; readonly topic: string }
  | { readonly to: readonly number[] };

export type BlueprintMessage = {
  readonly id: number;
  readonly senderId: number;
  /** Markdown as it was typed. */
  readonly content: string;
  readonly sentAt: number;
  readonly reactions?: readonly BlueprintReaction[];
  /** What it said before its author changed it; absent means never edited. */
  readonly editedFrom?: string;
  /** Of a poll, who votes for which option; of a to-do list, who strikes which task. Counted from 1. */
  readonly ticks?: readonly { readonly userId: number; readonly option: number }[];
} & Destination;

/** `name` is one of the emoji catalogue's, or of the realm's own. */
export type BlueprintReaction = { readonly userId: number; readonly name: string };

/** What belongs to the account that the blueprint was drawn for. Of all other users, everything counts as read. */
export type You = {
  readonly userId: number;
  /** Streams without an entry have the stream's colour and are neither muted nor pinned. */
  readonly subscriptions: readonly {
    readonly streamId: number;
    readonly color?: string;
    readonly isMuted?: boolean;
    readonly pinToTop?: boolean;
  }[];
  readonly topicPolicies: readonly {
    readonly streamId: number;
    readonly topic: string;
    readonly policy: "muted" | "unmuted" | "followed";
  }[];
  /** Message ids, ascending. Every other message is read. */
  readonly unread: readonly number[];
  readonly starred: readonly number[];
  readonly drafts: readonly (Destination & {
    readonly content: string;
    readonly savedAt: number;
  })[];
  readonly alertWords: readonly string[];
  /** In the future of the moment the blueprint was drawn for, but for those that failed. */
  readonly scheduled?: readonly (Destination & {
    readonly content: string;
    readonly at: number;
    readonly failed?: boolean;
  })[];
  /** `at` is since when. */
  readonly mutedPeople?: readonly { readonly userId: number; readonly at: number }[];
};
