/** The plain text of a drawn line, without styles and without blanks that only align. */
import type { Span } from "#ui/spans.ts";

export function textOf(spans: readonly Span[]): string {
  return spans
    .map(({ text }) => text)
    .join("")
    .replace(/ {2,}/g, "  ")
    .trim()
    .replaceAll("  ", ", ");
}
