/** Endpoints about the organization: its settings, the domains of its people, where code can be tried, what newcomers have set. */
import { z } from "zod";
import { type ErrorRow, endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { administratorsOnly, noSuchStream, ownersOnly, refused } from "#wire/error-rows.ts";
import { groupId, streamId } from "#wire/ids.ts";
import { realmDomain } from "#wire/realm.ts";
import { groupSetting } from "#wire/user.ts";
import { settingsForAll } from "./settings.ts";

const flag = optional(json(z.boolean()));
const number = optional(json(z.int()));
const word = optional(plain(z.string()));
const limit = optional(
  json(z.union([z.int(), z.string()]), { says: 'seconds, or "unlimited" in quotes' }),
);
const board = optional(json(streamId, { says: "a stream's ID; -1: none" }));

function policy(says: string) {
  return optional(json(z.int(), { says }));
}

const common = "1 members, 2 administrators, 3 full members, 4 moderators";

/** Who may do something, as a group's new ID; and its old one, to be sure that nobody changed it meanwhile. */
function groupChange(since: number) {
  const change = z.looseObject({ new: groupSetting, old: groupSetting.optional() });
  return optional(json(change, { since, says: "an object of new, and of old to be sure" }));
}

export const updateRealm = endpoint({
  method: "PATCH",
  path: "/realm",
  heading: "protocol reference 8.7",
  does: "changes settings of the organization; administrators only",
  parameters: {
    name: word,
    description: word,
    emails_restricted_to_domains: flag,
    disallow_disposable_email_addresses: flag,
    invite_required: flag,
    invite_to_realm_policy: policy(`${common}, 6 nobody`),
    create_multiuse_invite_group: optional(json(groupId, { since: 209 })),
    require_unique_names: optional(json(z.boolean(), { since: 246 })),
    name_changes_disabled: flag,
    email_changes_disabled: flag,
    avatar_changes_disabled: flag,
    inline_image_preview: flag,
    inline_url_embed_preview: flag,
    add_custom_emoji_policy: policy(common),
    delete_own_message_policy: policy(`${common}, 5 everyone`),
    message_content_delete_limit_seconds: limit,
    allow_message_editing: flag,
    edit_topic_policy: policy(`${common}, 5 everyone, 6 nobody`),
    mandatory_topics: flag,
    message_content_edit_limit_seconds: limit,
    allow_edit_history: flag,
    default_language: word,
    waiting_period_threshold: number,
    authentication_methods: optional(json(z.record(z.string(), z.boolean()))),
    new_stream_announcements_stream_id: board,
    signup_announcements_stream_id: board,
    message_retention_days: optional(
      json(z.union([z.int(), z.string()]), { says: 'days, or "unlimited" in quotes' }),
    ),
    send_welcome_emails: flag,
    digest_emails_enabled: flag,
    message_content_allowed_in_email_notifications: flag,
    bot_creation_policy: policy("1 everyone, 2 administrators make generic ones, 3 administrators"),
    create_public_stream_policy: optional(json(z.int(), { until: 265, says: common })),
    create_private_stream_policy: optional(json(z.int(), { until: 265, says: common })),
    create_web_public_stream_policy: policy("2 administrators, 4 moderators, 6 nobody, 7 owners"),
    can_create_public_channel_group: groupChange(266),
    can_create_private_channel_group: groupChange(266),
    direct_message_initiator_group: groupChange(270),
    direct_message_permission_group: groupChange(270),
    invite_to_stream_policy: policy(common),
    move_messages_between_streams_policy: policy(`${common}, 6 nobody`),
    user_group_edit_policy: policy(common),
    wildcard_mention_policy: policy(
      "1 everyone, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators",
    ),
    video_chat_provider: number,
    jitsi_server_url: optional(json(z.string(), { since: 212, says: '"default", or a URL' })),
    giphy_rating: number,
    default_code_block_language: word,
    digest_weekday: policy("0 Monday to 6 Sunday"),
    org_type: number,
    enable_spectator_access: flag,
    want_advertise_in_communities_directory: flag,
    enable_read_receipts: flag,
    move_messages_within_stream_limit_seconds: limit,
    move_messages_between_streams_limit_seconds: limit,
    enable_guest_user_indicator: optional(json(z.boolean(), { since: 216 })),
    can_access_all_users_group: optional(json(groupId, { since: 225 })),
  },
  /** What changed, by name: texts as "updated", everything else as it is now. */
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    { ...ownersOnly, when: "a setting that owners alone change" },
    { ...refused, when: "number that means nothing", text: "Invalid <setting>" },
    { ...refused, when: "text too long", text: "<setting> is too long (limit: <n> characters)" },
    { ...refused, when: "language unknown", text: "Invalid language '<language>'" },
    {
      when: "no number of seconds or days",
      code: "REQUEST_VARIABLE_INVALID",
      text: "Bad value for '<setting>': <value>",
      extra: ["var_name", "bad_value"],
    },
    {
      when: "old is not what holds",
      code: "EXPECTATION_MISMATCH",
      text: "'old' value does not match the expected value.",
    },
    { ...refused, when: "group unknown", text: "Invalid user group" },
    {
      when: "group not of the system",
      code: "SYSTEM_GROUP_REQUIRED",
      text: "'<setting>' must be a system user group.",
      extra: ["setting_name"],
    },
    {
      ...refused,
      when: "group that may not have it",
      text: "'<setting>' setting cannot be set to '<group>' group.",
    },
    {
      ...refused,
      when: "no way to sign in left",
      text: "At least one authentication method must be enabled.",
    },
    noSuchStream,
  ],
});

/** A setting of the organization that travels as a parameter of its own. */
export type RealmProperty = keyof typeof updateRealm.parameters;

export const deactivateRealm = endpoint({
  method: "POST",
  path: "/realm/deactivate",
  heading: "protocol reference 10.6",
  does: "closes the organization: nobody signs in any more; owners only",
  parameters: {},
  answer: z.looseObject({}),
  errors: [ownersOnly],
});

export const updateUserDefaults = endpoint({
  method: "PATCH",
  path: "/realm/user_settings_defaults",
  heading: "protocol reference 10.6",
  does: "changes what newcomers have set; administrators only",
  since: 96,
  parameters: settingsForAll,
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    { ...refused, when: "number out of range", text: "Invalid <setting>" },
    { ...refused, when: "sound unknown", text: "Invalid notification sound '<sound>'" },
  ],
});

const subdomains = {
  allow_subdomains: json(z.boolean(), { says: "whether those below it count, too" }),
};
const noSuchDomain: ErrorRow = {
  ...refused,
  when: "domain unknown",
  text: "No entry found for domain <domain>.",
};

export const getDomains = endpoint({
  method: "GET",
  path: "/realm/domains",
  heading: "protocol reference 10.6",
  does: "lists the domains whose addresses may join",
  parameters: {},
  answer: z.looseObject({ domains: z.array(realmDomain) }),
});

export const addDomain = endpoint({
  method: "POST",
  path: "/realm/domains",
  heading: "protocol reference 10.6",
  does: "lets addresses of a domain join; owners only",
  parameters: { domain: plain(z.string()), ...subdomains },
  /** The new one's ID and name. */
  answer: z.looseObject({ new_domain: z.tuple([z.int(), z.string()]) }),
  errors: [
    ownersOnly,
    { ...refused, when: "no domain", text: "Invalid domain: <reason>" },
    {
      ...refused,
      when: "there already",
      text: "The domain <domain> is already a part of your organization.",
    },
  ],
});

export const updateDomain = endpoint({
  method: "PATCH",
  path: "/realm/domains/{domain}",
  heading: "protocol reference 10.6",
  does: "says whether a domain stands for those below it; owners only",
  parameters: subdomains,
  answer: z.looseObject({}),
  errors: [ownersOnly, noSuchDomain],
});

export const deleteDomain = endpoint({
  method: "DELETE",
  path: "/realm/domains/{domain}",
  heading: "protocol reference 10.6",
  does: "lets addresses of a domain join no longer; owners only",
  parameters: {},
  answer: z.looseObject({}),
  errors: [ownersOnly, noSuchDomain],
});

export const addPlayground = endpoint({
  method: "POST",
  path: "/realm/playgrounds",
  heading: "protocol reference 10.6",
  does: "says where code of a language can be tried; administrators only",
  /** LEVEL(196): it took `url_prefix` before it. */
  since: 196,
  parameters: {
    name: plain(z.string()),
    pygments_language: plain(z.string()),
    url_template: plain(z.string(), { says: "a URL with {code} in it" }),
  },
  answer: z.looseObject({ id: z.int() }),
  errors: [
    administratorsOnly,
    {
      ...refused,
      when: "no code in the template",
      text: 'Missing the required variable "code" in the URL template',
      extra: ["errors"],
    },
    { ...refused, when: "template broken", text: "Invalid URL template.", extra: ["errors"] },
    {
      ...refused,
      when: "strange letters",
      text: "Invalid characters in pygments language",
    },
    {
      ...refused,
      when: "there already",
      text: "Realm playground with this Realm, Pygments language and Name already exists.",
      extra: ["errors"],
    },
  ],
});

export const deletePlayground = endpoint({
  method: "DELETE",
  path: "/realm/playgrounds/{playground_id}",
  heading: "protocol reference 10.6",
  does: "takes a place to try code away; administrators only",
  since: 49,
  parameters: {},
  answer: z.looseObject({}),
  errors: [administratorsOnly, { ...refused, when: "unknown", text: "Invalid playground" }],
});
