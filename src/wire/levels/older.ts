/** Changes up to the API document's own level that it does not name, as real servers made them. */
import type { LevelRow } from "./row.ts";

export const olderLevels = {
  bulkDeletion: {
    level: 13,
    change: "`delete_message` events may name many messages.",
    below: "Events with one message each are read.",
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
  topicLinkTexts: {
    level: 46,
    change: "`topic_links` are objects with their texts.",
    below: "Nothing: neither form is read.",
  },
  longestNames: {
    level: 53,
    change: "Registers tell the limits as `max_…_length`.",
    below: "The defaults of real servers hold.",
    keys: [
      "max_message_length",
      "max_topic_length",
      "max_stream_name_length",
      "max_stream_description_length",
    ],
  },
  errorCodes: {
    level: 76,
    change: "Every error has a code.",
    below: "A refusal without a code is one all the same.",
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
    change: "Edits say `prev_topic`, `topic` and `stream`.",
    below: "`prev_subject` is read.",
  },
  messageInSingleFetch: {
    level: 120,
    change: "A single message comes whole.",
    below: "Its text alone is read.",
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
  noEditLimit: {
    level: 138,
    change: "No limit of time for edits is null.",
    below: "Nothing: the server's refusal is shown.",
  },
  muteTwice: {
    level: 139,
    change: "Muting a stream is told as `is_muted`, too.",
    below: "`in_home_view` is read.",
  },
  presenceTimes: {
    level: 164,
    change: "Registers tell the times of presence.",
    below: "140 seconds are taken for offline.",
    keys: ["server_presence_offline_threshold_seconds", "server_presence_ping_interval_seconds"],
  },
  muteAgain: {
    level: 169,
    change: "Muting a topic that is muted, and unmuting one that is not, succeeds.",
    below: "A refusal is shown to whoever asks by hand; weir asks only where the answer differs.",
  },
  keyOwner: {
    level: 171,
    change: "A fetched key comes with the person's ID.",
    below: "The own user is asked for.",
  },
  moveTimeLimit: {
    level: 172,
    change: "Moving messages too late has a code of its own.",
    below: "The sentence is shown either way.",
    codes: ["MOVE_MESSAGES_TIME_LIMIT_EXCEEDED"],
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
    change: "Linkifiers have `url_template`, as RFC 6570 says.",
    below: "What they would match stays plain text.",
    lack: "makes no links of patterns that weir can read",
  },
  failedScheduled: {
    level: 181,
    change: "Scheduled messages tell whether they `failed`.",
    below: "None is taken to have failed.",
  },
} as const satisfies Readonly<Record<string, LevelRow>>;
