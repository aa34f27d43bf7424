/** The server's names of Unicode emoji. */
import { emojiData, isEmojiCode, isEmojiName } from "#wire/emoji-data.ts";

/** The names of each code, the canonical one first; every code has at least one. */
export type EmojiNames = ReadonlyMap<string, readonly string[]>;

/** Twice the number of existing codes, and more names than any emoji has. */
const maxCodes = 4_000;
const maxNames = 50;
/** Entries after which decoding may pause: well below a millisecond of work. */
const slice = 64;

/** Undefined if it is not a list, or has no names. Invalid codes and names are skipped. */
export function* decodeEmojiNames(raw: unknown): Generator<undefined, EmojiNames | undefined> {
  const document = emojiData.safeParse(raw);
  if (!document.success) return undefined;
  const names = new Map<string, readonly string[]>();
  const entries = Object.entries(document.data.code_to_names).slice(0, maxCodes);
  for (const [index, [code, value]] of entries.entries()) {
    if (index % slice === slice - 1) yield;
    if (!Array.isArray(value) || !isEmojiCode(code)) continue;
    const fitting = value.slice(0, maxNames).filter(isEmojiName);
    if (fitting.length > 0) names.set(code, fitting);
  }
  return names.size === 0 ? undefined : names;
}
