/** The wire format of users, groups, presence and status; and who may make a call. */
import * as z from "zod";
import type { PolicyName, Who } from "./endpoint.ts";
import { administratorsOnly, noBots, noGuests, notAllowed, ownersOnly } from "./error-rows.ts";
import { groupId, userId } from "./ids.ts";
import { identifies, object, otherwise, withRules } from "./object.ts";
import { groupPermissions, permissionKeys } from "./permission.ts";

/** Owner, administrator, moderator, member, guest. */
export const roles = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const;

const profileValue = object(
  {
    value: z.string(),
    rendered_value: z.string().optional(),
  },
  { value: "It is all that it says." },
);

/** A person or a bot (User (returned by Get all users, Get a user, Get a user by email)). */
export const user = object(
  {
    user_id: userId,
    /** The delivery address; the login address may differ. */
    email: z.string(),
    delivery_email: z.string().nullish(),
    full_name: z.string(),
    date_joined: z.string().optional(),
    /** Absent in the lists of a register answer, where the list implies it. */
    is_active: z.boolean().optional(),
    is_owner: z.boolean().optional(),
    is_admin: z.boolean().optional(),
    is_guest: z.boolean().optional(),
    is_billing_admin: z.boolean().optional(),
    is_bot: z.boolean().optional(),
    is_system_bot: z.boolean().optional(),
    bot_type: z.int().nullish(),
    bot_owner_id: userId.nullish(),
    /** LEVEL(59): absent before it. */
    role: z.int().optional(),
    timezone: z.string().optional(),
    avatar_url: z.string().nullish(),
    avatar_version: z.int().optional(),
    profile_data: z.record(z.string(), profileValue).optional(),
    /** From level 433 on: made by an import, and nobody's account so far. */
    is_imported_stub: z.boolean().optional(),
    /** From level 490 on. */
    is_deleted: z.boolean().optional(),
  },
  { user_id: identifies, email: otherwise(""), full_name: otherwise("") },
);
export type User = z.output<typeof user>;

/** The changed part of a user in an event: one group of these keys, plus the ID. */
export const changedPerson = object(
  {
    user_id: userId,
    full_name: z.string().optional(),
    role: z.int().optional(),
    /** LEVEL(222): people were added and removed instead before it. */
    is_active: z.boolean().optional(),
    /** From level 475 on. */
    date_joined: z.string().optional(),
    /** From level 433 on. */
    is_imported_stub: z.boolean().optional(),
    /** From level 490 on. */
    is_deleted: z.boolean().optional(),
    avatar_url: z.string().nullish(),
    avatar_source: z.string().optional(),
    avatar_url_medium: z.string().nullish(),
    avatar_version: z.int().optional(),
    timezone: z.string().optional(),
    /** Only sent with the time zone, and redundant there. */
    email: z.string().optional(),
    bot_owner_id: userId.nullish(),
    is_billing_admin: z.boolean().optional(),
    delivery_email: z.string().nullish(),
    new_email: z.string().optional(),
    custom_profile_field: object(
      {
        id: z.int(),
        value: z.string().nullable(),
        rendered_value: z.string().nullish(),
      },
      { id: identifies, value: otherwise(null) },
    ).optional(),
  },
  { user_id: identifies },
);

export const userGroup = object(
  {
    id: groupId,
    name: z.string(),
    description: z.string(),
    /** Direct members only. */
    members: z.array(userId),
    direct_subgroup_ids: z.array(groupId).optional(),
    is_system_group: z.boolean().optional(),
    ...permissionKeys(groupPermissions),
    /** LEVEL(198): the older name of `can_mention_group`. */
    can_mention_group_id: groupId.optional(),
    /** From level 290 on. */
    deactivated: z.boolean().optional(),
    /** From level 292 on. */
    creator_id: userId.nullish(),
    /** From level 292 on: UNIX seconds. */
    date_created: z.number().nullish(),
  },
  { id: identifies, name: "Mentions name it.", description: otherwise(""), members: otherwise([]) },
);
export type UserGroup = z.output<typeof userGroup>;

/** The modern form of presence: UNIX seconds, keyed by user ID elsewhere. */
export const presence = object({
  active_timestamp: z.number().optional(),
  idle_timestamp: z.number().optional(),
});

/** Absent keys are unset. */
export const userStatus = object({
  away: z.boolean().optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
});
export type UserStatus = z.output<typeof userStatus>;

/** Whether others are told something of the user; null: it cannot be read, so they are not. */
const disclosed = z.boolean().nullish();
const disclosure = otherwise(null);

/** The settings whose value is null where it cannot be read. */
const disclosures = {
  send_private_typing_notifications: disclosure,
  send_stream_typing_notifications: disclosure,
  presence_enabled: disclosure,
} as const;

/** What stands for a value that cannot be read. */
export function unreadSetting(name: string): null | undefined {
  return Object.hasOwn(disclosures, name) ? null : undefined;
}

/** The user settings that weir uses; all others are passed through. */
export const userSettings = object(
  {
    twenty_four_hour_time: z.boolean().optional(),
    timezone: z.string().optional(),
    enter_sends: z.boolean().optional(),
    /** 1 always, 2 only in conversations, 3 never. */
    web_mark_read_on_scroll_policy: z.int().optional(),
    send_private_typing_notifications: disclosed,
    send_stream_typing_notifications: disclosed,
    /** Whether the user receives typing notifications; older servers always send them. */
    receives_typing_notifications: z.boolean().optional(),
    enable_drafts_synchronization: z.boolean().optional(),
    presence_enabled: disclosed,
    /** From level 350 on. */
    hide_ai_features: z.boolean().optional(),
    /** From level 385 on: which notices of resolved topics the server marks read: one of `noticePolicies`. */
    resolved_topic_notice_auto_read_policy: z.string().optional(),
    /** From level 411 on. */
    web_left_sidebar_show_channel_folders: z.boolean().optional(),
    /** From level 431 on. */
    web_inbox_show_channel_folders: z.boolean().optional(),
  },
  disclosures,
);
/** The same next to other keys. LEVEL(89): before it, they were at the top level of the register response. */
export const looseSettings = withRules(z.object(userSettings.shape), disclosures);
export type UserSettings = z.output<typeof userSettings>;

// Who may make a call or set a parameter: used by the embedded realm, and by forms before a request.

export const owners: Who = { role: roles.owner, error: ownersOnly };
export const administrators: Who = { role: roles.administrator, error: administratorsOnly };
/** Administrators, for calls whose error does not name who is permitted. */
export const unnamedAdministrators: Who = { ...administrators, error: notAllowed };
export const members: Who = { role: roles.member, error: noGuests };
export const humans: Who = { isHuman: true, error: noBots };
/** The people whom the organization setting of that name permits. */
export function admittedBy(setting: PolicyName): Who {
  return { setting, error: notAllowed };
}
