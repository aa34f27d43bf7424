/** Every case there is, in the order of the document. */
import type { Case } from "../case.ts";
import { draftCases } from "./drafts.ts";
import { groupCases } from "./groups.ts";
import { markingCases } from "./marking.ts";
import { messageCases } from "./messages.ts";
import { peopleCases } from "./people.ts";
import { profileFieldCases } from "./profile-fields.ts";
import { queueCases } from "./queue.ts";
import { reactionCases } from "./reactions.ts";
import { readingCases } from "./reading.ts";
import { scheduledCases } from "./scheduled.ts";
import { serverCases } from "./server.ts";
import { statusCases } from "./status.ts";
import { streamCases } from "./streams.ts";
import { subscriptionCases } from "./subscriptions.ts";
import { topicCases } from "./topics.ts";

/** By the file that holds them. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  messages: messageCases,
  scheduled: scheduledCases,
  queue: queueCases,
  streams: streamCases,
  marking: markingCases,
  status: statusCases,
  "profile-fields": profileFieldCases,
  topics: topicCases,
  drafts: draftCases,
  people: peopleCases,
  subscriptions: subscriptionCases,
  reactions: reactionCases,
  groups: groupCases,
  server: serverCases,
  reading: readingCases,
};
