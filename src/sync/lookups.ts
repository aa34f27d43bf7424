/**
 * Fetches on request: all people, all streams, a user by address, and the user on a card.
 *
 * Entries that an event has changed since the request are not replaced: the response may be older than the event.
 */
import { ApiError } from "#api/failure.ts";
import { getUser, getUserByEmail, getUsers } from "#api/people.ts";
import { getStreams } from "#api/streams.ts";
import { get } from "#base/table.ts";
import { fromWirePerson } from "#model/from-wire.ts";
import { withPeople } from "#model/people.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream as Known } from "#model/stream.ts";
import { withStreams } from "#model/streams.ts";
import { showError, showErrorUntilLive } from "#store/composer.ts";
import { answered } from "#store/lookup.ts";
import type { Lookup } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import type { UserId } from "#wire/ids.ts";
import type { Stream } from "#wire/stream.ts";
import type { User } from "#wire/user.ts";
import { wordsOf } from "./background.ts";
import { isReachable, type SyncContext } from "./context.ts";

const view = { client_gravatar: true, include_custom_profile_fields: true };

/** Watches lookups and the open card; the returned function stops it. */
export function startLookups(context: SyncContext): () => void {
  const { store, idle, log } = context;
  const taken = new Set<Lookup>();
  const run = (work: Promise<void>) => {
    idle.during(work).catch((error: unknown) => {
      log.note("A lookup failed.", { reason: String(error) });
    });
  };
  return store.subscribe((state, last) => {
    const card = personOnCard(state);
    if (card !== undefined && card !== personOnCard(last) && isReachable(context))
      run(showPerson(context, card));
    if (state.session.lookups === last.session.lookups) return;
    for (const lookup of state.session.lookups) {
      if (taken.has(lookup)) continue;
      taken.add(lookup);
      run(answer(context, lookup).finally(() => taken.delete(lookup)));
    }
  });
}

function personOnCard({ screen: { dialog } }: State): UserId | undefined {
  return dialog?.kind === "card" && dialog.about.kind === "person" ? dialog.about.id : undefined;
}

/** Known data is shown meanwhile, and kept if the server refuses. */
async function showPerson(context: SyncContext, id: UserId): Promise<void> {
  const before = context.store.getState().replica;
  const options = { signal: context.stopped };
  const { user } = await getUser(context.connection(), { ...view, user_id: id }, options);
  takePeople(context, [user], before);
}

async function answer(context: SyncContext, lookup: Lookup): Promise<void> {
  const { store, stopped, log } = context;
  try {
    await fetchTarget(context, lookup);
  } catch (error) {
    if (stopped.aborted) return;
    log.note("A lookup failed.", { kind: lookup.kind, reason: String(error) });
    const text = wordsOf(error);
    const isAway = error instanceof ApiError && error.failure.kind === "unreachable";
    if (isAway) showErrorUntilLive(store, text);
    else showError(store, text);
  } finally {
    answered(store, lookup);
  }
}

async function fetchTarget(context: SyncContext, lookup: Lookup): Promise<void> {
  const { store, stopped } = context;
  const before = store.getState().replica;
  const connection = context.connection();
  const options = { signal: stopped };
  switch (lookup.kind) {
    case "people": {
      const { members } = await getUsers(connection, view, options);
      return takePeople(context, members, before);
    }
    case "streams": {
      const isAdministrator = administratorProblem(store.getState().view) === undefined;
      const all = isAdministrator ? { include_all_active: true } : { include_web_public: true };
      const { streams } = await getStreams(connection, all, options);
      return takeStreams(context, streams, before);
    }
    case "address": {
      const { user } = await getUserByEmail(connection, { ...view, email: lookup.email }, options);
      takePeople(context, [user], before);
      openCard(context, user.user_id);
    }
  }
}

function takePeople({ store }: SyncContext, users: readonly User[], before: Replica): void {
  changeReplica(store, (now, batch) => {
    if (now.epoch !== before.epoch) return now;
    const people = users.map((user) => fromWirePerson(user));
    const fresh = people.filter(({ id }) => get(now.people, id) === get(before.people, id));
    return withPeople(now, fresh, batch);
  });
}

function takeStreams({ store }: SyncContext, listed: readonly Stream[], before: Replica): void {
  changeReplica(store, (now, batch) => {
    if (now.epoch !== before.epoch) return now;
    const fresh = listed.filter(({ stream_id: id }) =>
      isUnchanged(get(before.streams, id), get(now.streams, id)),
    );
    return withStreams(now, fresh, batch);
  });
}

/** Subscribers are fetched separately. */
function isUnchanged(before: Known | undefined, now: Known | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  const { subscribers: _, ...others } = now;
  return (Object.keys(others) as (keyof typeof others)[]).every((key) => before[key] === now[key]);
}

/** Does not replace a dialog that was opened meanwhile. */
function openCard({ store }: SyncContext, id: UserId): void {
  changeScreen(store, (screen) =>
    screen.dialog === undefined
      ? { ...screen, dialog: { kind: "card", about: { kind: "person", id }, chosen: 0 } }
      : screen,
  );
}
