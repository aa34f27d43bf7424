/** Emoji by name, such as `:tada:`, including custom emoji. */
import { partOf, type SafeText } from "#base/safe-text.ts";
import type { Replacement } from "./fragment.ts";
import type { ReaderContext } from "./reader-context.ts";

const name = /:([\w+-]+):/y;

export function emojiNames(text: string, readerContext: ReaderContext): readonly Replacement[] {
  const found: Replacement[] = [];
  let start = text.indexOf(":");
  while (start >= 0) {
    name.lastIndex = start;
    const [whole, named = ""] = name.exec(text) ?? [];
    if (whole === undefined) {
      start = text.indexOf(":", start + 1);
      continue;
    }
    const end = start + whole.length;
    const shown = pictured(named, readerContext);
    if (shown !== undefined) {
      const make = () => ({ kind: "emoji", text: shown }) as const;
      found.push({ start, from: start, to: start, end, make });
    }
    start = text.indexOf(":", end);
  }
  return found;
}

/** Undefined if it is not an emoji. Custom emoji cannot be displayed in a terminal: their names are shown. */
function pictured(named: string, { names, emoji }: ReaderContext): SafeText | undefined {
  const written = partOf(`:${named}:`);
  const own = names.realmEmoji(named);
  if (own === "active") return written;
  const character = names.unicodeEmoji(named);
  if (character !== undefined) return emoji ? character : written;
  // Deactivated emoji stay valid in existing messages.
  return own === "deactivated" ? written : undefined;
}
