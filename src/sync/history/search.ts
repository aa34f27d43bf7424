/**
 * Keeps the open search current: evaluates messages that arrive, are edited or are moved. Those that the client cannot
 * evaluate are sent to the server, batched once a second.
 */

import { matchNarrow } from "#api/messages.ts";
import { has, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { History } from "#model/histories.ts";
import { insertIn, openEnded, outdated, removeFrom } from "#model/histories.ts";
import { moveOf } from "#model/message-changes.ts";
import { type NarrowKey, narrowKey, type SearchNarrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import {
  historiesOf,
  isForServers,
  mayChangeFound,
  type Verdict,
  verdictOn,
} from "#model/search.ts";
import { askedSearch } from "#store/asks.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { reasonOf } from "#sync/context.ts";
import { termsOf } from "#sync/fetching.ts";
import { refetchFlags } from "#sync/flag-order.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import { storeMatches } from "./pages.ts";

const pauseMs = 1000;
/** More IDs would not fit into a URL; they are sent with the next request. */
const maxAtOnce = 200;
/** Beyond this, the newest page is fetched instead: a flood would be judged for minutes after its end. */
const maxWaiting = 5 * maxAtOnce;

/** The returned function is told of all events, after they were applied. */
export function searchArrivals(context: SyncContext): (events: readonly Event[]) => void {
  const { store, idle } = context;
  let waiting: readonly MessageId[] = [];
  let waitingFor: NarrowKey | undefined;
  let timed = false;

  const later = () => {
    if (timed) return;
    timed = true;
    idle.after(pauseMs, () => {
      timed = false;
      void idle.during(judgeWaiting());
    });
  };
  const judgeWaiting = async () => {
    const state = store.getState();
    const search = openSearch(state);
    if (search === undefined || narrowKey(search) !== waitingFor) return;
    if (!isForServers(search, state.replica)) return;
    // Its first page may or may not contain them: they are checked once it has arrived.
    if (state.session.loading.has(waitingFor)) return later();
    const [now, rest] = [waiting.slice(0, maxAtOnce), waiting.slice(maxAtOnce)];
    waiting = rest;
    await evaluate(context, search, now);
    if (waiting.length > 0) later();
  };
  return (events) => {
    markOutdated(context, events);
    const changed = events.flatMap(changedIn);
    const arrived = events.flatMap((event) => (event.type === "message" ? [event.message.id] : []));
    const ids = [...arrived, ...changed];
    if (ids.length === 0) return;
    const search = openSearch(store.getState());
    const key = search && narrowKey(search);
    forgetEnds(context, key, ids);
    forgetDoubtful(context, key, changed);
    if (key === undefined) return;
    waiting = key === waitingFor ? [...waiting, ...ids] : ids;
    waitingFor = key;
    if (waiting.length > maxWaiting) {
      waiting = [];
      forgetEnds(context, undefined);
    } else later();
  };
}

/** Another account's list is open as long as this one is asked for what it shows. */
function openSearch(state: State): SearchNarrow | undefined {
  const { place } = state.screen;
  return place.kind === "search" ? place : askedSearch(state);
}

/** Searches that are not found by messages alone are asked again when they are opened anew. */
function markOutdated({ store }: SyncContext, events: readonly Event[]): void {
  changeReplica(store, (replica, batch) => {
    const isConcerned = ({ narrow }: History) =>
      narrow.kind === "search" && events.some((event) => mayChangeFound(replica, narrow, event));
    const histories = outdated(replica.histories, isConcerned, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
}

/** Closed searches that may find one of these, or any, fetch their newest messages when they are opened again. */
function forgetEnds(
  { store }: SyncContext,
  but: NarrowKey | undefined,
  ids?: readonly MessageId[],
): void {
  changeReplica(store, (replica, batch) => {
    const isConcerned = ({ narrow }: History, key: NarrowKey) =>
      narrow.kind === "search" &&
      key !== but &&
      (ids?.some((id) => verdictOn(replica, narrow, id) !== "differs") ?? true);
    const histories = openEnded(replica.histories, isConcerned, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
}

/** Closed searches whose results a changed message may affect are fetched again when they are opened. */
function forgetDoubtful(
  { store }: SyncContext,
  but: NarrowKey | undefined,
  ids: readonly MessageId[],
): void {
  if (ids.length === 0) return;
  const open = openSearch(store.getState());
  const kept = [but, ...(open === undefined ? [] : historiesOf(open).slice(1))];
  changeReplica(store, (replica) => {
    const isDoubtful = ([key, { narrow, ids: found }]: [NarrowKey, History]) =>
      narrow.kind === "search" &&
      !kept.includes(key) &&
      ids.some((id) => has(found, id) || verdictOn(replica, narrow, id) !== "differs");
    const doubtful = [...replica.histories].filter(isDoubtful);
    if (doubtful.length === 0) return replica;
    const histories = new Map(replica.histories);
    for (const [key] of doubtful) histories.delete(key);
    return { ...replica, histories };
  });
}

/** Messages whose text or conversation has changed. */
function changedIn(event: Event): readonly MessageId[] {
  if (event.type !== "update_message") return [];
  if (moveOf(event) !== undefined) return event.message_ids;
  return event.content === undefined || event.rendering_only === true ? [] : [event.message_id];
}

async function evaluate(
  context: SyncContext,
  search: SearchNarrow,
  changed: readonly MessageId[],
): Promise<void> {
  const { store, log } = context;
  const { replica } = store.getState();
  const ids = [...new Set(changed)].filter((id) => isWithin(replica, search, id));
  const of = (wanted: Verdict) => ids.filter((id) => verdictOn(replica, search, id) === wanted);
  insertAll(context, search, of("matches"));
  removeAll(context, search, of("differs"));
  const open = of("unknown");
  if (open.length === 0) return;
  try {
    const matched = await askedOf(context, search, open);
    // The server was not asked about times.
    const remaining = matched.filter(
      (id) => verdictOn(store.getState().replica, search, id) !== "differs",
    );
    const missing = remaining.filter(
      (id) => get(store.getState().replica.messages, id) === undefined,
    );
    await refetchFlags(context, sorted(missing));
    insertAll(context, search, remaining);
    const matching = new Set(remaining);
    removeAll(
      context,
      search,
      open.filter((id) => !matching.has(id)),
    );
  } catch (error) {
    log.note("Messages could not be matched with a search.", { reason: reasonOf(error) });
    forgetEnds(context, undefined);
  }
}

/** Whether the search would show a match: older ones than its known part are fetched with the rest. */
function isWithin({ histories }: Replica, search: SearchNarrow, id: MessageId): boolean {
  const history = histories.get(narrowKey(search));
  const first = history?.ids[0];
  return history?.oldestKnown === true || (first !== undefined && id >= first);
}

/** The messages that the server finds, with the words that it matched. */
async function askedOf(
  { store, connection, stopped }: SyncContext,
  search: SearchNarrow,
  ids: readonly MessageId[],
): Promise<readonly MessageId[]> {
  const { replica } = store.getState();
  const narrow = termsOf(search, replica.ownId, connection().level());
  const answer = await matchNarrow(
    connection(),
    { msg_ids: [...ids], narrow },
    { signal: stopped },
  );
  const matched = ids.flatMap((id) => {
    const match = answer.messages[id];
    return match === undefined ? [] : [{ id, ...match }];
  });
  storeMatches(store, narrowKey(search), matched);
  return matched.map(({ id }) => id);
}

function insertAll({ store }: SyncContext, search: SearchNarrow, ids: readonly MessageId[]): void {
  if (ids.length === 0) return;
  const key = narrowKey(search);
  changeReplica(store, (replica, batch) => {
    const present = ids.filter((id) => get(replica.messages, id) !== undefined);
    let { histories } = replica;
    for (const id of present) histories = insertIn(histories, [key], id, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
}

function removeAll({ store }: SyncContext, search: SearchNarrow, ids: readonly MessageId[]): void {
  changeReplica(store, (replica, batch) => {
    const histories = removeFrom(replica.histories, historiesOf(search), new Set(ids), batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
}
