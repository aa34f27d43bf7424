/**
 * Parses the demo's text files: a comment, then sections with a header line and a screenplay.
 *
 *     # What this file is about.
 *
 *     == backend > deploy window | 2 workdays ago at 09:30, 3 unread
 *     priya: 4.2 going to canary.
 */
import { type Short, shorts } from "./people.ts";
import { isStreamName, type StreamName } from "./streams.ts";

/** All participants of a direct conversation, including the user. */
export type Where =
  | { readonly stream: StreamName; readonly topic: string }
  | { readonly with: readonly Short[] };

export type Section = {
  readonly where: Where;
  /** The rest of the header after the address; may be empty. */
  readonly when: string;
  readonly script: string;
};

/** Throws if a header has no valid address: the texts are part of the source, so that is a bug. */
export function sectionsOf(text: string): readonly Section[] {
  const [, ...parts] = text.split(/^== (.+)\n/m);
  return parts.flatMap((head, at) => {
    if (at % 2 === 1) return [];
    const [place = "", when = ""] = head.split(" | ");
    return [{ where: whereOf(place), when, script: (parts[at + 1] ?? "").trimEnd() }];
  });
}

/** Parses `stream > topic` or `with ana, bo`. */
function whereOf(place: string): Where {
  const names = place.replace(/^with /, "").split(", ");
  const people = shorts.filter((short) => names.includes(short));
  if (place.startsWith("with ") && people.length === names.length) return { with: people };
  const [stream = "", topic] = place.split(" > ");
  if (!isStreamName(stream) || topic === undefined) throw new SyntaxError(`No place: "${place}"`);
  return { stream, topic };
}
