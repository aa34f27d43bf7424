/** All cases, in the order of the document. */
import type { Case } from "../case.ts";
import { scripted } from "../script.ts";

export type Family = {
  /** The file that holds its cases. */
  readonly file: string;
  /** The calls that it is about; its cases make others, too. */
  readonly about: readonly string[];
  readonly cases: readonly Case[];
};

const streams = ["PATCH /streams/{stream_id}", "GET /streams"];

const calls: Readonly<Record<string, readonly string[]>> = {
  messages: ["POST /messages"],
  scheduled: ["POST /scheduled_messages", "PATCH /scheduled_messages/{scheduled_message_id}"],
  queue: ["GET /events"],
  streams,
  "stream-levels": streams,
  marking: ["POST /mark_all_as_read", "POST /mark_stream_as_read", "POST /mark_topic_as_read"],
  status: ["POST /users/me/status"],
  "profile-fields": ["POST /realm/profile_fields"],
  topics: ["POST /user_topics", "POST /streams/{stream_id}/delete_topic"],
  drafts: ["POST /drafts", "PATCH /drafts/{draft_id}"],
  people: ["GET /users/{user_id}", "GET /users/{email}", "GET /users"],
  accounts: ["PATCH /users/{user_id}", "DELETE /users/{user_id}"],
  subscriptions: ["DELETE /users/me/subscriptions"],
  reactions: ["POST /messages/{message_id}/reactions"],
  groups: ["POST /user_groups/create", "PATCH /user_groups/{user_group_id}"],
  server: ["GET /server_settings"],
  reading: ["GET /messages"],
  "reading-levels": ["GET /messages"],
};

export const families: readonly Family[] = Object.entries(calls).map(([file, about]) => ({
  file,
  about,
  cases: scripted(`cases/${file}`),
}));
