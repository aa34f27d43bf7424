/** Finds an emoji by its name, by the name of a custom emoji, or by its character. */

import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { allEmoji, emojiByName } from "#emoji/catalogue.ts";
import { codeOf } from "#emoji/code.ts";
import type { Emoji } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import { Exit } from "./exit-codes.ts";

/** Throws an Exit with the nearest name. */
export function emojiNamed(replica: Replica, typed: string): Emoji {
  const name = typed.replace(/^:(.*):$/, "$1");
  const own = ownEmoji(replica).find((emoji) => emoji.name === name);
  if (own !== undefined) return own;
  const code = /^[\x20-\x7e]*$/.test(name) ? undefined : codeOf(name);
  const found = emojiByName(name) ?? allEmoji().find((emoji) => emoji.code === code);
  if (found !== undefined) return { type: "unicode_emoji", code: found.code, name: found.name };
  const known = allEmoji().flatMap((emoji) => [emoji.name, ...emoji.aliases]);
  const close = nearest(name, [...ownEmoji(replica).map((emoji) => emoji.name), ...known]);
  const hint = close === undefined ? "" : ` Did you mean ${close}?`;
  throw new Exit("usage", `There is no emoji "${safeLine(name)}".${hint}`);
}
