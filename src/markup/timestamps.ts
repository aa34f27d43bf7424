/** Timestamps in the reader's time zone: `<time:2024-05-01T12:00:00Z>`. */
import type { Replacement } from "./fragment.ts";

const opening = "<time:";

export function timestamps(text: string): readonly Replacement[] {
  const found: Replacement[] = [];
  let start = text.indexOf(opening);
  while (start >= 0) {
    const from = start + opening.length;
    const to = text.indexOf(">", from);
    if (to < 0) break;
    const make = () => ({ kind: "time", value: text.slice(from, to) }) as const;
    found.push({ start, from, to, end: to + 1, make });
    start = text.indexOf(opening, to);
  }
  return found;
}
