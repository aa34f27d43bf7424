/** Who may do something: the value of a permission, and the permissions of the realm, of streams and of groups. */
import * as z from "zod";
import { groupId, userId } from "./ids.ts";
import { object } from "./object.ts";

/**
 * A group, or an anonymous set of people and groups; who is in one of the groups, at any depth, is in the set.
 * Up to level 308 only groups occur.
 */
export const groupSetting = z.union([
  groupId,
  object(
    { direct_members: z.array(userId), direct_subgroups: z.array(groupId) },
    {
      direct_members: "Without it, it would be unknown who is permitted.",
      direct_subgroups: "Without it, it would be unknown who is permitted.",
    },
  ),
]);
export type GroupSetting = z.output<typeof groupSetting>;

/** The realm's permissions by name, with the first level of each. In a register their names begin with `realm_`. */
export const realmPermissions = {
  create_multiuse_invite_group: 209,
  can_access_all_users_group: 225,
  can_create_public_channel_group: 264,
  can_create_private_channel_group: 266,
  direct_message_initiator_group: 270,
  direct_message_permission_group: 270,
  can_create_web_public_channel_group: 280,
  can_delete_any_message_group: 281,
  can_delete_own_message_group: 291,
  can_create_groups: 299,
  can_manage_all_groups: 299,
  can_add_custom_emoji_group: 307,
  can_move_messages_between_channels_group: 310,
  can_move_messages_between_topics_group: 316,
  can_invite_users_group: 321,
  can_add_subscribers_group: 341,
  can_create_bots_group: 344,
  can_create_write_only_bots_group: 344,
  can_summarize_topics_group: 350,
  can_mention_many_users_group: 352,
  can_manage_billing_group: 363,
  can_resolve_topics_group: 367,
  can_set_topics_policy_group: 392,
  can_set_delete_message_policy_group: 407,
} as const;

/** A stream's permissions by name, with the first level of each. */
export const streamPermissions = {
  can_remove_subscribers_group: 142,
  can_administer_channel_group: 325,
  can_send_message_group: 333,
  can_add_subscribers_group: 342,
  can_subscribe_group: 357,
  can_move_messages_out_of_channel_group: 396,
  can_move_messages_within_channel_group: 396,
  can_resolve_topics_group: 402,
  can_delete_any_message_group: 407,
  can_delete_own_message_group: 407,
  can_create_topic_group: 441,
} as const;
export type StreamPermission = keyof typeof streamPermissions;

/** A group's permissions by name, with the first level of each. */
export const groupPermissions = {
  can_mention_group: 191,
  can_manage_group: 283,
  can_join_group: 301,
  can_add_members_group: 305,
  can_leave_group: 308,
  can_remove_members_group: 324,
} as const;
export type GroupPermission = keyof typeof groupPermissions;

/** An optional key for each permission, for the objects that have them. */
export function permissionKeys<Name extends string, const Prefix extends string = "">(
  permissions: Readonly<Record<Name, number>>,
  prefix?: Prefix,
) {
  const optional = groupSetting.optional();
  const keys = Object.keys(permissions).map((name) => [`${prefix ?? ""}${name}`, optional]);
  return Object.fromEntries(keys) as Record<`${Prefix}${Name}`, typeof optional>;
}
