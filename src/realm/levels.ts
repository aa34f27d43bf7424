/** What differs between feature levels, in one table each for keys of answers and for behaviour; texts are the wire's. */

/** The first level at which a key of an answer, an event or an object exists; keys that are not named always did. */
const keysSince: Readonly<Record<string, number>> = {
  automatic_new_visibility_policy: 218,
  can_remove_subscribers_group: 197,
  creator_id: 254,
  display_in_profile_summary: 146,
  include_anchor: 155,
  is_moderator: 60,
  presence_last_update_id: 263,
  realm_can_access_all_users_group: 225,
  realm_can_create_private_channel_group: 264,
  realm_can_create_public_channel_group: 266,
  realm_date_created: 203,
  realm_direct_message_initiator_group: 270,
  realm_direct_message_permission_group: 270,
  realm_enable_guest_user_indicator: 216,
  realm_url: 257,
  rendering_only: 114,
  required: 244,
  server_presence_offline_threshold_seconds: 164,
  server_presence_ping_interval_seconds: 164,
  server_thumbnail_formats: 273,
  server_typing_started_expiry_period_milliseconds: 204,
  server_typing_started_wait_period_milliseconds: 204,
  server_typing_stopped_wait_period_milliseconds: 204,
  stream_wildcard_mentioned: 224,
  topic_wildcard_mentioned: 224,
  user_settings: 89,
  user_topics: 134,
};

/** Keys under the name they had before. */
const renamed: readonly {
  readonly now: string;
  readonly before: string;
  readonly until: number;
}[] = [
  { now: "can_remove_subscribers_group", before: "can_remove_subscribers_group_id", until: 196 },
];

/** An object without the keys that a server of `level` does not know yet, and with those it calls otherwise. */
export function keysAt<Shape extends object>(level: number, whole: Shape): Shape {
  if (level >= newestKey) return whole;
  const entries = Object.entries(whole).flatMap(([key, value]) => {
    const old = renamed.find(({ now, until }) => now === key && level <= until);
    if (old !== undefined) return [[old.before, value] as const];
    return level >= (keysSince[key] ?? 0) ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries) as Shape;
}

const newestKey = Math.max(...Object.values(keysSince));

/** The levels at which behaviour changed, by what it is about. */
export const since = {
  ignoredParameters: 167,
  complete: 211,
  partiallyCompleted: 153,
  partialDeletion: 154,
  directTyping: 215,
  readBySender: 236,
  followedPolicy: 219,
  messageInSingleFetch: 120,
  streamWildcardFlags: 224,
  dmOperators: 177,
  channelOperators: 250,
  withOperator: 271,
  followedOperator: 265,
  hasReaction: 249,
  directType: 174,
  channelType: 248,
  integerIdOperand: 194,
  settingsEvents: 89,
  flagOp: 32,
  markUnread: 121,
  userTopics: 134,
  automaticPolicies: 214,
  editHistoryNames: 118,
} as const;
