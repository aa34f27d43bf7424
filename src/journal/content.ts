/** A message's text as the server will store it, so that a text that was sent can be recognised when it comes back. */

const truncationMark = "\n[message truncated]";

/**
 * `text` without leading newlines and trailing white space, with plain line ends, cut to `limit` code points.
 * What the server already did to a text is not done to it twice, so both sides of a comparison may go through here.
 */
export function storedContent(text: string, limit: number): string {
  const kept = text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^\n+/, "")
    .replace(/[\s\u0085]+$/u, "");
  if (kept.length <= limit) return kept;
  const points = [...kept];
  if (points.length <= limit) return kept;
  return points.slice(0, limit - truncationMark.length).join("") + truncationMark;
}
