/**
 * Data of an older epoch in the replica: what was carried over from a lost queue, and pages of the archive.
 *
 * They are shown until a page of the current epoch replaces them, and never taken for what the server says now.
 */
import { has, insert } from "#base/sorted.ts";
import { type Batch, get, put } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import { type History, joined, reduced } from "./histories.ts";
import { stays } from "./merge-page.ts";
import type { Message } from "./message.ts";
import { caughtUp, starred } from "./message-changes.ts";
import { factsOf } from "./messages.ts";
import { type Narrow, narrowKey } from "./narrow.ts";
import type { Replica } from "./replica.ts";
import { isUnread, noteUnread } from "./unreads.ts";

/** The replica with messages of an older epoch, which have the stars and unread marks that the server told since. */
export function withCarriedOver(replica: Replica, older: Iterable<Message>, batch: Batch): Replica {
  let { messages, carriedOver, unreads } = replica;
  for (const old of older) {
    messages = put(messages, old.id, starred(old, has(replica.starred, old.id)), batch);
    carriedOver = put(carriedOver, old.id, true, batch);
    if (isUnread(unreads, old.id))
      unreads = noteUnread(unreads, old.id, carriedFacts(replica, old), batch);
  }
  return { ...replica, messages, carriedOver, unreads };
}

/** The register response lists which unread messages have mentions; the old message only provides their kind. */
function carriedFacts(replica: Replica, message: Message) {
  const { wildcard, ...facts } = factsOf(replica, message);
  return { ...facts, mentioned: undefined, wildcard };
}

/** A page as an archive has it: see `ArchivePage`. */
type ArchivedPage = {
  readonly messages: readonly Message[];
  readonly holes: readonly MessageId[];
  readonly oldestKnown: boolean;
  readonly newestKnown: boolean;
};

/**
 * The replica with a page of the archive, which continues the known part if they touch. If they do not, the page
 * replaces that part, unless it was requested from its end: then there is a hole between.
 */
export function withArchivedPage(
  replica: Replica,
  narrow: Narrow,
  page: ArchivedPage,
  side: "around" | "older" | "newer",
  batch: Batch,
): Replica {
  const key = narrowKey(narrow);
  const found = page.messages.flatMap((message) => currentOf(replica, message) ?? []);
  const next = withArchivedMessages(replica, page.messages, batch);
  const whole: History = {
    narrow,
    ids: page.messages.map(({ id }) => id),
    oldestKnown: page.oldestKnown,
    newestKnown: page.newestKnown,
    epoch: replica.epoch - 1,
    ...(page.holes.length > 0 && { holes: page.holes }),
  };
  const shown = found.filter((message) => stays(narrow, key, message)).map(({ id }) => id);
  const history = continued(replica.histories.get(key), reduced(whole, shown), side);
  if (history === undefined) return next;
  return { ...next, histories: new Map(next.histories).set(key, history) };
}

/** The replica with messages of the archive that it lacks, which extend no history. */
export function withArchivedMessages(
  replica: Replica,
  archived: readonly Message[],
  batch: Batch,
): Replica {
  const missing = archived.filter(({ id }) => get(replica.messages, id) === undefined);
  const found = missing.flatMap((message) => currentOf(replica, message) ?? []);
  return found.length === 0 ? replica : withCarriedOver(replica, found, batch);
}

/** The message as far as it is known now; undefined if it was deleted since the archive was written. */
function currentOf(replica: Replica, archived: Message): Message | undefined {
  const known = get(replica.messages, archived.id);
  if (known !== undefined) return known;
  const message = starred(archived, has(replica.starred, archived.id));
  return caughtUp({ message, read: false }, replica.recent.changes)?.message;
}

/** Undefined: nothing is known. */
function continued(
  before: History | undefined,
  page: History,
  side: "around" | "older" | "newer",
): History | undefined {
  const [first, last] = [before?.ids[0], before?.ids.at(-1)];
  if (before === undefined || first === undefined || last === undefined) {
    const isEmpty = page.ids.length === 0 && !(page.oldestKnown && page.newestKnown);
    return isEmpty ? before : page;
  }
  const beyond = page.ids.filter((id) => id < first || id > last);
  const touches = beyond.length < page.ids.length;
  if (!touches && side === "around") return page.ids.length === 0 ? before : page;
  // Within the known part, the page has nothing to tell.
  const ids = page.ids.filter((id) => id < first || id > last || has(before.ids, id));
  const both = joined(before, reduced(page, ids));
  const seam = side === "older" ? beyond.at(-1) : last;
  if (touches || beyond.length === 0 || seam === undefined) return both;
  return { ...both, holes: insert(both.holes ?? [], seam) };
}
