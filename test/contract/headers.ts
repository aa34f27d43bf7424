/** What an answer says beside its body, held against what a real server said: how it is to be read, kept and asked for. */
import type { Exchange } from "../support/recordings.ts";

const compared = [
  "content-type",
  "cache-control",
  "vary",
  "allow",
  "www-authenticate",
  "content-disposition",
] as const;

/** Only where the limits are on is there anything to tell; the numbers are those of the moment. */
const limits = ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** Words in a list may stand in any order. */
function words(text: string | null | undefined): string {
  return (text ?? "none").split(", ").sort().join(", ");
}

export function headersDiffer({ status, headers: theirs }: Exchange, ours: Headers) {
  // Of several requests that are told as one no headers are.
  if (Object.keys(theirs).length === 0) return [];
  const others = compared
    .filter((name) => words(theirs[name]) !== words(ours.get(name)))
    .map((name) => `header ${name}: ${ours.get(name)} instead of ${theirs[name]}`);
  const lost = status === 429 ? limits.filter((name) => !ours.has(name)) : [];
  return [...others, ...lost.map((name) => `lacks the header ${name}`)];
}
