/** `:tada:` as its picture, and the names that only the realm has a picture for. */
import { partOf, type SafeText } from "#base/safe-text.ts";
import { emojiByName } from "#emoji/catalogue.ts";
import type { Replacement } from "./fragment.ts";
import type { Reading } from "./reading.ts";

const name = /:([\w+-]+):/y;

export function emojiNames(text: string, reading: Reading): readonly Replacement[] {
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
    const shown = pictured(named, reading);
    if (shown !== undefined) {
      const make = () => ({ kind: "emoji", text: shown }) as const;
      found.push({ start, from: start, to: start, end, make });
    }
    start = text.indexOf(":", end);
  }
  return found;
}

/** Undefined for what is no emoji. A picture of the realm's own cannot be drawn in a terminal: its name stands for it. */
function pictured(named: string, { names, emoji }: Reading): SafeText | undefined {
  const written = partOf(`:${named}:`);
  const own = names.realmEmoji(named);
  if (own === "active") return written;
  const known = emojiByName(named);
  if (known !== undefined) return emoji ? known.character : written;
  // Once deactivated, it stays what it was in the messages that have it.
  return own === "deactivated" ? written : undefined;
}
