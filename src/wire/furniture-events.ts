/** Events about the furniture of a realm: what administrators set up for everybody (protocol reference 10). */
import { z } from "zod";
import { profileField } from "./profile-field.ts";
import { legacyFilter, linkifier, playground, realmDomain, realmEmoji } from "./realm.ts";
import { defaultStreamGroup, stream } from "./stream.ts";

const base = { id: z.int() };

/** The schema of each such type. */
export const furnitureEvents = {
  custom_profile_fields: z.looseObject({
    ...base,
    type: z.literal("custom_profile_fields"),
    fields: z.array(profileField),
  }),
  realm_emoji: z.looseObject({
    ...base,
    type: z.literal("realm_emoji"),
    op: z.literal("update"),
    /** The whole map. */
    realm_emoji: z.record(z.string(), realmEmoji),
  }),
  realm_linkifiers: z.looseObject({
    ...base,
    type: z.literal("realm_linkifiers"),
    realm_linkifiers: z.array(linkifier),
  }),
  realm_playgrounds: z.looseObject({
    ...base,
    type: z.literal("realm_playgrounds"),
    realm_playgrounds: z.array(playground),
  }),
  realm_domains: z.looseObject({
    ...base,
    type: z.literal("realm_domains"),
    op: z.enum(["add", "change", "remove"]),
    realm_domain: realmDomain.optional(),
    domain: z.string().optional(),
  }),
  /** LEVEL(176): `realm_linkifiers` since then. */
  realm_filters: z.looseObject({
    ...base,
    type: z.literal("realm_filters"),
    realm_filters: z.array(legacyFilter),
  }),
  default_streams: z.looseObject({
    ...base,
    type: z.literal("default_streams"),
    default_streams: z.array(stream),
  }),
  default_stream_groups: z.looseObject({
    ...base,
    type: z.literal("default_stream_groups"),
    default_stream_groups: z.array(defaultStreamGroup),
  }),
  realm_user_settings_defaults: z.looseObject({
    ...base,
    type: z.literal("realm_user_settings_defaults"),
    op: z.string(),
    property: z.string(),
    value: z.union([z.boolean(), z.number(), z.string()]),
  }),
} as const;
