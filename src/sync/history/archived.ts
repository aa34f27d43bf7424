/**
 * Pages of the archive: shown until the server's page replaces them, and while the server cannot be reached.
 *
 * Each is asked for once; what is not in the archive then will only come from the server.
 */
import { type ArchivePage, type ArchivePageRequest, noArchive } from "#archive/archive.ts";
import { has } from "#base/sorted.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { type History, openEnded } from "#model/histories.ts";
import { isStale, requestedNow, withArchivedPage } from "#model/merge-page.ts";
import { caughtUp } from "#model/message-changes.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { changesSince } from "#model/recent-events.ts";
import { follow, parts } from "#store/follow.ts";
import { edges, type LoadRequest } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import { inBackground, isReachable, type SyncContext } from "#sync/context.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  contextAfter,
  contextBefore,
  firstUnread,
  freshHistory,
  jumpTargetOf,
  landAtEdge,
  type PageOptions,
  pageSize,
  requestPage,
} from "./pages.ts";

/** A server that answers within this time is faster than anybody sees, and its page is right. */
const fastMs = 30;
/** A page with gaps waits longer for the server's, which would move its lines. */
const patienceMs = 170;
/** Fewer messages leave part of a screen empty. */
const screenful = 20;

function hasGaps({ messages, holes, oldestKnown }: ArchivePage): boolean {
  return holes.length > 0 || (messages.length < screenful && !oldestKnown);
}

/** The returned function asks for what the archive has of these. */
export function archivedPages(context: SyncContext): (wants: readonly LoadRequest[]) => void {
  const { store, archive, stopped, idle, clock } = context;
  if (archive === noArchive) return () => {};
  const asked = new Set<string>();
  follow(store, [parts.connection], () => {
    if (isReachable(context)) forgetEnds(context);
  });

  const show = async ({ narrow, side }: LoadRequest, request: ArchivePageRequest) => {
    const { replica } = store.getState();
    const waits = async (ms: number) => {
      if (isReachable(context)) await clock.sleep(ms, stopped);
      const isAnswered = freshHistory(store.getState().replica, narrow) !== undefined;
      return stopped.aborted || (isAnswered && isReachable(context));
    };
    if (await waits(fastMs)) return;
    const page = await archive.page(request);
    if (hasGaps(page) && (await waits(patienceMs))) return;
    if (stopped.aborted) return;
    const isOnline = isReachable(context);
    changeReplica(store, (now, batch) => {
      const isLate = isOnline && freshHistory(now, narrow) !== undefined;
      if (isLate || now.epoch !== replica.epoch) return now;
      const newestKnown = page.newestKnown && !isOnline;
      const isEnd = side === "newest";
      return withArchivedPage(
        now,
        narrow,
        { ...page, newestKnown },
        isEnd ? "around" : side,
        batch,
      );
    });
  };

  return (wants) => {
    const state = store.getState();
    const isOnline = isReachable(context);
    for (const want of wants) {
      const request = requestFor(state, want, isOnline);
      const key = narrowKey(want.narrow);
      const target = jumpTargetOf(state.screen, want.narrow);
      const visit = [state.replica.epoch, key, want.side, request?.anchor, target].join(" ");
      if (request === undefined || asked.has(visit)) continue;
      asked.add(visit);
      // The reader says that there is no more once this is done.
      const ended = isOnline ? () => {} : noteReading(context, want);
      const ends = () => {
        ended();
        if (isReachable(context) || target === undefined) return;
        if (target === edges.first || target === edges.last) asked.delete(visit);
        landAtEdge(store, key, target);
      };
      const showing = idle.during(show(want, request).then(ends));
      void inBackground(context, "A page of the archive was not shown.", showing);
    }
  };
}

/** What to ask the archive for, unless it is there, or the server will answer. */
function requestFor(
  { replica, screen }: State,
  { narrow, side, count = pageSize }: LoadRequest,
  isOnline: boolean,
): ArchivePageRequest | undefined {
  const isFresh = freshHistory(replica, narrow) !== undefined;
  if (narrow.kind === "search" || (isFresh && isOnline)) return undefined;
  const history = replica.histories.get(narrowKey(narrow));
  const target = side === "newest" ? edges.last : jumpTargetOf(screen, narrow);
  if (history === undefined || history.ids.length === 0)
    return requestAround(narrow, target ?? firstUnread(replica, narrow), count);
  if (isThere(history, side, target)) return undefined;
  return side === "older" || side === "newer"
    ? requestBeyond(history, side, count)
    : requestAround(narrow, target, count);
}

/** Whether the known part has it, or nothing more can be asked for. */
function isThere(
  { ids, oldestKnown, newestKnown }: History,
  side: LoadRequest["side"],
  target: MessageId | undefined,
): boolean {
  if (side === "older") return oldestKnown;
  if (side === "around") return target === undefined || has(ids, target);
  return newestKnown;
}

function requestAround(
  narrow: Narrow,
  target: MessageId = edges.last,
  count: number,
): ArchivePageRequest {
  return target === edges.last
    ? { narrow, anchor: "newest", before: count, after: 0 }
    : { narrow, anchor: target, before: contextBefore, after: contextAfter };
}

/** With the message at that end, which shows whether something is missing between. */
function requestBeyond(
  { narrow, ids }: History,
  side: "older" | "newer",
  count: number,
): ArchivePageRequest {
  const [first = edges.first, last = edges.last] = [ids[0], ids.at(-1)];
  return side === "older"
    ? { narrow, anchor: first, before: count, after: 1 }
    : { narrow, anchor: last, before: 0, after: count + 1 };
}

/** Shows that messages of the narrow are being read; the returned function ends that. */
function noteReading({ store }: SyncContext, { narrow }: LoadRequest): () => void {
  const key = narrowKey(narrow);
  changeSession(store, (session) => ({ ...session, loading: new Set(session.loading).add(key) }));
  return () =>
    changeSession(store, (session) => {
      const loading = new Set(session.loading);
      loading.delete(key);
      return { ...session, loading };
    });
}

/** While the server could not be reached, messages may have come. */
function forgetEnds({ store }: SyncContext): void {
  changeReplica(store, (replica, batch) => {
    const { epoch } = replica;
    const histories = openEnded(replica.histories, (history) => history.epoch !== epoch, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
}

/** Fetches a page into the archive alone. It is written with the next round of changes. */
export async function archivePage(
  context: SyncContext,
  want: LoadRequest,
  options: PageOptions,
): Promise<void> {
  const { store, archive } = context;
  const { narrow } = want;
  const asked = requestedNow(store.getState().replica);
  const { answer, messages } = await requestPage(context, want, options);
  const { replica } = store.getState();
  const changes = changesSince(replica.recent, asked.lastEvent);
  if (changes === undefined || isStale(replica, narrow, asked)) return;
  const current = messages.flatMap(
    (raw) => caughtUp({ message: fromWireMessage(raw), read: false }, changes)?.message ?? [],
  );
  const isQuiet = replica.lastEvent === asked.lastEvent;
  const known = {
    kind: "known",
    narrow: narrowKey(narrow),
    ids: current.map(({ id }) => id),
    oldestKnown: answer.found_oldest === true,
    // Of what has arrived meanwhile, the page knows nothing.
    newestKnown: answer.found_newest === true && isQuiet,
  } as const;
  await archive.write([{ kind: "messages", json: JSON.stringify(current) }, known], false);
}
