/** A message's text as the server will store it, so that a sent text can be recognized in events and pages. */

const truncationMark = "\n[message truncated]";

/**
 * `text` without leading newlines and trailing white space, with normalized line endings, truncated to `limit` code
 * points. Idempotent, so both sides of a comparison may be passed through it.
 */
export function storedContent(text: string, limit: number): string {
  const trimmed = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^\n+/, "")
    .replace(/[\s\u0085]+$/u, "");
  if (trimmed.length <= limit) return trimmed;
  const points = [...trimmed];
  if (points.length <= limit) return trimmed;
  return points.slice(0, limit - truncationMark.length).join("") + truncationMark;
}
