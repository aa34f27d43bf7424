/** The realm's own emoji and link patterns as they travel. */
import { z } from "zod";

/** Deactivated ones stay listed: old reactions are drawn with them. */
export const realmEmoji = z.looseObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullish(),
  deactivated: z.boolean(),
  author_id: z.int().nullish(),
});

/** Their order is significant from level 202 on. */
export const linkifier = z.looseObject({
  id: z.int(),
  pattern: z.string(),
  /** LEVEL(176): RFC 6570; `url_format` before it. */
  url_template: z.string(),
});
