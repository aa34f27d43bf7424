/**
 * The initial content of a realm: people, streams, history, and the user's own state.
 *
 * Plain values with small explicit IDs. Derived data (rendered HTML, mention flags, personal history) is computed by
 * the realm. Times are UNIX seconds.
 */

import type { TopicsPolicy } from "#wire/stream.ts";
import type { roles } from "#wire/user.ts";

export type Blueprint = {
  readonly realm: { readonly name: string; readonly description: string };
  readonly users: readonly BlueprintUser[];
  readonly groups: readonly BlueprintGroup[];
  readonly streams: readonly BlueprintStream[];
  /** Folders of streams; their IDs count from 1. */
  readonly folders?: readonly { readonly name: string; readonly description: string }[];
  /** Custom emoji; their IDs count from 1. */
  readonly emoji?: readonly BlueprintEmoji[];
  /** Link patterns; their IDs count from 1. */
  readonly linkifiers?: readonly BlueprintLinkifier[];
  /** IDs ascend with time; none is after the blueprint's time. */
  readonly messages: readonly BlueprintMessage[];
  readonly you: You;
  /** Their IDs are their positions in the list, from 1. */
  readonly profileFields?: readonly BlueprintProfileField[];
};

export type BlueprintProfileField = {
  /** 1 to 8; see the wire's field types. */
  readonly type: number;
  readonly name: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Whether it is shown in the profile summary, which is not the default. */
  readonly inSummary?: boolean;
};

export type Role = (typeof roles)[keyof typeof roles];

export type BlueprintUser = {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly role: Role;
  /** Who sees the address, by the setting's values; by default 1, everybody. */
  readonly emailVisibility?: number;
  readonly isBot?: boolean;
  /** The owner of a bot. Absent for people, and for bots without an owner. */
  readonly botOwnerId?: number;
  /** It is true by default. */
  readonly isActive?: boolean;
  /** An IANA name, if it is set. */
  readonly timezone?: string;
  readonly joinedAt: number;
  /** If absent, nobody can sign in as this user. */
  readonly apiKey?: string;
  readonly password?: string;
  readonly status?: { readonly text: string; readonly emoji?: string };
  /** If absent, the user is offline. */
  readonly presence?: "active" | "idle";
  /** By the ID of the profile field, as text; lists of people as JSON. */
  readonly profile?: Readonly<Record<string, string>>;
};

export type BlueprintGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  /** It is absent if nobody knows. */
  readonly creatorId?: number;
};

export type BlueprintStream = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly inviteOnly?: boolean;
  readonly isWebPublic?: boolean;
  readonly isArchived?: boolean;
  /** Who may post; by default everybody. */
  readonly postPolicy?: "administrators" | "moderators";
  /** The same as people and groups, at levels that have it so; by default what the policy says. */
  readonly posters?: { readonly people: readonly number[]; readonly groups: readonly number[] };
  /** It is absent if the stream is in no folder. */
  readonly folderId?: number;
  readonly topicsPolicy?: TopicsPolicy;
  /** Six hexadecimal digits after a `#`. */
  readonly color: string;
  readonly createdAt: number;
  /** Whether new people are subscribed, which they are not by default. */
  readonly isDefault?: boolean;
  /** Ascending. */
  readonly subscribers: readonly number[];
};

export type BlueprintEmoji = {
  /** Letters, digits and underscores. */
  readonly name: string;
  /** It is true by default. */
  readonly isActive?: boolean;
};

export type BlueprintLinkifier = {
  /** A regular expression with Python's syntax for named groups. */
  readonly pattern: string;
  /** RFC 6570, with the groups' names as variables. */
  readonly template: string;
};

/** The conversation of a message: a topic, or people (all, including the sender, ascending). */
export type Destination =
  | { readonly streamId: number; readonly topic: string }
  | { readonly to: readonly number[] };

export type BlueprintMessage = {
  readonly id: number;
  readonly senderId: number;
  /** Raw Markdown. */
  readonly content: string;
  readonly sentAt: number;
  readonly reactions?: readonly BlueprintReaction[];
  /** The text before an edit, if it was edited. */
  readonly editedFrom?: string | undefined;
  /** Votes for options of a poll, or completed tasks of a to-do list; counted from 1. */
  readonly ticks?: readonly { readonly userId: number; readonly option: number }[] | undefined;
} & Destination;

/** `name` is in the emoji catalogue, or a custom emoji. */
export type BlueprintReaction = { readonly userId: number; readonly name: string };

/** The state of the main account. For all other users, everything is read. */
export type You = {
  readonly userId: number;
  /** Streams without an entry have the default colour and are neither muted nor pinned. */
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
  /** After the blueprint's time, except those that failed. */
  readonly scheduled?: readonly (Destination & {
    readonly content: string;
    readonly at: number;
    readonly failed?: boolean;
  })[];
  /** With the text that is sent when they are due. */
  readonly reminders?: readonly {
    readonly messageId: number;
    readonly note: string;
    readonly at: number;
  }[];
  readonly snippets?: readonly {
    readonly title: string;
    readonly content: string;
    readonly savedAt: number;
  }[];
  /** `at` is the time of muting. */
  readonly mutedPeople?: readonly { readonly userId: number; readonly at: number }[];
};
