/** Calls by which administrators change people, streams, groups and profile fields. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as groups from "#wire/endpoints/groups.ts";
import * as fields from "#wire/endpoints/profile-fields.ts";
import * as streams from "#wire/endpoints/streams.ts";
import * as subscriptions from "#wire/endpoints/subscriptions.ts";
import * as users from "#wire/endpoints/users.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** PATCH /users/{user_id}: name, role or profile. */
export function updateUser(
  connection: Connection,
  change: ArgumentsOf<typeof users.updateUser>,
  options?: CallOptions,
) {
  return connection.call(users.updateUser, change, options);
}

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
export function subscribePeople(
  connection: Connection,
  wanted: ArgumentsOf<typeof subscriptions.subscribe>,
  options?: CallOptions,
) {
  return connection.call(subscriptions.subscribe, wanted, options);
}

/** DELETE /users/me/subscriptions: removes people from streams. */
export function unsubscribePeople(
  connection: Connection,
  wanted: ArgumentsOf<typeof subscriptions.unsubscribe>,
  options?: CallOptions,
) {
  return connection.call(subscriptions.unsubscribe, wanted, options);
}

/** PATCH /streams/{stream_id}. */
export function updateStream(
  connection: Connection,
  change: ArgumentsOf<typeof streams.updateStream>,
  options?: CallOptions,
) {
  return connection.call(streams.updateStream, change, options);
}

/** DELETE /streams/{stream_id}. */
export function archiveStream(connection: Connection, id: StreamId, options?: CallOptions) {
  return connection.call(streams.archiveStream, { stream_id: id }, options);
}

/** POST /user_groups/create. */
export function createGroup(
  connection: Connection,
  group: ArgumentsOf<typeof groups.createGroup>,
  options?: CallOptions,
) {
  return connection.call(groups.createGroup, group, options);
}

/** PATCH /user_groups/{user_group_id}. */
export function updateGroup(
  connection: Connection,
  change: ArgumentsOf<typeof groups.updateGroup>,
  options?: CallOptions,
) {
  return connection.call(groups.updateGroup, change, options);
}

/** POST /user_groups/{user_group_id}/members. */
export function changeGroupMembers(
  connection: Connection,
  change: ArgumentsOf<typeof groups.changeGroupMembers>,
  options?: CallOptions,
) {
  return connection.call(groups.changeGroupMembers, change, options);
}

/** DELETE /user_groups/{user_group_id}. */
export function deleteGroup(connection: Connection, id: GroupId, options?: CallOptions) {
  return connection.call(groups.deleteGroup, { user_group_id: id }, options);
}

/** POST /realm/profile_fields. */
export function createProfileField(
  connection: Connection,
  field: ArgumentsOf<typeof fields.createProfileField>,
  options?: CallOptions,
) {
  return connection.call(fields.createProfileField, field, options);
}

/** PATCH /realm/profile_fields/{field_id}. */
export function updateProfileField(
  connection: Connection,
  change: ArgumentsOf<typeof fields.updateProfileField>,
  options?: CallOptions,
) {
  return connection.call(fields.updateProfileField, change, options);
}

/** DELETE /realm/profile_fields/{field_id}. */
export function deleteProfileField(connection: Connection, id: number, options?: CallOptions) {
  return connection.call(fields.deleteProfileField, { field_id: id }, options);
}
