/** Custom profile fields as they travel: what people may tell of themselves beside their name. */
import { z } from "zod";

/** The kinds of fields, by their numbers. */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  options: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  /** LEVEL(151) */
  pronouns: 8,
} as const;

/**
 * What a field is set up with: by key, for options each with its `text` and its `order` (a number as text); for an
 * account elsewhere which one it is.
 */
export const fieldData = z.record(
  z.string(),
  z.union([z.record(z.string(), z.string()), z.string()]),
);

/** A field (Custom profile field). Shown in ascending `order`. */
export const profileField = z.looseObject({
  id: z.int(),
  type: z.int(),
  name: z.string(),
  hint: z.string(),
  /** JSON as text; empty where the type needs none. */
  field_data: z.string(),
  order: z.int(),
  /** LEVEL(244) */
  required: z.boolean().optional(),
  /** LEVEL(146): absent when false. */
  display_in_profile_summary: z.boolean().optional(),
});
export type ProfileField = z.output<typeof profileField>;
