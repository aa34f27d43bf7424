/** The changes in the API document's table of versions, except those in endpoint declarations. */

/** A change between levels, for the client and the embedded realm. */
export type LevelRow = {
  /** The first level with it; 0 for what has always been there, and ended. */
  readonly level: number;
  /** The last level with it, if it ended. */
  readonly until?: number;
  /** The behaviour from that level on. */
  readonly change: string;
  /** What weir does below it, or after its end. */
  readonly below: string;
  /** The end of the sentence "This server …", shown to users of servers without it; absent: not noticeable. */
  readonly lack?: string;
  /** Keys of answers, events and nested objects that exist at those levels only. */
  readonly keys?: readonly string[];
  /** Keys that had another name before, by their current name. */
  readonly renamed?: Readonly<Record<string, string>>;
};

export const documentedLevels = {
  levelReported: {
    level: 1,
    change: "A server reports its level, under its brand.",
    below: "0 is taken.",
  },
  anchorWords: {
    level: 1,
    change: "Anchors may be words: `newest`, `oldest`, `first_unread`.",
    below: "Numbers beyond all IDs, and `use_first_unread_anchor`.",
  },
  postPolicy: {
    level: 1,
    change: "`stream_post_policy` replaces `is_announcement_only`.",
    below: "A stream of announcements has the policy 2.",
    keys: ["stream_post_policy"],
  },
  topicLinks: {
    level: 1,
    change: "Messages have `topic_links`.",
    below: "Nothing: links are found in the texts.",
    renamed: { topic_links: "subject_links" },
  },
  botOwners: {
    level: 1,
    change: "Bots have `bot_owner_id`.",
    below: "Owners of bots are not known.",
    keys: ["bot_owner_id"],
  },
  reactionIds: {
    level: 2,
    change: "Reactions have `user_id`.",
    below: "`user.id` in pages and `user.user_id` in events are read.",
  },
  customReactionType: {
    level: 2,
    change: "`reaction_type` is optional for custom emoji.",
    below: "Nothing: it is always sent.",
  },
  owners: {
    level: 8,
    change: "People have `is_owner`, and a `role` that can be changed.",
    below: "Administrators are the highest.",
    keys: ["is_owner"],
  },
  integerPrincipals: {
    level: 9,
    change: "`principals` may be integer IDs; messages move between streams.",
    below: "The server's refusal is shown.",
    lack: "identifies people to subscribe by address, not by ID",
  },
  retention: {
    level: 17,
    change: "Streams have `message_retention_days`.",
    below: "It is not shown.",
    keys: ["message_retention_days"],
  },
  streamDates: {
    level: 30,
    change: "Streams have `date_created`.",
    below: "It is not shown.",
    keys: ["date_created"],
  },
  roleNumbers: {
    level: 59,
    change: "People have their `role` as a number.",
    below: "It follows from `is_owner`, `is_admin` and `is_guest`.",
    keys: ["role"],
  },
  moderators: {
    level: 60,
    change: "There are moderators: `role` 300.",
    below: "They are members.",
    lack: "has no moderators",
    keys: ["is_moderator"],
  },
  billing: {
    level: 73,
    until: 362,
    change: "People have `is_billing_admin`.",
    below: "It is not shown.",
    keys: ["is_billing_admin"],
  },
  statusEmoji: {
    level: 86,
    change: "A status may have an emoji: `emoji_name`, `emoji_code`, `reaction_type`.",
    below: "The text alone is sent.",
    lack: "does not support emoji in statuses",
  },
  settingsEvents: {
    level: 89,
    change: "`user_settings` event and key replace the two deprecated events.",
    below: "`update_display_settings` and `update_global_notifications` are obeyed.",
    keys: ["user_settings"],
  },
  unlimited: {
    level: 91,
    change: "`unlimited` replaces `forever` for retention.",
    below: "`forever` is sent.",
  },
  gravatar: {
    level: 92,
    change: "`client_gravatar` defaults to true.",
    below: "Nothing: it is sent where it matters.",
  },
  historyAlone: {
    level: 136,
    change: "`history_public_to_subscribers` is honored on its own.",
    below: "Nothing: older servers ignore it.",
  },
  removers: {
    level: 142,
    change: "Streams have `can_remove_subscribers_group_id`.",
    below: "It is not shown.",
    keys: ["can_remove_subscribers_group"],
  },
  botSubscriptions: {
    level: 145,
    change: "Bot owners may manage their bots' subscriptions.",
    below: "The server's refusal is shown.",
  },
  summaryFields: {
    level: 146,
    change: "Profile fields have `display_in_profile_summary`.",
    below: "It is not shown.",
    keys: ["display_in_profile_summary"],
  },
  batchedDeletion: {
    level: 147,
    change: "A topic's messages are deleted in batches.",
    below: "All or nothing: a call that took too long is made again.",
  },
  awayIsPresence: {
    level: 148,
    change: "`away` is the opposite of `presence_enabled`, and deprecated.",
    below: "Nothing: weir shows nobody as away.",
  },
  pronouns: {
    level: 151,
    change: "Profile fields may be of type 8, pronouns.",
    below: "The server's refusal is shown.",
    lack: "does not support profile fields of type pronouns",
  },
  partiallyCompleted: {
    level: 153,
    change: "Everything is marked read in batches: `partially_completed`.",
    below: "All or nothing: a call that took too long is made again.",
  },
  partialDeletion: {
    level: 154,
    change: "A deletion that ran out of time answers `partially_completed`.",
    below: "A success may be partial, as the topic's messages show.",
  },
  deliveryEmails: {
    level: 163,
    change: "`delivery_email` is always present; who sees it is the person's setting.",
    below: "Its absence means that `email` is all there is.",
  },
  groupParts: {
    level: 165,
    change: "`name` and `description` are optional when a group is changed.",
    below: "The server's refusal is shown.",
    lack: "changes name and description of a group only together",
  },
  ignoredParameters: {
    level: 167,
    change: "Successes name `ignored_parameters_unsupported`.",
    below: "What a declaration does not know at that level is not sent.",
  },
  directType: {
    level: 174,
    change: "`direct` is a message type; `private` is deprecated.",
    below: "`private` is sent.",
  },
  dmOperators: {
    level: 177,
    change: "Narrows may have `is:dm`, `dm` and `dm-including`.",
    below: "`is:private`, `pm-with` and `group-pm-with` are sent.",
  },
} as const satisfies Readonly<Record<string, LevelRow>>;
