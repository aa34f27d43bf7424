/** Formats message counts for a column of four cells. */
import { plain, type SafeText } from "#base/safe-text.ts";

/** `42`, `9999`, `28k`, `3M`: rounded down, so that it never overstates. */
export function countText(count: number): SafeText {
  if (count >= 1_000_000) return plain(`${Math.floor(count / 1_000_000)}M`);
  return plain(count >= 10_000 ? `${Math.floor(count / 1000)}k` : String(count));
}
