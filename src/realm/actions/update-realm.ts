/** Changing the realm's settings: one rule for each, and the same way of telling for all. */
import { groupSettingOf, isGroupSetting, realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { RealmProperty } from "#wire/endpoints/organization.ts";
import { requireOwner } from "./access.ts";
import { setRealmSetting } from "./realm-settings.ts";
import {
  anyoneBut,
  asItIs,
  board,
  fourRoles,
  language,
  limited,
  meetingPlace,
  notNegative,
  oneNamed,
  oneOf,
  type Read,
  signIns,
  systemGroupBut,
  upTo,
} from "./realm-values.ts";

type Rule = {
  readonly read: Read;
  /** Whether owners alone may change it. */
  readonly isOwners?: true;
  /** Whether it is told again when it is what it was. */
  readonly isAlwaysNews?: (value: unknown) => boolean;
};

const plain: Rule = { read: asItIs };
const owners: Rule = { read: asItIs, isOwners: true };
const seconds: Rule = { read: limited(null) };
const place: Rule = { read: board, isAlwaysNews: (value) => value === -1 };
const makers: Rule = {
  read: anyoneBut("role:internet", "role:owners", "role:nobody", "role:everyone"),
};
const writers: Rule = { read: anyoneBut("role:internet") };

const organizations = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];

/** In the order in which changes are made and told. */
const rules: Readonly<Record<RealmProperty, Rule>> = {
  name: { read: upTo(40) },
  description: { read: upTo(1000) },
  emails_restricted_to_domains: owners,
  disallow_disposable_email_addresses: owners,
  invite_required: owners,
  invite_to_realm_policy: { read: oneOf(...fourRoles, 6), isOwners: true },
  require_unique_names: plain,
  name_changes_disabled: plain,
  email_changes_disabled: plain,
  avatar_changes_disabled: plain,
  inline_image_preview: plain,
  inline_url_embed_preview: plain,
  add_custom_emoji_policy: { read: oneOf(...fourRoles) },
  delete_own_message_policy: { read: oneOf(...fourRoles, 5) },
  allow_message_editing: plain,
  edit_topic_policy: { read: oneOf(...fourRoles, 5, 6) },
  mandatory_topics: plain,
  allow_edit_history: plain,
  default_language: { read: language },
  waiting_period_threshold: { read: notNegative, isOwners: true },
  send_welcome_emails: plain,
  digest_emails_enabled: plain,
  message_content_allowed_in_email_notifications: plain,
  bot_creation_policy: { read: oneOf(1, 2, 3) },
  create_public_stream_policy: { read: oneOf(...fourRoles) },
  create_private_stream_policy: { read: oneOf(...fourRoles) },
  create_web_public_stream_policy: { read: oneOf(2, 4, 6, 7) },
  invite_to_stream_policy: { read: oneOf(...fourRoles) },
  move_messages_between_streams_policy: { read: oneOf(...fourRoles, 6) },
  user_group_edit_policy: { read: oneOf(...fourRoles) },
  wildcard_mention_policy: { read: oneOf(1, 2, 3, 5, 6, 7) },
  video_chat_provider: { read: oneNamed(0, 1) },
  giphy_rating: { read: oneNamed(0, 1, 2, 3, 4, 5) },
  default_code_block_language: plain,
  digest_weekday: { read: oneOf(0, 1, 2, 3, 4, 5, 6) },
  enable_spectator_access: plain,
  want_advertise_in_communities_directory: plain,
  enable_read_receipts: plain,
  enable_guest_user_indicator: plain,
  message_retention_days: { read: limited(-1), isOwners: true },
  message_content_delete_limit_seconds: seconds,
  message_content_edit_limit_seconds: seconds,
  move_messages_within_stream_limit_seconds: seconds,
  move_messages_between_streams_limit_seconds: seconds,
  jitsi_server_url: { read: meetingPlace },
  create_multiuse_invite_group: {
    read: systemGroupBut("role:internet", "role:owners", "role:everyone"),
    isOwners: true,
  },
  // GAP(hidden-people): it is kept and told, and hides nobody from guests. The texts do not say whom guests still see.
  can_access_all_users_group: {
    read: systemGroupBut(
      ...["internet", "owners", "nobody", "administrators", "moderators", "fullmembers"].map(
        (name) => `role:${name}`,
      ),
    ),
  },
  can_create_public_channel_group: makers,
  can_create_private_channel_group: makers,
  direct_message_initiator_group: writers,
  direct_message_permission_group: writers,
  authentication_methods: { read: signIns, isOwners: true },
  new_stream_announcements_stream_id: place,
  signup_announcements_stream_id: place,
  org_type: { read: oneOf(...organizations), isAlwaysNews: () => true },
};

/** Throws unless all of it may be; gives what changed: texts as "updated", everything else as it is now. */
export function updateRealm(
  server: Server,
  person: Person,
  wanted: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const given = Object.entries(rules).filter(([property]) => wanted[property] !== undefined);
  if (given.some(([, { isOwners }]) => isOwners === true)) requireOwner(person);
  const news = given.flatMap(([property, { read, isAlwaysNews }]): [string, unknown][] => {
    const present = presentValue(server, property);
    const value = read({ server, person, property, value: wanted[property], present });
    const isOld = JSON.stringify(value) === JSON.stringify(present);
    return isOld && isAlwaysNews?.(value) !== true ? [] : [[property, value]];
  });
  for (const [property, value] of news) setRealmSetting(server, property, value);
  return Object.fromEntries(
    news.map(([property, value]) => [property, typeof value === "string" ? "updated" : value]),
  );
}

function presentValue(server: Server, property: string): unknown {
  if (isGroupSetting(property)) return groupSettingOf(server, property);
  return realmSetting(server, property as Parameters<typeof realmSetting>[1]);
}
