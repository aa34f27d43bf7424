/** The organization's custom emoji and link patterns, and uploaded files on the wire. */

import * as z from "zod";
import { isRecord } from "#base/fields.ts";
import { messageId } from "./ids.ts";
import { identifies, object, otherwise } from "./object.ts";

/** Deactivated ones stay listed: old reactions use them. */
export const realmEmoji = object(
  {
    id: z.string(),
    name: z.string(),
    source_url: z.string(),
    still_url: z.string().nullish(),
    deactivated: z.boolean(),
    author_id: z.int().nullish(),
  },
  {
    id: identifies,
    name: "It is typed by its name.",
    source_url: otherwise(""),
    deactivated: otherwise(false),
  },
);
export type RealmEmoji = z.output<typeof realmEmoji>;

/** Their order is significant from level 202 on. */
export const linkifier = object(
  {
    id: z.int(),
    pattern: z.string(),
    /** LEVEL(176): RFC 6570; `url_format` before it. */
    url_template: z.string(),
    /** From level 471 on. */
    example_input: z.string().nullish(),
    reverse_template: z.string().nullish(),
    /** From level 478 on. */
    alternative_url_templates: z.array(z.string()).optional(),
  },
  {
    id: identifies,
    pattern: "It says what becomes a link.",
    url_template: "It says where the link leads.",
  },
);
export type Linkifier = z.output<typeof linkifier>;

/** LEVEL(176): pattern, template with places such as `%(id)s`, and ID. */
export const legacyFilter = z.tuple([z.string(), z.string(), z.int()]);
export type LegacyFilter = z.output<typeof legacyFilter>;

/**
 * The server's names of Unicode emoji: a document outside the API, at a URL from the register answer. In
 * `{"1f44d": ["+1", "thumbs_up"]}` the canonical name is first. Each entry is validated separately.
 */
export const emojiData = z.looseObject({
  // A record's schema takes milliseconds to look at each key.
  code_to_names: z.custom<Readonly<Record<string, unknown>>>(isRecord),
});

// Not schemas: a list has thousands of names, and every start validates them.
const namePattern = /^[\w\-+]{1,100}$/;
const codePattern = /^(?=.{2,120}$)[\da-f]{2,6}(?:-[\da-f]{2,6})*$/;

const lastCodePoint = 0x10ffff;
const isCodePoint = (point: number) =>
  point <= lastCodePoint && !(point >= 0xd800 && point < 0xe000);

export function isEmojiName(value: unknown): value is string {
  return typeof value === "string" && namePattern.test(value);
}

/** Code points in lower-case hexadecimal, joined by dashes. */
export function isEmojiCode(code: string): boolean {
  return (
    codePattern.test(code) &&
    code.split("-").every((part) => isCodePoint(Number.parseInt(part, 16)))
  );
}

/** An uploaded file. */
export const attachment = object(
  {
    id: z.int(),
    name: z.string(),
    path_id: z.string(),
    /** Bytes. */
    size: z.int(),
    /** LEVEL(443): UNIX seconds; milliseconds before it. */
    create_time: z.number(),
    /** From level 472 on, `messages` before it. */
    message_ids: z.array(messageId).optional(),
    messages: z
      .array(object({ id: messageId, date_sent: z.number().optional() }, { id: identifies }))
      .optional(),
  },
  {
    id: identifies,
    name: otherwise(""),
    path_id: "It says where the file is.",
    size: otherwise(0),
    create_time: otherwise(0),
  },
);
export type Attachment = z.output<typeof attachment>;
