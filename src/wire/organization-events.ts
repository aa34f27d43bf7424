/** Events about the organization's configuration, and about uploaded files (protocol reference 10). */
import * as z from "zod";
import { messageId } from "./ids.ts";
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

/** Times are UNIX milliseconds. */
export const attachment = z.looseObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  /** Bytes. */
  size: z.int(),
  create_time: z.number(),
  messages: z.array(z.looseObject({ id: messageId, date_sent: z.number() })),
});

/** Events about the user's own files. */
export const ownEvents = {
  attachment: z.discriminatedUnion("op", [
    z.looseObject({
      ...base,
      type: z.literal("attachment"),
      op: z.enum(["add", "update"]),
      attachment,
      /** Bytes of all files of the realm together. */
      upload_space_used: z.number(),
    }),
    z.looseObject({
      ...base,
      type: z.literal("attachment"),
      op: z.literal("remove"),
      attachment: z.looseObject({ id: z.int() }),
      upload_space_used: z.number(),
    }),
  ]),
} as const;
