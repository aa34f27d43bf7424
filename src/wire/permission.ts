/** Who may do something: the value of a permission, and the permissions of the realm, of streams and of groups. */
import * as z from "zod";
import { json, optional, type Parameter } from "./endpoint.ts";
import { groupId, userId } from "./ids.ts";
import { since } from "./levels.ts";
import { object, otherwise } from "./object.ts";

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
export type RealmPermission = keyof typeof realmPermissions;
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

/** A key for each permission that an event may change, and its rule: null where the new value cannot be read. */
export function changedPermissionKeys<Name extends string>(
  permissions: Readonly<Record<Name, number>>,
) {
  const names = Object.keys(permissions);
  const value = groupSetting.nullish();
  return {
    keys: Object.fromEntries(names.map((name) => [name, value])) as Record<Name, typeof value>,
    rules: Object.fromEntries(names.map((name) => [name, otherwise(null)])),
  };
}

/** What a server says of a permission, in `server_supported_permission_settings`. What it leaves out is not known. */
export const permissionRule = object({
  /** A system group alone: neither people nor groups of the realm. */
  require_system_group: z.boolean().optional(),
  allow_internet_group: z.boolean().optional(),
  allow_nobody_group: z.boolean().optional(),
  /** Whether guests may have it: elsewhere, listing them is of no effect. */
  allow_everyone_group: z.boolean().optional(),
  /** The value of an object that has none: a system group, or a word that stands for the creator. */
  default_group_name: z.string().optional(),
  default_for_system_groups: z.string().nullish(),
});
export type PermissionRule = z.output<typeof permissionRule>;

/** Names of defaults that are no groups: who created the object, or nobody. */
export const creatorGroups: ReadonlySet<string> = new Set([
  "stream_creator_or_nobody",
  "channel_creator",
  "group_creator",
]);

/** The policies of older servers, and the permissions that replaced them; some are still sent, but never updated. */
export const replacedPolicies = {
  create_public_stream_policy: "can_create_public_channel_group",
  create_private_stream_policy: "can_create_private_channel_group",
  create_web_public_stream_policy: "can_create_web_public_channel_group",
  delete_own_message_policy: "can_delete_own_message_group",
  user_group_edit_policy: "can_create_groups",
  add_custom_emoji_policy: "can_add_custom_emoji_group",
  move_messages_between_streams_policy: "can_move_messages_between_channels_group",
  edit_topic_policy: "can_move_messages_between_topics_group",
  invite_to_realm_policy: "can_invite_users_group",
  invite_to_stream_policy: "can_add_subscribers_group",
  bot_creation_policy: "can_create_bots_group",
  wildcard_mention_policy: "can_mention_many_users_group",
} as const satisfies Readonly<Record<string, RealmPermission>>;
export type ReplacedPolicy = keyof typeof replacedPolicies;

/** A new value, and the one that it replaces: servers refuse it with `EXPECTATION_MISMATCH` if there is another by now. */
const replacement = z.looseObject({ new: groupSetting, old: groupSetting.optional() });
/** A bare value replaces whatever there is. */
export const settingChange = z.union([replacement, groupSetting]);
export type SettingChange = z.output<typeof settingChange>;

const described = "a group's ID, or {direct_members, direct_subgroups}";

/** Parameters for the permissions of something new. */
export function createdPermissions<Name extends string>(
  permissions: Readonly<Record<Name, number>>,
) {
  return parametersOf(permissions, (first) =>
    optional(json(groupSetting, { since: first, description: described })),
  );
}

/**
 * Parameters that change permissions.
 *
 * LEVEL(320): before it, those of streams were bare.
 */
export function changedPermissions<Name extends string>(
  permissions: Readonly<Record<Name, number>>,
  pairsSince: number = since.settingChanges,
) {
  return parametersOf(permissions, (first) =>
    optional(
      json(settingChange, {
        since: first,
        description: described,
        encode: (value, level) => changeAt(value as SettingChange, level >= pairsSince),
      }),
    ),
  );
}

function changeAt(change: SettingChange, isPair: boolean): unknown {
  const isReplacement = typeof change === "object" && "new" in change;
  if (isPair) return isReplacement ? change : { new: change };
  return isReplacement ? change.new : change;
}

function parametersOf<Name extends string, P extends Parameter>(
  permissions: Readonly<Record<Name, number>>,
  make: (first: number) => P,
): Readonly<Record<Name, P>> {
  const entries = Object.entries<number>(permissions).map(([name, first]) => [name, make(first)]);
  return Object.fromEntries(entries) as Readonly<Record<Name, P>>;
}
