/**
 * Lets the open search grow by the messages that arrive. What the client cannot judge by itself the server is asked, a
 * second's arrivals at once.
 */
import { matchNarrow } from "#api/messages.ts";
import { get } from "#base/table.ts";
import { placeIn } from "#model/histories.ts";
import { isSearchKey, type Narrow, type NarrowKey, narrowKey } from "#model/narrow.ts";
import { judged } from "#model/search-judge.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import { noteMatches } from "./matches.ts";
import { termsOf } from "./narrow-terms.ts";

type Search = Extract<Narrow, { kind: "search" }>;

export type SearchArrivals = {
  readonly heard: (events: readonly Event[]) => void;
  readonly stop: () => void;
};

const pauseMs = 1000;
/** More IDs would not fit into a request's line; they are asked next. */
const mostAtOnce = 200;

export function startSearchArrivals(context: SyncContext): SearchArrivals {
  const { store, idle } = context;
  let waiting: readonly MessageId[] = [];
  let waitingFor: NarrowKey | undefined;
  let cancel = () => {};
  let timed = false;

  const later = () => {
    if (timed) return;
    timed = true;
    cancel = idle.after(pauseMs, () => {
      timed = false;
      void idle.during(judgeWaiting());
    });
  };
  const judgeWaiting = async () => {
    const state = store.getState();
    const search = openSearch(state);
    if (search === undefined || narrowKey(search) !== waitingFor) return;
    // Its first page may hold them, or not: they are judged when it is here.
    if (state.session.loading.has(waitingFor)) return later();
    const [now, rest] = [waiting.slice(0, mostAtOnce), waiting.slice(mostAtOnce)];
    waiting = rest;
    await takeIn(context, search, now);
    if (waiting.length > 0) later();
  };
  return {
    heard: (events) => {
      const ids = events.flatMap((event) => (event.type === "message" ? [event.message.id] : []));
      if (ids.length === 0) return;
      const search = openSearch(store.getState());
      const key = search && narrowKey(search);
      forgetEnds(context, key);
      if (key === undefined) return;
      waiting = key === waitingFor ? [...waiting, ...ids] : ids;
      waitingFor = key;
      later();
    },
    stop: () => cancel(),
  };
}

function openSearch({ screen: { place } }: State): Search | undefined {
  return !isList(place) && place.narrow.kind === "search" ? place.narrow : undefined;
}

/** Searches that nobody sees are asked for their newest messages when they are opened again. */
function forgetEnds({ store }: SyncContext, but: NarrowKey | undefined): void {
  changeReplica(store, (replica) => {
    const stale = [...replica.histories].filter(
      ([key, { newestKnown }]) => newestKnown && key !== but && isSearchKey(key),
    );
    if (stale.length === 0) return replica;
    const histories = new Map(replica.histories);
    for (const [key, history] of stale) histories.set(key, { ...history, newestKnown: false });
    return { ...replica, histories };
  });
}

async function takeIn(
  context: SyncContext,
  search: Search,
  arrived: readonly MessageId[],
): Promise<void> {
  const { store, log } = context;
  const { replica } = store.getState();
  const verdicts = arrived.flatMap((id) => {
    const message = get(replica.messages, id);
    return message === undefined
      ? []
      : [{ id, verdict: judged(search.terms, message, replica.ownId) }];
  });
  const of = (wanted: string) =>
    verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  place(context, search, of("matches"));
  const open = of("unknown");
  if (open.length === 0) return;
  try {
    place(context, search, await askedOf(context, search, open));
  } catch (error) {
    log.note("Arrivals could not be matched with a search.", { reason: reasonOf(error) });
    forgetEnds(context, undefined);
  }
}

/** Those of the messages that the server finds, with the words that it matched. */
async function askedOf(
  { store, connection, stopped }: SyncContext,
  search: Search,
  ids: readonly MessageId[],
): Promise<readonly MessageId[]> {
  const { replica } = store.getState();
  const narrow = termsOf(search, replica.ownId, connection().level());
  const answer = await matchNarrow(
    connection(),
    { msg_ids: [...ids], narrow },
    { signal: stopped },
  );
  const found = ids.flatMap((id) => {
    const match = answer.messages[id];
    return match === undefined ? [] : [{ id, ...match }];
  });
  noteMatches(store, narrowKey(search), found);
  return found.map(({ id }) => id);
}

function place({ store }: SyncContext, search: Search, ids: readonly MessageId[]): void {
  if (ids.length === 0) return;
  const key = narrowKey(search);
  changeReplica(store, (replica, batch) => {
    const known = ids.filter((id) => get(replica.messages, id) !== undefined);
    let { histories } = replica;
    for (const id of known) histories = placeIn(histories, [key], id, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
}
