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

/** What a field of type options offers; `order` is a number as text. */
export const fieldChoices = z.record(
  z.string(),
  z.looseObject({ text: z.string(), order: z.string() }),
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
