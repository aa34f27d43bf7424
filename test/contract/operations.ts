/** Resolves the document's names of operations to calls: "create/edit scheduled message" is two. */
import { bare } from "./document.ts";

const scheduling = "POST /scheduled_messages";
const rescheduling = "PATCH /scheduled_messages/{scheduled_message_id}";

/** Calls (method and path) by their name in the Errors and Limits tables. */
const operations: Readonly<Record<string, readonly string[]>> = {
  "send message": ["POST /messages"],
  send: ["POST /messages"],
  schedule: [scheduling],
  "edit scheduled": [rescheduling],
  "create/edit scheduled message": [scheduling, rescheduling],
  "edit scheduled message": [rescheduling],
  "update stream": ["PATCH /streams/{stream_id}"],
  "mark all as read": ["POST /mark_all_as_read"],
  "delete topic": ["POST /streams/{stream_id}/delete_topic"],
  "update status": ["POST /users/me/status"],
  "edit draft": ["PATCH /drafts/{draft_id}"],
  "create drafts": ["POST /drafts"],
  "update user": ["PATCH /users/{user_id}"],
  unsubscribe: ["DELETE /users/me/subscriptions"],
  "get all streams": ["GET /streams"],
  "add reaction": ["POST /messages/{message_id}/reactions"],
  "create user group": ["POST /user_groups/create"],
  "update user group": ["PATCH /user_groups/{user_group_id}"],
  "deactivate user": ["DELETE /users/{user_id}"],
};

/** The calls that a cell names, in words or between backticks; throws for unknown names. */
export function callsOf(cell: string): readonly string[] {
  return cell.split(", ").flatMap((name) => {
    const call = bare(name);
    const found = operations[name] ?? (/^[A-Z]+ \//.test(call) ? [call] : undefined);
    if (found === undefined) throw new RangeError(`Unknown operation "${name}".`);
    return found;
  });
}
