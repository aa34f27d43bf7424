/**
 * The server's emoji names: from the cache, and fetched if the server or its list has changed.
 *
 * They are fetched once the server is live, so that they do not delay the start, and not on a slow line. Until then, and
 * if they are unavailable, the bundled names are used.
 */

import { ApiError } from "#api/failure.ts";
import type { FetchDocument } from "#api/public-document.ts";
import { backoff } from "#base/backoff.ts";
import { decodeEmojiNames, type EmojiNames } from "#model/organization.ts";
import type { Replica } from "#model/replica.ts";
import { withEmojiNames } from "#model/settings.ts";
import { follow, parts } from "#store/follow.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { isReachable, type SyncContext } from "#sync/context.ts";
import { inSlices } from "#sync/fetching.ts";

/** Documents outside the event queue: how to fetch them, and where they are cached for the account. */
export type Documents = {
  readonly fetch: FetchDocument;
  /** Undefined if not cached. */
  readonly get: (key: string) => Promise<string | undefined>;
  readonly put: (key: string, json: string) => Promise<void>;
};

const cacheKey = "emoji-names";
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

export function startEmojiNames(context: SyncContext, documents: Documents): void {
  const { store, clock, idle, stopped, log } = context;
  const wait = backoff(context.random, firstWaitMs, longestWaitMs);
  /** The source whose list is loaded, pending or given up. */
  let settled: string | undefined;
  let cancelWait = () => {};

  const advance = (state: State) => {
    const source = sourceOf(state);
    if (source === undefined || source.id === settled) return;
    if (stopped.aborted || !isReachable(context)) return;
    settled = source.id;
    cancelWait();
    void idle.during(load(source));
  };
  const load = async (source: Source) => {
    try {
      const isCurrent = await update(context, documents, source);
      if (!isCurrent && settled === source.id) settled = undefined;
      wait.reset();
    } catch (error) {
      if (stopped.aborted) return;
      log.note("The server's emoji names could not be read.", { reason: String(error) });
      if (!isPassing(error) || settled !== source.id) return;
      cancelWait = clock.after(wait.next(), () => {
        settled = undefined;
        advance(store.getState());
      });
    }
  };

  advance(store.getState());
  follow(store, [({ replica }) => replica.emojiNames], ({ replica }) => {
    // Another realm responds: nothing of the previous one is kept.
    if (replica.emojiNames === undefined) settled = undefined;
  });
  follow(store, [({ replica }) => replica.realm, parts.connection, isLean], advance);
}

/** Once, for verbs: the replica with the server's names, or as it is if they are unavailable. */
export async function withServerNames(
  context: SyncContext,
  documents: Documents,
): Promise<Replica> {
  const source = sourceOf(context.store.getState());
  try {
    if (source !== undefined) await update(context, documents, source);
  } catch (error) {
    context.stopped.throwIfAborted();
    context.log.note("The server's emoji names could not be read.", { reason: String(error) });
  }
  return context.store.getState().replica;
}

type Source = {
  readonly address: string;
  /** Changes with the URL and the server's version: while both are the same, a list is valid. */
  readonly id: string;
};

/** Undefined while no server is known, and for servers without such a list. */
function sourceOf({ replica: { epoch, realm } }: State): Source | undefined {
  const { emojiDataUrl: address, version = "", featureLevel } = realm;
  if (epoch === 0 || address === undefined) return undefined;
  return { address, id: `${featureLevel} ${version} ${address}` };
}

/** True for errors that a retry may fix. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.failure.kind === "unreachable" || error.failure.kind === "broken")
  );
}

/** False if the list would have to be fetched on a slow line. */
async function update(
  context: SyncContext,
  documents: Documents,
  source: Source,
): Promise<boolean> {
  const cached = await readCache(context, documents);
  const { emojiNames } = context.store.getState().replica;
  if (cached?.names !== undefined && emojiNames === undefined) setNames(context, cached.names);
  if (cached?.names !== undefined && cached.id === source.id) return true;
  if (isLean(context.store.getState())) return false;
  const text = await documents.fetch(source.address, context.stopped);
  const names = await decoded(context, JSON.parse(text));
  if (names === undefined) throw new Error("it is not a list of names");
  // Another server may be at the address by now.
  if (sourceOf(context.store.getState())?.id !== source.id) return true;
  setNames(context, names);
  const entry = { id: source.id, list: { code_to_names: Object.fromEntries(names) } };
  await documents.put(cacheKey, JSON.stringify(entry));
  return true;
}

function setNames({ store }: SyncContext, names: EmojiNames): void {
  changeReplica(store, (replica) => withEmojiNames(replica, names));
}

function decoded({ clock, stopped }: SyncContext, list: unknown): Promise<EmojiNames | undefined> {
  return inSlices(decodeEmojiNames(list), clock, stopped);
}

/** Cached data is validated like a response: another version, or anybody, may have written it. */
async function readCache(context: SyncContext, documents: Documents) {
  try {
    const json = await documents.get(cacheKey);
    const cached: unknown = json === undefined ? undefined : JSON.parse(json);
    if (typeof cached !== "object" || cached === null || !("id" in cached && "list" in cached))
      return undefined;
    return { id: cached.id, names: await decoded(context, cached.list) };
  } catch (error) {
    context.log.note("The cached emoji names could not be read.", { reason: String(error) });
    return undefined;
  }
}
