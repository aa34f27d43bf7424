/** Hand-written conversations of the demo, with their addresses, times and placeholders, and as messages. */
import { below, pick, type Random } from "#base/random.ts";
import type { BlueprintMessage, Destination } from "#realm/seed/blueprint.ts";
import { linesIn, type ScriptLine, screenplay, sections } from "#realm/seed/screenplay.ts";
import { seedText } from "#realm/seed/texts.ts";
import { character, commitHash, type Short, shorts } from "./people.ts";
import { streamId } from "./streams.ts";

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
  return scenesIn(`stories/${name}`).map(({ where, when, script }) => {
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
  return scenesIn(`exchanges/${name}`).flatMap(({ where, script }) =>
    script.split("\n\n").map((scene) => ({ where, scene: screenplay(parts, scene) })),
  );
}

/** All participants of a direct conversation, including the user. */
type Where =
  | { readonly stream: string; readonly topic: string }
  | { readonly with: readonly Short[] };

type Scene = {
  readonly where: Where;
  /** The rest of the head after the address; may be empty. */
  readonly when: string;
  readonly script: string;
};

/** Throws if a head has no valid address: the texts are part of the source, so that is a bug. */
export function scenesIn(name: string): readonly Scene[] {
  return sections(seedText(`demo/${name}`)).map(({ head, body }) => {
    const [place = "", when = ""] = head.split(" | ");
    return { where: whereOf(place), when, script: body };
  });
}

/** Parses `stream > topic` or `with ana, bo`. */
function whereOf(place: string): Where {
  const names = place.replace(/^with /, "").split(", ");
  const people = shorts.filter((short) => names.includes(short));
  if (place.startsWith("with ") && people.length === names.length) return { with: people };
  const [stream = "", topic] = place.split(" > ");
  if (topic === undefined) throw new SyntaxError(`No place: "${place}"`);
  streamId(stream);
  return { stream, topic };
}

// Fills the placeholders of a reusable scene (`{place}`, `{n}`, `{@b}`), each with the same value throughout.

/** The parts of a reusable scene. */
export const parts = ["a", "b", "c"] as const;
export type SlotName = (typeof parts)[number];

const choices = new Map(
  sections(seedText("demo/blanks")).map((section) => [section.head, linesIn(section)]),
);

/** Replaces the placeholders of one performance. */
type Telling = (text: string) => string;

export function telling(random: Random, roles: Readonly<Record<SlotName, Short>>): Telling {
  const filled = new Map<string, string>();
  const fill = (blank: string): string => {
    const word = filled.get(blank) ?? choose(random, roles, blank);
    filled.set(blank, word);
    return word;
  };
  return (text) =>
    text.replaceAll(/\{([@\w]+)\}/g, (_, blank: string, at: number) =>
      at === 0 ? capitalised(fill(blank)) : fill(blank),
    );
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function choose(random: Random, roles: Readonly<Record<SlotName, Short>>, blank: string): string {
  const part = parts.find((one) => blank === one || blank === `@${one}`);
  if (part !== undefined) {
    const { firstName, fullName } = character(roles[part]);
    return blank.startsWith("@") ? `@**${fullName}**` : firstName;
  }
  if (blank === "n") return String(below(random, 60) + 3);
  if (blank === "station") return String(below(random, 4_000) + 20);
  if (blank === "hash") return commitHash(random);
  return pick(random, choices.get(blank) ?? []);
}

/** The scene with this cast. */
export function played(
  lines: readonly ScriptLine<SlotName>[],
  roles: Readonly<Record<SlotName, Short>>,
  random: Random,
): readonly ScriptLine<Short>[] {
  const tell = telling(random, roles);
  return lines.map(({ speaker, after, text, reactions, was }) => ({
    speaker: roles[speaker],
    after,
    text: tell(text),
    reactions: reactions.map(({ by, name }) => ({ by: roles[by], name })),
    ...(was === undefined ? {} : { was: tell(was) }),
  }));
}

// Converts screenplays to messages: assigns times and IDs, and resolves references.

/** A message before IDs are assigned. */
export type DatedLine = {
  readonly line: ScriptLine<Short>;
  readonly place: Destination;
  readonly sentAt: number;
  readonly isUnread: boolean;
  /** Its conversation, for resolving `{{quote n}}`. */
  readonly scene: readonly DatedLine[];
};

/** Dates a conversation by its start or its end; its last `unread` lines are unread. */
export function dateLines(
  lines: readonly ScriptLine<Short>[],
  place: Destination,
  moment: { readonly start: number } | { readonly end: number },
  random: Random,
  unread = 0,
): readonly DatedLine[] {
  const scene: DatedLine[] = [];
  let offset = 0;
  const offsets = lines.map((line, at) => {
    // Times are not full minutes.
    if (at > 0) offset += line.after * 60 - below(random, 40);
    return offset;
  });
  const start = "start" in moment ? moment.start : moment.end - offset;
  lines.forEach((line, at) => {
    const isUnread = at >= lines.length - unread;
    scene.push({ line, place, sentAt: start + (offsets[at] ?? 0), isUnread, scene });
  });
  return scene;
}

export function duration(lines: readonly ScriptLine<string>[]): number {
  return lines.reduce((sum, { after }) => sum + after * 60, 0);
}

/** All messages in order of time, with IDs from 1. */
export function history(told: readonly DatedLine[], streamNames: ReadonlyMap<number, string>) {
  const inOrder = told.toSorted((a, b) => a.sentAt - b.sentAt);
  const ids = new Map(inOrder.map((one, at) => [one, at + 1]));
  const messages = inOrder.map((one): BlueprintMessage => {
    const { line, place, sentAt } = one;
    return {
      id: ids.get(one) ?? 0,
      senderId: character(line.speaker).id,
      ...place,
      content: finished(one, ids, streamNames),
      sentAt,
      reactions: line.reactions.map(({ by, name }) => ({ userId: character(by).id, name })),
      editedFrom: line.was,
      ticks: line.ticks?.map(({ by, option }) => ({ userId: character(by).id, option })),
    };
  });
  const unread = inOrder.flatMap((one) => (one.isUnread ? [ids.get(one) ?? 0] : []));
  return { messages, unread };
}

function finished(
  one: DatedLine,
  ids: ReadonlyMap<DatedLine, number>,
  streamNames: ReadonlyMap<number, string>,
): string {
  return one.line.text
    .replace(/\{\{quote (\d+)\}\}/, (_, back: string) => {
      const quoted = one.scene[one.scene.indexOf(one) - Number(back)];
      if (quoted === undefined) throw new RangeError(`Nothing was said ${back} lines before.`);
      const { fullName, id } = character(quoted.line.speaker);
      const link = `${placeLink(quoted.place, streamNames)}/near/${ids.get(quoted)}`;
      return `@_**${fullName}|${id}** [said](${link}):\n\`\`\`quote\n${quoted.line.text}\n\`\`\``;
    })
    .replace(/\{\{time (\d+)\}\}/, (_, minutes: string) => {
      const moment = one.sentAt + Number(minutes) * 60;
      return String(moment - (moment % 300));
    });
}

function placeLink(place: Destination, streamNames: ReadonlyMap<number, string>): string {
  if ("to" in place) return `#narrow/dm/${place.to.join(",")}-dm`;
  const name = hashed((streamNames.get(place.streamId) ?? "").replaceAll(" ", "-"));
  return `#narrow/stream/${place.streamId}-${name}/topic/${hashed(place.topic)}`;
}

/** Encodes a name for links into the realm: percent-encoding with dots instead of percent signs. */
function hashed(name: string): string {
  return encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("%", ".");
}
