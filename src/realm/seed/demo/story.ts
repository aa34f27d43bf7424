/** Hand-written conversations of the demo, with their addresses and times. */
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";
import { type Short, shorts } from "./people.ts";
import { parts, type SlotName } from "./slots.ts";
import { isStreamName, type StreamName } from "./streams.ts";
import { demoText } from "./texts.ts";

export type Story = {
  readonly where: Where;
  /**
   * The time of its first line: on the n-th working day before today, in UTC; or the time of its last line: that many
   * minutes ago.
   */
  readonly when: { readonly workday: number; readonly at: string } | { readonly ago: number };
  /** The number of unread lines at the end. */
  readonly unread: number;
  readonly lines: readonly ScriptLine<Short>[];
};

const time = /^(\d+) (?:workdays? ago at (\d\d:\d\d)|minutes? ago)(?:, (\d+) unread)?$/;

/** Parses a file below `stories/`. */
export function storiesOf(name: string): readonly Story[] {
  return sectionsOf(demoText(`stories/${name}`)).map(({ where, when, script }) => {
    const [, count, at, unread = 0] = time.exec(when) ?? [];
    if (count === undefined) throw new SyntaxError(`No time: "${when}"`);
    return {
      where,
      when: at === undefined ? { ago: Number(count) } : { workday: Number(count), at },
      unread: Number(unread),
      lines: screenplay(shorts, script),
    };
  });
}

// Short everyday exchanges with placeholders for people, reused with different casts.

export type Exchange = {
  /** `with you`: between the user, who is `a`, and one colleague, who is `b`. */
  readonly where: Where;
  /** One to five lines. */
  readonly scene: readonly ScriptLine<SlotName>[];
};

/** Parses a file below `exchanges/`: blank lines separate the exchanges. */
export function exchangesOf(name: string): readonly Exchange[] {
  return sectionsOf(demoText(`exchanges/${name}`)).flatMap(({ where, script }) =>
    script.split("\n\n").map((scene) => ({ where, scene: screenplay(parts, scene) })),
  );
}

// The demo's text files: a comment, then sections with a header line and a screenplay.
//
//     # What this file is about.
//     == backend > deploy window | 2 workdays ago at 09:30, 3 unread
//     priya: 4.2 going to canary.

/** All participants of a direct conversation, including the user. */
type Where =
  | { readonly stream: StreamName; readonly topic: string }
  | { readonly with: readonly Short[] };

type Section = {
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
