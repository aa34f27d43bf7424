/** Calls by which administrators change people, streams, groups and profile fields. */

import * as groups from "#wire/endpoints/groups.ts";
import * as fields from "#wire/endpoints/profile-fields.ts";
import * as streams from "#wire/endpoints/streams.ts";
import * as subscriptions from "#wire/endpoints/subscriptions.ts";
import * as users from "#wire/endpoints/users.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** PATCH /users/{user_id}: name, role or profile. */
export const updateUser = callTo(users.updateUser);

/** DELETE /users/{user_id}. Without a comment nobody is told; with an empty one the mail has none. */
export function deactivateUser(
  connection: Connection,
  id: UserId,
  comment?: string,
  options?: CallOptions,
) {
  const change = { user_id: id, deactivation_notification_comment: comment };
  return connection.call(users.deactivateUser, change, options);
}

/** POST /users/{user_id}/reactivate. */
export function reactivateUser(connection: Connection, id: UserId, options?: CallOptions) {
  return connection.call(users.reactivateUser, { user_id: id }, options);
}

/** POST /users/me/subscriptions: creates streams, or subscribes others. */
export const subscribePeople = callTo(subscriptions.subscribe);

/** DELETE /users/me/subscriptions: removes people from streams. */
export const unsubscribePeople = callTo(subscriptions.unsubscribe);

/** PATCH /streams/{stream_id}. */
export const updateStream = callTo(streams.updateStream);

/** DELETE /streams/{stream_id}. */
export function archiveStream(connection: Connection, id: StreamId, options?: CallOptions) {
  return connection.call(streams.archiveStream, { stream_id: id }, options);
}

/** POST /user_groups/create. */
export const createGroup = callTo(groups.createGroup);

/** PATCH /user_groups/{user_group_id}. */
export const updateGroup = callTo(groups.updateGroup);

/** POST /user_groups/{user_group_id}/members. */
export const changeGroupMembers = callTo(groups.changeGroupMembers);

/** DELETE /user_groups/{user_group_id}. */
export function deleteGroup(connection: Connection, id: GroupId, options?: CallOptions) {
  return connection.call(groups.deleteGroup, { user_group_id: id }, options);
}

/** POST /realm/profile_fields. */
export const createProfileField = callTo(fields.createProfileField);

/** PATCH /realm/profile_fields/{field_id}. */
export const updateProfileField = callTo(fields.updateProfileField);

/** DELETE /realm/profile_fields/{field_id}. */
export function deleteProfileField(connection: Connection, id: number, options?: CallOptions) {
  return connection.call(fields.deleteProfileField, { field_id: id }, options);
}
