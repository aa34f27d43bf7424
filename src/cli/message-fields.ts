/** The fields of a message for scripts, in the order of the output; and the formats of exports. */

export const messageFields = [
  "id",
  "time",
  "place",
  "stream",
  "stream_id",
  "topic",
  "people",
  "sender",
  "sender_id",
  "sender_email",
  "content",
  "unread",
  "starred",
  "mentioned",
  "reactions",
  "link",
] as const;

/** Where a search found it: `server` or `archive`. */
export const foundFields = [...messageFields, "source"] as const;

export const formatNames = ["jsonl", "md", "mbox"] as const;
