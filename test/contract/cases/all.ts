/** Every case there is, in the order of the document. */
import type { Case } from "../case.ts";
import { accountCases } from "./accounts.ts";
import { draftCases } from "./drafts.ts";
import { groupCases } from "./groups.ts";
import { markingCases } from "./marking.ts";
import { messageCases } from "./messages.ts";
import { peopleCases } from "./people.ts";
import { profileFieldCases } from "./profile-fields.ts";
import { queueCases } from "./queue.ts";
import { reactionCases } from "./reactions.ts";
import { readingCases } from "./reading.ts";
import { readingLevelCases } from "./reading-levels.ts";
import { scheduledCases } from "./scheduled.ts";
import { serverCases } from "./server.ts";
import { statusCases } from "./status.ts";
import { streamLevelCases } from "./stream-levels.ts";
import { streamCases } from "./streams.ts";
import { subscriptionCases } from "./subscriptions.ts";
import { topicCases } from "./topics.ts";

export type Family = {
  /** The file that holds its cases. */
  readonly file: string;
  /** The calls that it is about; others are asked on the way. */
  readonly about: readonly string[];
  readonly cases: readonly Case[];
};

export const families: readonly Family[] = [
  { file: "messages", about: ["POST /messages"], cases: messageCases },
  {
    file: "scheduled",
    about: ["POST /scheduled_messages", "PATCH /scheduled_messages/{scheduled_message_id}"],
    cases: scheduledCases,
  },
  { file: "queue", about: ["GET /events"], cases: queueCases },
  { file: "streams", about: ["PATCH /streams/{stream_id}", "GET /streams"], cases: streamCases },
  {
    file: "stream-levels",
    about: ["PATCH /streams/{stream_id}", "GET /streams"],
    cases: streamLevelCases,
  },
  {
    file: "marking",
    about: ["POST /mark_all_as_read", "POST /mark_stream_as_read", "POST /mark_topic_as_read"],
    cases: markingCases,
  },
  { file: "status", about: ["POST /users/me/status"], cases: statusCases },
  { file: "profile-fields", about: ["POST /realm/profile_fields"], cases: profileFieldCases },
  {
    file: "topics",
    about: ["POST /user_topics", "POST /streams/{stream_id}/delete_topic"],
    cases: topicCases,
  },
  { file: "drafts", about: ["POST /drafts", "PATCH /drafts/{draft_id}"], cases: draftCases },
  {
    file: "people",
    about: ["GET /users/{user_id}", "GET /users/{email}", "GET /users"],
    cases: peopleCases,
  },
  {
    file: "accounts",
    about: ["PATCH /users/{user_id}", "DELETE /users/{user_id}"],
    cases: accountCases,
  },
  { file: "subscriptions", about: ["DELETE /users/me/subscriptions"], cases: subscriptionCases },
  { file: "reactions", about: ["POST /messages/{message_id}/reactions"], cases: reactionCases },
  {
    file: "groups",
    about: ["POST /user_groups/create", "PATCH /user_groups/{user_group_id}"],
    cases: groupCases,
  },
  { file: "server", about: ["GET /server_settings"], cases: serverCases },
  { file: "reading", about: ["GET /messages"], cases: readingCases },
  { file: "reading-levels", about: ["GET /messages"], cases: readingLevelCases },
];
