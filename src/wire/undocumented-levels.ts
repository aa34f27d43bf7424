/** Changes of real servers up to level 278 that the API document does not mention: only those on which weir branches. */
import type { LevelRow } from "./documented-levels.ts";

export const undocumentedLevels = {
  settingsEventsByKind: {
    level: 0,
    until: 438,
    change: "Settings are announced as `update_display_settings` or `update_global_notifications`.",
    below: "Nothing: `user_settings` is obeyed.",
  },
  streamAddresses: {
    level: 0,
    until: 225,
    change: "Subscriptions have `email_address`; since then, a call tells it.",
    below: "The call, where it exists.",
    keys: ["email_address"],
  },
  renderingVersions: {
    level: 0,
    until: 283,
    change: "Edits have `prev_rendered_content_version`.",
    below: "Nothing: it is not used.",
    keys: ["prev_rendered_content_version"],
  },
  reactionUsers: {
    level: 0,
    until: 327,
    change: "Reactions have `user`, in messages and in events.",
    below: "Nothing: `user_id` is read.",
  },
  flagOp: {
    level: 32,
    change: "Flag events have `op`.",
    below: "`operation` is read.",
  },
  peerLists: {
    level: 35,
    change: "Peer events name many streams and people.",
    below: "Events of one stream and one person are read.",
  },
  sharedDrafts: {
    level: 87,
    change: "The server stores drafts for all clients of a person.",
    below: "They are stored on this machine only.",
    lack: "does not store drafts",
    keys: ["drafts"],
  },
  mobileUserId: {
    level: 108,
    change: "The address at the end of signing in through a browser has `user_id`.",
    below: "Nothing is compared: the key alone says whose it is.",
  },
  renderingOnly: {
    level: 114,
    change: "`rendering_only` distinguishes rerendering from edits.",
    below: "A change without a user is a rerendering.",
    keys: ["rendering_only"],
  },
  editHistoryNames: {
    level: 118,
    change: "Edits say `prev_topic`.",
    below: "`prev_subject` is read.",
    renamed: { prev_topic: "prev_subject" },
  },
  markUnread: {
    level: 121,
    change: "Messages can be marked unread; the event says where they are.",
    below: "Messages marked read on the server stay read.",
    lack: "cannot mark messages unread",
  },
  userTopics: {
    level: 134,
    change: "Topic policies have a key and an event of their own.",
    below: "`muted_topics` alone is read.",
    keys: ["user_topics"],
  },
  topicPolicies: {
    level: 170,
    change: "`POST /user_topics` sets any policy of a topic.",
    below: "Topics are muted and unmuted by `PATCH /users/me/subscriptions/muted_topics`.",
    lack: "cannot unmute topics of muted streams",
  },
  fetchedUserId: {
    level: 171,
    change: "The answer to a password has `user_id`.",
    below: "Nothing: `email` is read.",
  },
  scheduledList: {
    level: 173,
    change: "Registers list scheduled messages.",
    below: "There are none.",
    keys: ["scheduled_messages"],
  },
  linkifierTemplates: {
    level: 176,
    change: "Link patterns have `url_template`, as RFC 6570 says.",
    below: "`realm_filters` are read, whose templates have placeholders as in Python's formats.",
  },
  scheduling: {
    level: 179,
    change: "Messages are scheduled by an endpoint of their own.",
    below: "None are scheduled.",
    lack: "cannot schedule messages",
  },
  scheduledChanges: {
    level: 184,
    change: "Every part of a scheduled message can be changed by itself.",
    below: "None is changed.",
    lack: "cannot change scheduled messages",
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
  complete: {
    level: 211,
    change: "`complete` replaces `partially_completed`.",
    below: "Both are understood, and the call is repeated.",
  },
  directTyping: {
    level: 215,
    change: "Typing says `direct`; in streams it has `stream_id` and `topic`.",
    below: "Typing in streams is not reported; between people the type is left out.",
  },
  followedPolicy: {
    level: 219,
    change: "Topics can be followed.",
    below: "They are muted and unmuted only.",
    lack: "cannot follow topics",
  },
  permissionRules: {
    level: 221,
    change: "`server_supported_permission_settings` says which groups a permission may have.",
    below: "Any group is sent, and the server's refusal is shown.",
    keys: ["server_supported_permission_settings"],
  },
  deactivationEvents: {
    level: 222,
    change: "Deactivations are sent as updates.",
    below: "`realm_user` remove and add are read.",
  },
  topicMentions: {
    level: 224,
    change: "`@**topic**` mentions those who take part in a topic.",
    below: "It is not offered.",
  },
  readBySender: {
    level: 236,
    change: "A send may say that its sender has read it.",
    below: "Own messages are marked read once they were sent.",
  },
  realmUrl: {
    level: 257,
    change: "`realm_uri` is also called `realm_url`.",
    below: "`realm_uri` is read.",
    keys: ["realm_url"],
  },
  thumbnails: {
    level: 273,
    change: "`server_thumbnail_formats` lists sizes in which there are pictures.",
    below: "Pictures are fetched whole.",
    keys: ["server_thumbnail_formats"],
  },
} as const satisfies Readonly<Record<string, LevelRow>>;
