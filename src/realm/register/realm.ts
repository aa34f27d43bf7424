/** The settings of the realm as a register answer tells them. */
import type { Server } from "#realm/server.ts";
import { nowhere, systemGroup } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { groupSettings, realmDefaults } from "./realm-settings.ts";
import { serverFacts } from "./server-facts.ts";
import { switchableWays } from "./sign-in-ways.ts";

/** Set like settings of the realm, and told elsewhere. */
const toldElsewhere: ReadonlySet<string> = new Set(["external_authentication_methods"]);

/** Its first stream is as old as a realm: so one that takes another's place is known by its age. */
function birthOf(server: Server): number {
  const [first] = server.state.streams.byId.values();
  return first?.createdAt ?? 1_700_000_000;
}

export function realmSettings(server: Server) {
  const { settings } = server.state;
  const own = { ...realmDefaults, ...Object.fromEntries(settings), ...groupSettings(server) };
  const told = Object.entries(own).filter(([key]) => !toldElsewhere.has(key));
  return {
    ...formerSettings(server),
    ...Object.fromEntries(told.map(([key, value]) => [`realm_${key}`, value])),
    ...(server.level < since.noEditLimit
      ? { realm_message_content_edit_limit_seconds: own.message_content_edit_limit_seconds ?? 0 }
      : {}),
    ...pictures,
    realm_bot_domain: nowhere,
    realm_date_created: birthOf(server),
    realm_url: "",
    realm_uri: "",
    realm_upload_quota_mib: settings.get("upload_quota_mib") ?? null,
    realm_is_zephyr_mirror_realm: false,
    ...(server.level < since.updateAnnouncements
      ? {}
      : { [`realm_${server.brand}_update_announcements_stream_id`]: -1 }),
    // LEVEL(195): none was null.
    ...(server.level < since.codeLanguage
      ? { realm_default_code_block_language: own.default_code_block_language || null }
      : {}),
    realm_authentication_methods: switchableWays(server),
    realm_password_auth_enabled: true,
    realm_email_auth_enabled: true,
    ...serverFacts(server),
  };
}

/** What the realm settled before groups and people themselves did. */
function formerSettings({ level, state }: Server) {
  const { people, settings } = state;
  const isOff =
    settings.get("direct_message_permission_group") === systemGroup(people, "role:nobody");
  return {
    // LEVEL(163): 1 everybody sees the addresses.
    ...(level < since.deliveryEmails ? { realm_email_address_visibility: 1 } : {}),
    // LEVEL(270): 1 everybody writes directly, 2 nobody.
    ...(level < since.directPermissions ? { realm_private_message_policy: isOff ? 2 : 1 } : {}),
  };
}

/** Drawn for every realm alike: nobody changes them here. */
const pictures = {
  realm_icon_url: "/static/images/logo.svg",
  realm_icon_source: "U",
  realm_logo_url: "/static/images/logo.svg",
  realm_logo_source: "D",
  realm_night_logo_url: "/static/images/logo.svg",
  realm_night_logo_source: "D",
} as const;
