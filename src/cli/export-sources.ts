/**
 * Where exported messages come from: the server, or the archive while it cannot be reached.
 *
 * The archive is not asked while the server answers: a message may have been edited, moved or deleted since it was seen.
 */

import type { Archive, ArchivePage } from "#archive/archive.ts";
import type { Message } from "#model/message.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { termsOf } from "#sync/fetching.ts";
import { firstFrom } from "#sync/history/day-jump.ts";
import type { MessageId } from "#wire/ids.ts";
import { archivedRealm, isUnreachable } from "./archived-realm.ts";
import { syncContext } from "./carry-out.ts";
import { existingNarrows, foundPlace } from "./finder.ts";
import { archivedRow, type MessageRow, messageRow } from "./message-output.ts";
import { messagesAfter } from "./messages.ts";
import type { VerbContext } from "./verb-context.ts";
import { partsFor, type WrittenPlace } from "./written-place.ts";

type Page = readonly MessageRow[];

export type MessageSource = {
  readonly replica: Replica;
  readonly places: readonly Narrow[];
  /** One sequence of messages, ascending by ID, each of them once. */
  readonly pages: (part: Part) => AsyncGenerator<Page>;
  readonly close: () => Promise<void>;
};

type Part = {
  readonly places: readonly Narrow[];
  /** Only messages with higher IDs. */
  readonly after: number;
  /** UNIX seconds. */
  readonly since: number;
  /** Whether messages are given after which others are missing. False: the sequence ends before the first gap. */
  readonly hasGaps: boolean;
};

export async function messageSource(
  context: VerbContext,
  written: readonly WrittenPlace[],
): Promise<MessageSource> {
  try {
    return await fromServer(context, written);
  } catch (error) {
    const archived = isUnreachable(error) ? await fromArchive(context, written) : undefined;
    if (archived === undefined) throw error;
    return archived;
  }
}

async function fromServer(
  context: VerbContext,
  written: readonly WrittenPlace[],
): Promise<MessageSource> {
  const { connection, state } = context;
  const replica = await state("streams", "rendering", ...written.flatMap(partsFor));
  const places = await existingNarrows(context, replica, written);
  /** The ID before the first message of the requested time. */
  const startOf = async (narrow: Narrow, since: number): Promise<number> => {
    if (since === 0) return 0;
    const first = await firstFrom(syncContext(context, replica), { narrow, at: since });
    if (first === undefined) return 0;
    return first.timestamp >= since ? first.id - 1 : first.id;
  };
  async function* source(narrow: Narrow, { after, since }: Part): AsyncGenerator<Page> {
    const terms = termsOf(narrow, replica.ownId, connection.level());
    const start = Math.max(after, await startOf(narrow, since));
    for await (const page of messagesAfter(connection, terms, start))
      yield page.map((message) => messageRow(message, replica));
  }
  return {
    replica,
    places,
    pages: async function* (part) {
      const sources = part.places.map((narrow) => source(narrow, part));
      yield* from(merged(sources), part, () => Number.POSITIVE_INFINITY);
    },
    close: async () => undefined,
  };
}

async function* from(
  pages: AsyncGenerator<Page>,
  { since, after }: Part,
  end: () => number,
): AsyncGenerator<Page> {
  for await (const page of pages) {
    const rows = page.filter(
      ({ message: { id, sentAt } }) => sentAt >= since && id > after && id <= end(),
    );
    if (rows.length > 0) yield rows;
  }
}

// The archive.

const pageSize = 500;

/** Undefined if nothing was ever seen. */
async function fromArchive(
  context: VerbContext,
  written: readonly WrittenPlace[],
): Promise<MessageSource | undefined> {
  const seen = await archivedRealm(context);
  if (seen === undefined) return undefined;
  const { archive, replica, until, close } = seen;
  const { say } = context;
  const places: Narrow[] = [];
  for (const one of written) places.push((await foundPlace(context, replica, one)).narrow);
  say(`The server cannot be reached. These are messages that weir has seen until ${until}.`);
  return {
    replica,
    places,
    pages: async function* (part) {
      const tally: Tally = { gaps: 0, ends: [] };
      const sources = part.places.map((narrow) =>
        archivedPages({ archive, replica, narrow, part, tally }),
      );
      // A later run continues after the last message: none may be missing before it, in any of the places.
      const end = () => (part.hasGaps ? Number.POSITIVE_INFINITY : Math.min(...tally.ends));
      yield* from(merged(sources), part, end);
      const isCut = tally.gaps > 0 || tally.ends.some((id) => id > end());
      if (isCut) say(part.hasGaps ? someMissing : endsEarly);
    },
    close,
  };
}

const someMissing = "Others may be missing among them: weir has not seen every message here.";
const endsEarly =
  "The file ends before the first message that weir has not seen: a later run adds the others.";

type Tally = {
  /** How many gaps were found. */
  gaps: number;
  /** The last ID of each source that has ended. */
  readonly ends: number[];
};

type ArchivedPart = {
  readonly archive: Archive;
  readonly replica: Replica;
  readonly narrow: Narrow;
  readonly part: Part;
  readonly tally: Tally;
};

async function* archivedPages({ part, tally, ...from }: ArchivedPart): AsyncGenerator<Page> {
  const { archive, replica, narrow } = from;
  const position: Position = { last: 0, isKnown: false, gaps: 0 };
  for (;;) {
    const isFirst = position.last === 0;
    // From the last one on: only a page that has both knows whether others are missing between two.
    const anchor = (isFirst ? part.after : position.last) as MessageId;
    const page = await archive.page({ narrow, anchor, before: 0, after: pageSize });
    if (isFirst && part.after === 0) position.isKnown = page.oldestKnown;
    const rows = [...following(page, position, part)].map((one) => archivedRow(one, replica));
    if (rows.length === 0) break;
    yield rows;
  }
  // Nothing is there, not even the knowledge that nothing was.
  if (position.last === 0 && !position.isKnown) position.gaps += 1;
  tally.gaps += position.gaps;
  tally.ends.push(position.last);
}

type Position = {
  last: number;
  /** Nothing is missing after the last one, up to the next that is there. */
  isKnown: boolean;
  gaps: number;
};

/** The messages after the position, which is moved; only those before the first gap, unless there may be some. */
function* following(
  { messages, holes }: ArchivePage,
  position: Position,
  { after, since, hasGaps }: Part,
): Generator<Message> {
  const before = new Set<number>(holes);
  for (const message of messages) {
    const { id, sentAt } = message;
    if (id > position.last) {
      // What is missing before an older one is older too.
      const isGap = !position.isKnown && id !== after + 1 && sentAt >= since;
      if (isGap) position.gaps += 1;
      if (isGap && !hasGaps) return;
      yield message;
      position.last = id;
    }
    position.isKnown = !before.has(id);
  }
}

// Several sequences as one.

/** Each message once. Holds one page of each source. */
async function* merged(sources: readonly AsyncGenerator<Page>[]): AsyncGenerator<Page> {
  const heads = sources.map((source) => ({ source, page: [] as Page }));
  for (;;) {
    for (const head of heads)
      if (head.page.length === 0) head.page = (await head.source.next()).value ?? [];
    const lasts = heads.flatMap(({ page }) => page.at(-1)?.message.id ?? []);
    if (lasts.length === 0) return;
    const upTo = Math.min(...lasts);
    const rows = new Map<number, MessageRow>();
    for (const head of heads) {
      const [taken = [], left = []] = splitAt(head.page, upTo);
      for (const row of taken) rows.set(row.message.id, row);
      head.page = left;
    }
    yield [...rows.values()].sort((one, other) => one.message.id - other.message.id);
  }
}

function splitAt(page: Page, upTo: number): readonly Page[] {
  const end = page.findIndex(({ message }) => message.id > upTo);
  return end < 0 ? [page] : [page.slice(0, end), page.slice(end)];
}
