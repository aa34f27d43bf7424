/** The server's names of Unicode emoji: a document outside the API, at a URL from the register answer. */
import * as z from "zod";

/** `{"1f44d": ["+1", "thumbs_up"]}`: the canonical name first. Each entry is validated separately. */
export const emojiData = z.looseObject({
  // A record's schema takes milliseconds to look at each key.
  code_to_names: z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  ),
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
