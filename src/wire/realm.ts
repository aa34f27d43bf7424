/** The organization's custom emoji and link patterns on the wire. */
import * as z from "zod";

/** Deactivated ones stay listed: old reactions use them. */
export const realmEmoji = z.looseObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullish(),
  deactivated: z.boolean(),
  author_id: z.int().nullish(),
});
export type RealmEmoji = z.output<typeof realmEmoji>;

/** Their order is significant from level 202 on. */
export const linkifier = z.looseObject({
  id: z.int(),
  pattern: z.string(),
  /** LEVEL(176): RFC 6570; `url_format` before it. */
  url_template: z.string(),
});
export type Linkifier = z.output<typeof linkifier>;

/** LEVEL(176): pattern, template with places such as `%(id)s`, and ID. */
export const legacyFilter = z.tuple([z.string(), z.string(), z.int()]);
export type LegacyFilter = z.output<typeof legacyFilter>;
