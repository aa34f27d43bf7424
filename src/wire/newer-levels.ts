/** Changes of servers above level 278: only those on which weir branches. */
import type { LevelRow } from "./documented-levels.ts";

export const newerLevels = {
  detachedFiles: {
    level: 285,
    change: "The answer to an edit names the files that no message links to any more.",
    below: "Nobody is told that they are still on the server.",
  },
  subscribedById: {
    level: 289,
    change: "The answer to subscribing names people by ID.",
    below: "It names them by address.",
  },
  groupDeactivation: {
    level: 290,
    change: "Groups can be deactivated; they cannot be deleted from level 294 on.",
    below: "Groups are deleted.",
  },
  resumableUploads: {
    level: 295,
    change: "Uploads may go on where a lost line broke them off.",
    below: "They are sent again as a whole.",
  },
  managedFields: {
    level: 296,
    change: "The values of a profile field may be for administrators to change.",
    below: "All people change their own.",
  },
  savedSnippets: {
    level: 297,
    change: "The server stores snippets of text for all clients of a person.",
    below: "There are none.",
    keys: ["saved_snippets"],
  },
  groupCreators: {
    level: 299,
    change: "`can_create_groups` replaces `user_group_edit_policy`.",
    below: "The policy says who may create and change groups.",
  },
  messagesById: {
    level: 300,
    change: "Messages can be fetched by their IDs, many at once.",
    below: "They are fetched one by one.",
  },
  activeMembers: {
    level: 303,
    change:
      "Deactivated people are in no group and have no permission by name; both are announced when they return.",
    below: "They stay where they were.",
  },
  groupManagers: {
    level: 305,
    change:
      "Groups have `can_add_members_group`, and `can_manage_all_groups` is about all of them.",
    below: "Their members and moderators may change them; from level 299 on, the server decides.",
  },
  subgroupsOfMembers: {
    level: 311,
    change: "Members and subgroups of a group are changed together.",
    below: "Subgroups are changed by a request of their own.",
  },
  archivedStreams: {
    level: 315,
    change: "Archived streams are listed for clients with the capability, and can be read.",
    below: "They disappear.",
    lack: "does not list archived streams",
    keys: ["is_archived"],
  },
  messageMarks: {
    level: 319,
    change: "`#**stream>topic@123**` is a link to a message.",
    below: "It is a link to a topic of that name.",
  },
  channelLinks: {
    level: 319,
    change: "Links to streams are written as `#narrow/channel/…`; older clients may not read them.",
    below: "They are written as `#narrow/stream/…`, which all read.",
  },
  settingChanges: {
    level: 320,
    change:
      "Permissions of streams may be sets of people and groups, and are changed with `new` and `old`.",
    below: "They are single groups.",
  },
  recentActivity: {
    level: 323,
    change: "Streams have `is_recently_active`.",
    below: "It is not known.",
    keys: ["is_recently_active"],
  },
  moderationStream: {
    level: 331,
    change: "Registers say in which stream the moderators receive requests.",
    below: "There is none.",
    keys: ["realm_moderation_request_channel_id"],
  },
  systemGroupMentions: {
    level: 333,
    change: "`@_*role:moderators*` mentions a system group, under its title.",
    below: "It is text.",
  },
  emptyTopics: {
    level: 334,
    change:
      'Topics may be empty; clients that say so get `""` instead of the realm\'s name for it.',
    below: "Every topic has a name.",
    keys: ["realm_empty_topic_display_name"],
  },
  reactionUsersInEvents: {
    level: 339,
    until: 483,
    change: "Events of reactions have `user` again.",
    below: "Nothing: `user_id` is read.",
  },
  deletedStreamIds: {
    level: 343,
    change: "Streams that disappear are named by `stream_ids`.",
    below: "`streams` is read.",
  },
  emptyTopicMarks: {
    level: 346,
    change: "`#**stream>**` is a link to the empty topic.",
    below: "It is text.",
  },
  linkedTopics: {
    level: 347,
    change: "Links to topics name their oldest message, which leads to where they went.",
    below: "They lead to the name alone.",
  },
  guestWarnings: {
    level: 348,
    change: "Organizations may want a warning when somebody writes to guests.",
    below: "Nobody is warned.",
    keys: ["realm_enable_guest_user_dm_warning"],
  },
  summaries: {
    level: 350,
    change: "Some servers summarize topics.",
    below: "None does.",
    keys: ["server_can_summarize_topics"],
  },
  contentAccess: {
    level: 354,
    change: "Who may add people to a private stream, or join it, can read it.",
    below: "Only its subscribers can.",
  },
  ignoredStreams: {
    level: 355,
    change: "Answers say in which streams messages stayed read.",
    below: "They show as unread until no event has come.",
  },
  shownEdits: {
    level: 358,
    change: "Organizations may show moves of messages without edits of their texts.",
    below: "They show both, or nothing.",
    keys: ["realm_message_edit_history_visibility_policy"],
  },
  editTyping: {
    level: 361,
    change: "`POST /messages/{message_id}/typing` tells others that a message is being edited.",
    below: "Nobody is told.",
  },
  moveTimes: {
    level: 365,
    change: "`last_edit_timestamp` is of the text alone; moves have `last_moved_timestamp`.",
    below: "The edit history tells what was changed.",
  },
  mutedOperator: {
    level: 366,
    change: "`is:muted` finds messages in muted topics and streams.",
    below: "The archive alone is searched.",
  },
  snippetEdits: {
    level: 368,
    change: "Saved snippets can be changed.",
    below: "They cannot: they are deleted, and saved anew.",
  },
  noTopicWords: {
    level: 370,
    change: "`(no topic)` is the empty topic.",
    below: "It is a topic like others.",
  },
  deactivatedPeers: {
    level: 377,
    change: "A deactivation tells which streams have one subscriber less.",
    below: "They are kept, and counted only while they are active.",
  },
  archivedUpdates: {
    level: 378,
    change: "A stream that is archived is updated, for clients with the capability.",
    below: "`stream` `delete` is read: a stream that the user is still in was archived.",
  },
  reminding: {
    level: 381,
    change: "The notification bot reminds of a message at a time.",
    below: "weir does, on this machine.",
    lack: "does not remind of messages",
  },
  reports: {
    level: 382,
    change: "Messages can be reported to the moderators.",
    below: "They cannot.",
  },
  usersById: {
    level: 384,
    change: "People can be fetched by their IDs, many at once.",
    below: "All are fetched.",
  },
  resolvedNotices: {
    level: 385,
    change: "A setting says which notices of resolved topics the server marks as read.",
    below: "None: they are unread.",
    keys: ["resolved_topic_notice_auto_read_policy"],
  },
  groupReactivation: {
    level: 386,
    change: "Groups can be reactivated.",
    below: "They stay deactivated.",
  },
  unarchiving: {
    level: 388,
    change: "Archived streams can be used again.",
    below: "They stay archived.",
    lack: "cannot unarchive streams",
  },
  folders: {
    level: 389,
    change: "Streams may be in folders.",
    below: "Folders are kept on this machine.",
    keys: ["folder_id", "channel_folders"],
  },
  navigationViews: {
    level: 390,
    change: "The server stores which views a person has pinned or named.",
    below: "Views are kept on this machine.",
    lack: "does not store views",
    keys: ["navigation_views"],
  },
  topicsPolicy: {
    level: 392,
    change: "Streams say whether topics may be empty, and inherit that from the realm.",
    below: "`mandatory_topics` says it for all.",
    keys: ["topics_policy", "realm_topics_policy"],
  },
  subscriberCounts: {
    level: 394,
    change: "Streams have `subscriber_count`.",
    below: "Those listed are counted.",
    keys: ["subscriber_count"],
  },
  additionNotices: {
    level: 397,
    change: "Who is added to a stream is told by the server's bot only if that is asked for.",
    below: "They are told.",
  },
  reminders: {
    level: 399,
    change: "Reminders are listed, and can be deleted.",
    below: "None are known: one that has left this machine is neither shown nor undone.",
    lack: "neither lists nor deletes reminders",
    keys: ["reminders"],
  },
  newestLinked: {
    level: 400,
    change: "Links to topics name their newest message.",
    below: "They name the oldest.",
  },
  emptyTopicsOnly: {
    level: 404,
    change: "A stream may have no topic but the empty one.",
    below: "The server refuses that policy.",
  },
  inlineAudio: {
    level: 405,
    change: "`![name](/user_uploads/…)` is a recording.",
    below: "It is text.",
  },
  statusOfOthers: {
    level: 407,
    change: "Administrators may change the status of others.",
    below: "Nobody may.",
  },
  folderLimits: {
    level: 410,
    change: "Registers say how long names and descriptions of folders may be.",
    below: "60 and 1,024 characters are taken.",
    keys: ["max_channel_folder_name_length", "max_channel_folder_description_length"],
  },
  sidebarFolders: {
    level: 411,
    change: "A setting says whether the sidebar shows folders of streams.",
    below: "It does.",
    keys: ["web_left_sidebar_show_channel_folders"],
  },
  partialSubscribers: {
    level: 412,
    change: "Of streams with many people, some may be listed: `partial_subscribers`.",
    below: "Nothing: they are not asked for with the streams.",
    keys: ["partial_subscribers"],
  },
  folderOrder: {
    level: 414,
    change: "Folders have an order.",
    below: "They are ordered by name.",
  },
  reminderNotes: {
    level: 415,
    change: "A reminder may have a note.",
    below: "It has none.",
    lack: "has no notes in reminders",
    keys: ["max_reminder_note_length"],
  },
  streamCreation: {
    level: 417,
    change: "`POST /channels/create` creates a stream without subscribing whoever creates it.",
    below: "Who creates it is in it.",
  },
  folderOrderEvents: {
    level: 418,
    change: "A new order of folders is an event.",
    below: "The next register tells.",
  },
  simplifiedPresence: {
    level: 419,
    change: "With a capability, presence events have `presences` of several people, by ID.",
    below: "Events of one person, in the older form, are read.",
  },
  archivedPeers: {
    level: 428,
    change: "Who left or joined an archived stream is told.",
    below: "Nobody is told.",
  },
  inboxFolders: {
    level: 431,
    change: "A setting says whether the inbox shows folders of streams.",
    below: "It does if the sidebar does.",
    keys: ["web_inbox_show_channel_folders"],
  },
  reportTypes: {
    level: 435,
    change: "Registers list the reasons for reports.",
    below: "They are spam, harassment, inappropriate, norms and other.",
    keys: ["server_report_message_types"],
  },
  inlinePictures: {
    level: 437,
    change: "`![name](/user_uploads/…)` is a picture.",
    below: "It is text.",
  },
  ownerAccess: {
    level: 438,
    change: "Organizations may let their owners read all private streams.",
    below: "They cannot.",
    keys: ["realm_owner_full_content_access"],
  },
  streamsOfPeople: {
    level: 440,
    change: "The streams that a person is in can be listed.",
    below: "Subscribers are listed stream by stream.",
  },
  attachmentSeconds: {
    level: 443,
    change: "Times of uploaded files are in seconds.",
    below: "They are read as milliseconds.",
  },
  dateAnchor: {
    level: 445,
    change: "The anchor of a page may be a `date`.",
    below: "Pages at IDs approach it.",
  },
  mentionsOperator: {
    level: 446,
    change: "`mentions` finds mentions of anybody.",
    below: "The archive alone is searched for those of others.",
  },
  addressesForSenders: {
    level: 448,
    change: "Only who may post in a stream learns its mail address.",
    below: "Whoever sees it does.",
  },
  invalidTimesAsText: {
    level: 451,
    change: "An invalid `<time:…>` stays text.",
    below: "It is shown as an error.",
  },
  streamsOfBots: {
    level: 458,
    change: "The streams that a bot is in can be listed, too.",
    below: "Those of people alone.",
  },
  deletionWithAccount: {
    level: 459,
    change: "Deactivating somebody may delete their profile and their messages.",
    below: "Both stay.",
    lack: "cannot delete the profile or the messages of people who are deactivated",
  },
  attachmentMessageIds: {
    level: 472,
    change: "Uploaded files have the IDs of messages: `message_ids`.",
    below: "They have objects, `messages`, with the same IDs.",
  },
  archivedLists: {
    level: 480,
    change: "Topics and subscribers of archived streams can be listed.",
    below: "They are not asked for.",
    lack: "does not list the topics of archived streams",
  },
  queueTimeouts: {
    level: 481,
    change: "A register says how long its queue may live unpolled.",
    below: "It is lost after ten minutes, and a laptop that slept longer registers again.",
  },
  archivedOperator: {
    level: 489,
    change: "`channels:archived` finds messages in archived streams.",
    below: "The archive alone is searched.",
  },
  emojiChanges: {
    level: 491,
    change: "With a capability, events tell of one custom emoji instead of all.",
    below: "All are read.",
  },
  botsAndGroups: {
    level: 496,
    change: "Bots may list and change groups.",
    below: "They may not.",
  },
  isoTimes: {
    level: 503,
    change: "`<time:…>` has a time in ISO 8601; anything else stays text.",
    below: "Other forms of times are read.",
  },
  pushDefault: {
    level: 507,
    change: "Streams may notify the mobile devices of whoever joins them.",
    below: "The general setting of each person applies.",
    keys: ["default_push_notifications"],
  },
  messageUrls: {
    level: 508,
    change: "Answers to sends have `message_url`.",
    below: "The link is made here.",
  },
} as const satisfies Readonly<Record<string, LevelRow>>;
