/** Changes that the API document does not name, as real servers made them: those on which weir branches, and no others. */
import type { LevelRow } from "./row.ts";

export const furtherLevels = {
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
    change: "Drafts are kept by the server, for all clients of a person.",
    below: "They are kept on this machine alone.",
    lack: "keeps no drafts",
    keys: ["drafts"],
  },
  renderingOnly: {
    level: 114,
    change: "`rendering_only` tells new drawings from edits.",
    below: "A change without a person who made it is a drawing.",
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
    below: "What was marked read and told to the server stays read.",
    lack: "cannot mark messages unread",
  },
  userTopics: {
    level: 134,
    change: "Topic policies have a key and an event of their own.",
    below: "`muted_topics` alone is read.",
    keys: ["user_topics"],
  },
  scheduledList: {
    level: 173,
    change: "Registers list scheduled messages.",
    below: "There are none.",
    lack: "schedules no messages",
    keys: ["scheduled_messages"],
  },
  linkifierTemplates: {
    level: 176,
    change: "Link patterns have `url_template`, as RFC 6570 says.",
    below:
      "`realm_filters` are read, in which a template has places as Python's formats have them.",
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
    below: "Nobody is told of typing in streams; between people the type is left out.",
  },
  followedPolicy: {
    level: 219,
    change: "Topics can be followed.",
    below: "They are muted and unmuted only.",
    lack: "cannot follow topics",
  },
  deactivationEvents: {
    level: 222,
    change: "Who is deactivated is told as a change.",
    below: "`realm_user` remove and add are read.",
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
} as const satisfies Readonly<Record<string, LevelRow>>;
