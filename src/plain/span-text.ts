/** What pieces of a drawn line say, without their looks and without the blanks that only align them. */
import type { Span } from "#ui/spans.ts";

export function textOf(spans: readonly Span[]): string {
  return spans
    .map(({ text }) => text)
    .join("")
    .replace(/ {2,}/g, "  ")
    .trim()
    .replaceAll("  ", ", ");
}
