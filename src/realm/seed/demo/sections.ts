/**
 * How the demo's texts are written: a comment, then sections of one head line and a screenplay.
 *
 *     # What this file is about.
 *
 *     == backend > deploy window | 2 workdays ago at 09:30, 3 unread
 *     priya: 4.2 going to canary.
 */
import { type Short, shorts } from "./people.ts";
import { isStreamName, type StreamName } from "./streams.ts";

/** All participants of a direct conversation; you are always one. */
export type Where =
  | { readonly stream: StreamName; readonly topic: string }
  | { readonly with: readonly Short[] };

export type Section = {
  readonly where: Where;
  /** What the head says behind the place; empty when it says no more. */
  readonly when: string;
  readonly script: string;
};

/** Throws on a head that names no place: the texts are written by us, so that is a slip of the pen. */
export function sectionsOf(text: string): readonly Section[] {
  const [, ...parts] = text.split(/^== (.+)\n/m);
  return parts.flatMap((head, at) => {
    if (at % 2 === 1) return [];
    const [place = "", when = ""] = head.split(" | ");
    return [{ where: whereOf(place), when, script: (parts[at + 1] ?? "").trimEnd() }];
  });
}

/** Reads `stream > topic` or `with ana, bo`. */
function whereOf(place: string): Where {
  const names = place.replace(/^with /, "").split(", ");
  const people = shorts.filter((short) => names.includes(short));
  if (place.startsWith("with ") && people.length === names.length) return { with: people };
  const [stream = "", topic] = place.split(" > ");
  if (!isStreamName(stream) || topic === undefined) throw new SyntaxError(`No place: "${place}"`);
  return { stream, topic };
}
