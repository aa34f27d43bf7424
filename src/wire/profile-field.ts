/** The wire format of custom profile fields. */
import * as z from "zod";
import { identifies, object, otherwise } from "./object.ts";

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
 * A field's configuration: for options, `text` and `order` (a number as text) by key; for an external account, its
 * type.
 */
export const fieldData = z.record(
  z.string(),
  z.union([z.record(z.string(), z.string()), z.string()]),
);

/** A field (Custom profile field). Shown in ascending `order`. */
export const profileField = object(
  {
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
    /** From level 296 on: false where only administrators may change its values. */
    editable_by_user: z.boolean().optional(),
    /** From level 455 on. */
    use_for_user_matching: z.boolean().optional(),
  },
  {
    id: identifies,
    type: "It says what its values mean.",
    name: otherwise(""),
    hint: otherwise(""),
    field_data: otherwise(""),
    order: otherwise(0),
  },
);
export type ProfileField = z.output<typeof profileField>;
