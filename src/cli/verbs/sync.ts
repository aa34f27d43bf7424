/** `weir sync`: fetches the realm and its messages into the archive, to be read and found without the server. */

import { type Archive, type ArchiveChange, noArchive } from "#archive/archive.ts";
import { confirmation } from "#archive/saved-replica.ts";
import { counted } from "#base/counted.ts";
import { safeLine } from "#base/safe-text.ts";
import { values } from "#base/table.ts";
import { Exit } from "#cli/exit-codes.ts";
import { existingNarrows } from "#cli/finder.ts";
import { wholeNumber } from "#cli/invocation.ts";
import { fetchPage, pageSize } from "#cli/messages.ts";
import { placeText } from "#cli/place.ts";
import { momentIn, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { placesIn } from "#cli/written-place.ts";
import { carryOver, isOfAnotherRealm } from "#model/from-register.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { isPast } from "#model/merge-page.ts";
import { asReceived } from "#model/message-changes.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { changesSince, hiddenChanges, shrinkRules } from "#sync/archive/changes.ts";
import { restoreRealm } from "#sync/archive/restoring.ts";
import { termsOf } from "#sync/fetching.ts";
import { hasOtherMessages } from "#sync/queue/other-messages.ts";
import type { MessageId } from "#wire/ids.ts";

const usualDays = 30;
const daySeconds = 86_400;

/** What is there of a place, from its newest message on. */
type Synced = {
  readonly narrow: Narrow;
  /** How many messages were fetched, and how many were in the archive already. */
  messages: number;
  known: number;
  /** UNIX seconds, if there is one. */
  oldest: number | undefined;
  /** Whether everything of the requested time is there. */
  complete: boolean;
};

type Work = {
  readonly context: VerbContext;
  readonly archive: Archive;
  readonly replica: Replica;
  /** UNIX seconds. */
  readonly since: number;
  /** The size of the archive's file in bytes. */
  size: number;
};

export async function run(context: VerbContext): Promise<void> {
  const { args, invocation, clock, stopped, say } = context;
  const days = wholeNumber(invocation, "days", 36_500) ?? usualDays;
  const written = placesIn(args);
  const { archive, close } = await context.openArchive();
  try {
    if (archive === noArchive)
      throw new Exit("refused", "Nothing is kept on this machine: archive = false is configured.");
    const replica = await savedRealm(context, archive);
    const places = await existingNarrows(context, replica, written);
    const since = seconds(clock) - days * daySeconds;
    const work: Work = { context, archive, replica, since, size: 0 };
    for (const narrow of written.length === 0 ? everywhere(replica) : places) {
      const synced = { narrow, messages: 0, known: 0, oldest: undefined, complete: false };
      try {
        await sync(work, synced);
      } finally {
        report(work, synced);
      }
    }
    await keepWithin(work, context.archiveSize);
  } finally {
    if (stopped.aborted) say("Stopped. What was fetched is there; the same command continues.");
    await close();
  }
}

/** The realm as it is now, which is in the archive then: the chat shows it without the server. */
async function savedRealm(context: VerbContext, archive: Archive): Promise<Replica> {
  const fresh = await context.state("whole");
  const restored = await restoreRealm({ ...context, archive }, await archive.load());
  const comparing = { ...context, archive, connection: () => context.connection };
  const isAnother =
    restored !== undefined &&
    (isOfAnotherRealm(restored.replica, fresh) ||
      (await hasOtherMessages(comparing, restored.replica, fresh.realm.generation)));
  if (isAnother) await archive.forget();
  const before = isAnother ? undefined : restored?.replica;
  const replica = before === undefined ? fresh : carryOver(fresh, before);
  const changes = [...hiddenChanges(before, replica), ...changesSince(before, replica)];
  await write(archive, [...changes.filter((change) => change !== undefined), confirmation]);
  return replica;
}

/** Answers the size of the file. */
async function write(archive: Archive, changes: readonly ArchiveChange[]): Promise<number> {
  const size = await archive.write(changes, true);
  if (size === 0) throw new Exit("refused", "The archive cannot be written.");
  return size;
}

async function keepWithin({ context, archive, replica, size }: Work, limit: number): Promise<void> {
  if (size <= limit) return;
  await archive.shrink(shrinkRules(replica, limit));
  context.say("archive_size is reached: the oldest messages are removed from the archive.");
}

/** The streams that the user reads, and their direct messages. */
function everywhere({ streams }: Replica): readonly Narrow[] {
  const read = [...values(streams)].filter(({ subscription }) => subscription?.muted === false);
  return [{ kind: "directs" }, ...read.map(({ id }): Narrow => ({ kind: "stream", streamId: id }))];
}

/** From the newest message back, page by page, without those that the archive has below a page. */
async function sync(work: Work, synced: Synced): Promise<void> {
  const { context, archive, replica, since } = work;
  const { connection } = context;
  const { narrow } = synced;
  const terms = termsOf(narrow, replica.ownId, connection.level());
  let edge: MessageId | undefined;
  for (;;) {
    const { answer, messages: page } = await fetchPage(connection, {
      anchor: edge ?? "newest",
      num_before: pageSize,
      num_after: 0,
      narrow: [...terms],
    });
    const isWhole = answer.found_oldest !== false;
    const messages = page.map((raw) => {
      const message = fromWireMessage(raw);
      return isPast(narrow) ? message : asReceived(message);
    });
    // Each page is from the last message of the one before, so their intervals are joined.
    const history = { kind: "known", narrow: narrowKey(narrow), oldestKnown: isWhole } as const;
    const ids = messages.map(({ id }) => id);
    work.size = await write(archive, [
      { kind: "messages", json: JSON.stringify(messages) },
      { ...history, ids, newestKnown: edge === undefined },
    ]);
    const added = messages.filter(({ id }) => edge === undefined || id < edge);
    const [oldest] = added;
    synced.messages += added.length;
    synced.oldest = oldest?.sentAt ?? synced.oldest;
    synced.complete = isWhole || oldest === undefined || oldest.sentAt < since;
    if (synced.complete || oldest === undefined) return;
    edge = await skipped(work, synced, oldest.id);
    if (edge === undefined) return;
    tell(work, synced);
  }
}

/** The oldest message from which on the archive has all up to `from`, if something is left to be fetched. */
async function skipped(
  { archive, since }: Work,
  synced: Synced,
  from: MessageId,
): Promise<MessageId | undefined> {
  let edge = from;
  for (;;) {
    const page = await archive.page({
      narrow: synced.narrow,
      anchor: edge,
      before: pageSize,
      after: 1,
    });
    const hole = page.holes.at(-1) ?? 0;
    const older = page.messages.filter(({ id }) => id > hole && id < edge);
    const [oldest] = older;
    const isStart = hole === 0 && page.oldestKnown;
    synced.known += older.length;
    synced.oldest = oldest?.sentAt ?? synced.oldest;
    synced.complete = isStart || (oldest !== undefined && oldest.sentAt < since);
    if (synced.complete) return undefined;
    if (oldest === undefined) return edge;
    edge = oldest.id;
    if (hole !== 0) return edge;
  }
}

function sentenceOf({ context, replica }: Work, { narrow, messages, known, oldest }: Synced) {
  const place = placeText(replica, narrow);
  const back = oldest === undefined ? "" : `, back to ${momentIn(context, replica, oldest)}`;
  const there = known === 0 ? "" : `, ${known} were there`;
  return { place, words: `${counted(messages, "message")}${there}${back}` };
}

function tell(work: Work, synced: Synced): void {
  const { output, say } = work.context;
  const { place, words } = sentenceOf(work, synced);
  if (output.isTerminal && output.fields === undefined) say(safeLine(`${place}: ${words}`));
}

function report(work: Work, synced: Synced): void {
  const { place, words } = sentenceOf(work, synced);
  const { narrow: _, oldest = null, ...row } = synced;
  work.context.output.rows([synced], {
    json: () => ({ place, oldest, ...row }),
    cells: () => [place, synced.complete ? words : `${words}, not all`],
  });
}
