/** Events about the organization's configuration (protocol reference 10). */
import * as z from "zod";
import { profileField } from "./profile-field.ts";
import { legacyFilter, linkifier, realmEmoji } from "./realm.ts";

const base = { id: z.int() };

/** The schema of each such type. */
export const organizationEvents = {
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
  /** LEVEL(176): `realm_linkifiers` since then. */
  realm_filters: z.looseObject({
    ...base,
    type: z.literal("realm_filters"),
    realm_filters: z.array(legacyFilter),
  }),
} as const;
