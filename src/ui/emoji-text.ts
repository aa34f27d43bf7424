/** Emoji of reactions and statuses, as text. */
import { type SafeText, safeLine } from "#base/safe-text.ts";
import { characterOf } from "#emoji/code.ts";

/** The character of an emoji; a custom one has only a name. */
export function emojiText(type: string, code: string, name: string): SafeText {
  const character = type === "unicode_emoji" ? characterOf(code) : undefined;
  return character ?? safeLine(`:${name}:`);
}
