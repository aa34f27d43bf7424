/** Emoji of reactions and statuses as they stand in a line. */
import { type SafeText, safeLine } from "#base/safe-text.ts";
import { characterOf } from "#emoji/code.ts";

/** The picture of an emoji; a realm's own has a name only. */
export function emojiText(type: string, code: string, name: string): SafeText {
  const character = type === "unicode_emoji" ? characterOf(code) : undefined;
  return character ?? safeLine(`:${name}:`);
}
