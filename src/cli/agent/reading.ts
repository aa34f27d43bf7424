/**
 * What a program may read in one session, and what it has read: whatever it proposes later may carry that.
 *
 * Who may read is decided by IDs, never by names, which anybody can choose.
 */
import { withoutHidden } from "#base/safe-text.ts";
import type { About } from "#cli/place.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";

/** What the user has allowed on the command line. */
export type Allowed = {
  /** Streams, topics and direct conversations. Undefined for every place. */
  readonly places: readonly Narrow[] | undefined;
  readonly direct: boolean;
};

/** Whether a row about the narrow may be shown. A stream is shown by its name if any topic in it may be read. */
export function mayRead({ places, direct }: Allowed, narrow: Narrow): boolean {
  if (narrow.kind === "direct")
    return direct && (places === undefined || places.some((one) => isSame(one, narrow)));
  if (narrow.kind !== "topic" && narrow.kind !== "stream") return false;
  if (places === undefined) return true;
  return places.some(
    (one) =>
      isSame(one, narrow) ||
      ("streamId" in one &&
        one.streamId === narrow.streamId &&
        (one.kind === "stream" || narrow.kind === "stream")),
  );
}

function isSame(one: Narrow, other: Narrow): boolean {
  return (
    isConversation(one) && isConversation(other) && conversationKey(one) === conversationKey(other)
  );
}

/** Who can read there: a stream's subscribers, or those of a direct conversation. */
export function audienceOf(narrow: Narrow): string {
  return "streamId" in narrow ? `s:${narrow.streamId}` : narrowName(narrow);
}

function narrowName(narrow: Narrow): string {
  return isConversation(narrow) ? conversationKey(narrow) : narrow.kind;
}

/** A place that was read. */
export type ReadPlace = {
  /** As it was called. Not safe for a terminal. */
  readonly title: string;
  readonly audience: string;
  readonly isPrivate: boolean;
};

export type ReadSoFar = {
  /** A row that the program gets, with its text. */
  readonly note: (about: About, title: string) => void;
  /** The private places that were noted, and not passed to the work within an hour: only once it resolves they are. */
  readonly keepPrivate: (
    now: number,
    work: (places: readonly ReadPlace[]) => Promise<void>,
  ) => Promise<void>;
  /** The text of an answer that the program has got. */
  readonly noteText: (text: string) => void;
  /** The last one that was read comes last. */
  readonly places: () => readonly ReadPlace[];
  /** The web and mail addresses in a text that stood in nothing that was read. */
  readonly strangeIn: (text: string) => readonly string[];
};

const hourMs = 3_600_000;

export function readSoFar(): ReadSoFar {
  const places = new Map<string, ReadPlace>();
  const addresses = new Set<string>();
  /** When each of them was kept, by who can read there. */
  const keptAt = new Map<string, number>();
  const noted = new Set<string>();
  return {
    note: ({ narrow, isPrivate }, title) => {
      const key = narrowName(narrow) + audienceOf(narrow);
      const audience = audienceOf(narrow);
      if (isPrivate) noted.add(key);
      places.delete(key);
      places.set(key, { title, audience, isPrivate });
    },
    keepPrivate: async (now, work) => {
      const isNew = ({ audience }: ReadPlace) => now - (keptAt.get(audience) ?? 0) >= hourMs;
      const due = [...noted].flatMap((key) => places.get(key) ?? []).filter(isNew);
      // If it fails, the program does not get what was noted.
      noted.clear();
      if (due.length > 0) await work(due);
      for (const { audience } of due) keptAt.set(audience, now);
    },
    noteText: (text) => {
      for (const address of addressesIn(text)) addresses.add(address);
    },
    places: () => [...places.values()],
    strangeIn: (text) => addressesIn(text).filter((one) => !addresses.has(one)),
  };
}

const rest = "[^\\s<>\"'`()[\\]{}|]*";
const scheme = "[a-z][a-z0-9+.-]{1,20}";
// As long as they may be: each letter of a long word would else be compared with all that follow.
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?";
const port = `(?::\\d+)?(?:[/?#]${rest})?`;
/** What looks like an address, wherever it stands; what else looks like a host, does no harm to be named. */
const address = new RegExp(
  [
    `\\b${scheme}://(?:\\[[\\da-f:.]+\\])?${rest}`,
    `\\b(?:https?|ftp|file|data|javascript|tel|sms|mailto|magnet):(?!\\s)${rest}`,
    // Of the scheme that the page has.
    `(?<![\\p{L}\\p{N}:/])//(?![\\s/])${rest}`,
    `[^\\s<>"'\`()[\\]:,;@]{1,64}@(?:${label}\\.){1,10}${label}`,
    `(?<![\\p{L}\\p{N}/])(?<![^\\s<>"'\`()[\\]:,;@]@)(?:${label}\\.){1,10}\\p{L}{2,63}${port}`,
    `(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}${port}`,
  ].join("|"),
  "giu",
);
/** Where a link of Markdown leads, whatever it looks like; not to what is of the server itself. */
const destination = /(?:\]\(|^ {0,3}\[[^\]\n]+\]:)[ \t]*<?(?!#|\/user_uploads\/)([^\s<>()]+)/gmu;
/** Browsers take these for dots. */
const dots = /(?<=[a-z\d-])[\u3002\uff0e\uff61\u2024](?=[a-z\d-])/giu;

/** Each once. What a link adds to an address, such as its query, makes it another one. */
export function addressesIn(written: string): readonly string[] {
  const text = written.replace(dots, ".");
  const addresses = [
    ...[...text.matchAll(address)].map(([one]) => one),
    ...[...text.matchAll(destination)].map(([, one = ""]) => one),
  ].map((one) => one.replace(/[.,;:!?*_~\\]+$/, ""));
  return [...new Set(addresses.filter((one) => one !== ""))];
}

/** Every text in it without what a person would not see. */
export function cleaned(value: unknown): unknown {
  if (typeof value === "string") return withoutHidden(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [withoutHidden(name), cleaned(one)]),
  );
}
