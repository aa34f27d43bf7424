/** Changes above the API document's own level, as real servers made them. */
import type { LevelRow } from "./row.ts";

export const newerLevels = {
  mutedBots: {
    level: 188,
    change: "Bots can be muted, too.",
    below: "The refusal is shown.",
  },
  missingEmoji: {
    level: 190,
    change: "Deleting an unknown custom emoji is answered with 404.",
    below: "400 is a refusal just the same.",
  },
  mentionGroups: {
    level: 191,
    change: "Groups say who may mention them.",
    below: "Nothing is said of it.",
    keys: ["can_mention_group"],
  },
  reactionCodes: {
    level: 193,
    change: "Reactions that are there already, or not, have codes of their own.",
    below: "The refusal is shown.",
    codes: ["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"],
  },
  integerIdOperand: {
    level: 194,
    change: "The operand of `id` may be a number.",
    below: "A text is sent.",
  },
  codeLanguage: {
    level: 195,
    change: "No language for code is an empty text and no longer null.",
    below: "Nothing: it is not read.",
  },
  removersName: {
    level: 197,
    change: "`can_remove_subscribers_group_id` loses its last part.",
    below: "The longer name is sent and read.",
    renamed: { can_remove_subscribers_group: "can_remove_subscribers_group_id" },
  },
  mentionGroupsName: {
    level: 198,
    change: "`can_mention_group_id` loses its last part.",
    below: "The longer name is read.",
    renamed: { can_mention_group: "can_mention_group_id" },
  },
  streamTraffic: {
    level: 199,
    change: "All streams tell their weekly traffic.",
    below: "Nothing is said of it.",
    keys: ["stream_weekly_traffic"],
  },
  realmDate: {
    level: 203,
    change: "Registers tell when the realm was created.",
    below: "Another realm is known by its address and its IDs alone.",
    keys: ["realm_date_created"],
  },
  typingTimes: {
    level: 204,
    change: "Registers tell the times of typing.",
    below: "10, 5 and 15 seconds are taken.",
    keys: [
      "server_typing_started_expiry_period_milliseconds",
      "server_typing_started_wait_period_milliseconds",
      "server_typing_stopped_wait_period_milliseconds",
    ],
  },
  roleStreams: {
    level: 205,
    change: "A new role brings streams and takes them; guests are told of web-public ones.",
    below: "Streams that a role brings are not known until the next register.",
  },
  wrongPrincipals: {
    level: 208,
    change: "Unknown people among `principals` are a plain refusal.",
    below: "`UNAUTHORIZED_PRINCIPAL` is a refusal just the same.",
  },
  complete: {
    level: 211,
    change: "`complete` replaces `partially_completed`.",
    below: "Both are understood, and the call is repeated.",
  },
  unreadPolicies: {
    level: 213,
    change: "Unmuted and followed topics count as unread also in muted streams.",
    below: "The messages themselves are counted here, not the server's sum.",
  },
  automaticPolicies: {
    level: 214,
    change: "Sending follows or unmutes a topic, as the person's settings say.",
    below: "Nothing happens.",
  },
  directTyping: {
    level: 215,
    change: "Typing says `direct`; in streams it has `stream_id` and `topic`.",
    below: "Nobody is told of typing in streams; between people the type is left out.",
  },
  guestIndicator: {
    level: 216,
    change: "Registers tell whether guests are marked.",
    below: "They are not.",
    keys: ["realm_enable_guest_user_indicator"],
  },
  toldPolicies: {
    level: 218,
    change: "A send answers the policy that its topic was given.",
    below: "The event tells.",
    keys: ["automatic_new_visibility_policy"],
  },
  followedPolicy: {
    level: 219,
    change: "Topics can be followed.",
    below: "They are muted and unmuted only.",
    lack: "cannot follow topics",
  },
  homeView: {
    level: 219,
    change: "`default_view` is `web_home_view`.",
    below: "Nothing: weir has a first screen of its own.",
  },
  guestPeers: {
    level: 220,
    change: "Guests are told who comes into streams that are not private, and of web-public ones.",
    below: "Who is in them is not kept up for guests.",
  },
  permissionSettings: {
    level: 221,
    change: "Registers tell which groups a permission may be given to.",
    below: "The server's refusal is shown.",
    keys: ["server_supported_permission_settings"],
  },
  deactivationEvents: {
    level: 222,
    change: "Who is deactivated is told as a change.",
    below: "`realm_user` remove and add are read.",
  },
  streamWildcardFlags: {
    level: 224,
    change: "Wildcards of streams and of topics have flags of their own.",
    below: "`wildcard_mentioned` is read.",
  },
  visiblePeople: {
    level: 225,
    change: "Registers tell who may see everybody.",
    below: "Everybody does.",
    keys: ["realm_can_access_all_users_group"],
  },
  streamAddresses: {
    level: 226,
    change: "Subscriptions no longer tell their `email_address`.",
    below: "It is not read there.",
  },
  iconCounts: {
    level: 227,
    change: "`desktop_icon_count_display` has four values: the second of them is new.",
    below: "Nothing: it is not read.",
  },
  wildcardCodes: {
    level: 229,
    change: "Wildcards that are not allowed have codes of their own.",
    below: "The refusal is shown.",
    codes: ["STREAM_WILDCARD_MENTION_NOT_ALLOWED", "TOPIC_WILDCARD_MENTION_NOT_ALLOWED"],
  },
  onboarding: {
    level: 233,
    change: "`hotspots` are `onboarding_steps`.",
    below: "Neither is read.",
    renamed: { onboarding_steps: "hotspots" },
  },
  followedMentions: {
    level: 235,
    change: "Whoever is mentioned in a topic follows it, as their settings say.",
    below: "Nothing happens.",
  },
  readBySender: {
    level: 236,
    change: "A send may say that its sender has read it.",
    below: "Own messages are marked read once they were sent.",
  },
  quietRestart: {
    level: 240,
    change: "`restart` events lose `immediate`.",
    below: "Nothing: it is not read.",
  },
  announcementStreams: {
    level: 241,
    change: "Streams for announcements are named after what is announced there.",
    below: "Nothing: neither name is read.",
    renamed: {
      realm_new_stream_announcements_stream_id: "realm_notifications_stream_id",
      realm_signup_announcements_stream_id: "realm_signup_notifications_stream_id",
    },
  },
  updateAnnouncements: {
    level: 242,
    change: "A stream is told of news about the server itself.",
    below: "Nothing is said of it.",
  },
  signInObjects: {
    level: 243,
    change: "Values of `realm_authentication_methods` are objects.",
    below: "Neither form is read.",
  },
  requiredFields: {
    level: 244,
    change: "Profile fields may be `required`.",
    below: "None is.",
    keys: ["required"],
  },
  channelWildcard: {
    level: 247,
    change: "`@**channel**` calls everybody in a stream, as `@**all**` does.",
    below: "Nothing: it stays as it is written.",
  },
  channelType: {
    level: 248,
    change: "`channel` is a message type.",
    below: "`stream` is sent at every level.",
  },
  hasReaction: {
    level: 249,
    change: "Narrows may have `has:reaction`.",
    below: "The server's refusal is shown.",
  },
  channelOperators: {
    level: 250,
    change: "Narrows may have `channel` and `channels`.",
    below: "`stream` and `streams` are sent at every level.",
  },
  partialFields: {
    level: 252,
    change: "Parts of a profile field can be changed alone.",
    below: "The server's refusal is shown.",
  },
  streamCreators: {
    level: 254,
    change: "Streams have `creator_id`.",
    below: "Nothing is said of it.",
    keys: ["creator_id"],
  },
  channelTexts: {
    level: 255,
    change: "Texts say channel for stream.",
    below: "Nothing: the server's words are shown as they are.",
  },
  firstMessages: {
    level: 256,
    change: "Streams tell when their first message became another one.",
    below: "The one that a register named is kept.",
  },
  realmUrl: {
    level: 257,
    change: "`realm_uri` is also called `realm_url`.",
    below: "`realm_uri` is read.",
    keys: ["realm_url"],
  },
  namelessGroups: {
    level: 258,
    change: "Who may mention a group may be people and groups together, without a name.",
    below: "The server's refusal is shown.",
  },
  expectedGroups: {
    level: 260,
    change: "Changing who may mention a group may say what was there before.",
    below: "The new value is sent alone.",
    codes: ["EXPECTATION_MISMATCH"],
  },
  presenceSteps: {
    level: 263,
    change: "Presence can be asked for in steps.",
    below: "All of it is asked for.",
    keys: ["presence_last_update_id"],
  },
  privateCreators: {
    level: 264,
    change: "Registers tell which group may make private streams.",
    below: "The server's refusal is shown.",
    keys: ["realm_can_create_private_channel_group"],
  },
  followedOperator: {
    level: 265,
    change: "Narrows may have `is:followed`.",
    below: "The server's refusal is shown.",
  },
  publicCreators: {
    level: 266,
    change: "Registers tell which group may make public streams.",
    below: "The server's refusal is shown.",
    keys: ["realm_can_create_public_channel_group"],
  },
  directPermissions: {
    level: 270,
    change: "Registers tell which groups may write directly.",
    below: "The server's refusal is shown.",
    keys: ["realm_direct_message_initiator_group", "realm_direct_message_permission_group"],
  },
  withOperator: {
    level: 271,
    change: "Narrows may have `with`.",
    below: "Nothing: topics are narrowed to by name.",
  },
  uploadUrls: {
    level: 272,
    change: "Uploads answer `url`.",
    below: "`uri` is read.",
  },
  thumbnails: {
    level: 273,
    change: "Registers tell the forms of thumbnails.",
    below: "None is asked for.",
    keys: ["server_thumbnail_formats"],
  },
  deletersTold: {
    level: 274,
    change: "Whoever deletes a message is told of it.",
    below: "The answer is enough.",
  },
  pictureSizes: {
    level: 276,
    change: "Pictures in messages tell how large they are.",
    below: "Nothing: it is not read.",
  },
  detachedUploads: {
    level: 285,
    change: "An edit answers `detached_uploads`: files that nothing links to any more.",
    below: "Attachments tell which messages link to them.",
    keys: ["detached_uploads"],
  },
  uploadNames: {
    level: 286,
    change: "Uploads answer `filename`.",
    below: "Nothing: the name is in the address.",
  },
  subscribedById: {
    level: 289,
    change: "Who was subscribed is told by ID, no longer by address.",
    below: "Addresses are read.",
  },
} as const satisfies Readonly<Record<string, LevelRow>>;
