/** The server's names of Unicode emoji: a document outside the API, at a URL from the register answer. */
import { z } from "zod";

/** `{"1f44d": ["+1", "thumbs_up"]}`: the canonical name first. Each entry is validated separately. */
export const emojiData = z.looseObject({ code_to_names: z.record(z.string(), z.unknown()) });

export const emojiName = z
  .string()
  .max(100)
  .regex(/^[\w\-+]+$/);

const lastCodePoint = 0x10ffff;
const isCodePoint = (point: number) =>
  point <= lastCodePoint && !(point >= 0xd800 && point < 0xe000);

/** Code points in lower-case hexadecimal, joined by dashes. */
export const emojiCode = z
  .string()
  .max(120)
  .regex(/^[\da-f]{2,6}(?:-[\da-f]{2,6})*$/)
  .refine((code) => code.split("-").every((part) => isCodePoint(Number.parseInt(part, 16))));
