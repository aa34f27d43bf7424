/**
 * Searches in the archive. The hits for the open search become a history of an older epoch beside the one that the
 * server's pages make, and are compared with the server.
 */
import { ApiError } from "#api/failure.ts";
import { getMessage } from "#api/messages.ts";
import { type Archive, type ArchiveHits, type ArchiveQuery, noArchive } from "#archive/archive.ts";
import { type Muted, matchedWords } from "#archive/query.ts";
import { sorted } from "#base/sorted.ts";
import { get, ids, values } from "#base/table.ts";
import { characterOf, codeOf } from "#emoji/catalogue.ts";
import { decodeMessages, runToEnd } from "#model/decode.ts";
import { mergeMessages, requestedNow, withArchivedPage } from "#model/merge-page.ts";
import { onDeleteMessage } from "#model/messages.ts";
import { narrowKey, type SearchNarrow, type SearchTerm } from "#model/narrow.ts";
import type { EmojiNames } from "#model/organization.ts";
import type { Replica } from "#model/replica.ts";
import { archivedSearch } from "#model/search.ts";
import { askedSearch } from "#store/asks.ts";
import { follow, parts } from "#store/follow.ts";
import { openList } from "#store/lists.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { isReachable, reasonOf, type SyncContext } from "#sync/context.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { storeMatched } from "./pages.ts";

const shownInList = 200;

export function startArchiveSearch(context: SyncContext): void {
  const { store, archive, idle } = context;
  if (archive === noArchive) return;
  follow(store, [parts.place], ({ screen: { place } }) => {
    if (place.kind === "search") void idle.during(showFound(context, place, "newest"));
  });
  follow(store, [askedSearch], (state) => {
    const search = askedSearch(state);
    if (search !== undefined) void idle.during(showFound(context, search, "newest"));
  });
  checkHits(context);
  // Ranking all hits takes longer than finding the newest ones.
  follow(store, [bestWanted], (state) => {
    const search = bestWanted(state);
    if (search !== undefined) void idle.during(showFound(context, search, "best"));
  });
}

/** The open search whose best hits are listed, if they may be others than the newest ones. */
function bestWanted({ screen, replica }: State): SearchNarrow | undefined {
  const { place } = screen;
  if (place.kind !== "search" || openList(screen)?.filter !== "best") return undefined;
  const newest = replica.histories.get(narrowKey(archivedSearch(place)));
  return newest?.oldestKnown === false ? place : undefined;
}

async function showFound(
  context: SyncContext,
  search: SearchNarrow,
  order: ArchiveQuery["order"],
): Promise<void> {
  const { store, archive } = context;
  const { replica } = store.getState();
  const terms = archiveTerms(replica, search.terms);
  const { messages, more } = await archive.search({ terms, order, limit: shownInList });
  const page = {
    messages: order === "newest" ? messages.toReversed() : messages.toSorted((a, b) => a.id - b.id),
    holes: [],
    oldestKnown: !more,
    newestKnown: true,
  };
  changeReplica(store, (now, batch) =>
    withArchivedPage(now, archivedSearch(search, order), page, "around", batch),
  );
  const words = messages.flatMap((message) => {
    const matched = matchedWords(message, search.terms);
    return matched === undefined ? [] : [[message.id, matched] as const];
  });
  storeMatched(store, narrowKey(search), words);
}

// While weir did not run, messages may have been edited, moved and deleted, of which no event tells. What the user reads
// is fetched anyway; what is only found is fetched here, in the background.

/** Hits of a search that are compared, the newest first: about a screen. */
const mostChecked = 40;

function checkHits(context: SyncContext): void {
  const { store, stopped, idle } = context;
  const checked = new Set<MessageId>();
  let epoch = 0;
  let isRunning = false;
  const next = (): MessageId | undefined => {
    const state = store.getState();
    if (stopped.aborted || !isReachable(context) || isLean(state)) return undefined;
    if (state.replica.epoch !== epoch) checked.clear();
    epoch = state.replica.epoch;
    return hitsToCheck(state).find((id) => !checked.has(id));
  };
  const check = async () => {
    if (isRunning) return;
    isRunning = true;
    for (let id = next(); id !== undefined; id = next()) {
      checked.add(id);
      if (await isChecked(context, id)) continue;
      checked.delete(id);
      break;
    }
    isRunning = false;
  };
  follow(store, [hitsOf, parts.place, parts.connection, ({ session }) => session.loading], () => {
    if (next() !== undefined) void idle.during(check());
  });
}

/** What the archive has found for the open search. */
function hitsOf({ screen: { place }, replica }: State): readonly MessageId[] | undefined {
  if (place.kind !== "search") return undefined;
  return replica.histories.get(narrowKey(archivedSearch(place)))?.ids;
}

/** Those that the server has not told of. Its own hits come first. */
function hitsToCheck(state: State): readonly MessageId[] {
  const { screen, session, replica } = state;
  const { place } = screen;
  if (place.kind !== "search" || session.loading.has(narrowKey(place))) return [];
  const newest = (hitsOf(state) ?? []).slice(-mostChecked).toReversed();
  return newest.filter((id) => get(replica.carriedOver, id) === true);
}

/** False: it is to be tried again. */
async function isChecked(context: SyncContext, id: MessageId): Promise<boolean> {
  const { store, connection, stopped, log } = context;
  const asked = requestedNow(store.getState().replica);
  try {
    const wanted = { message_id: id, apply_markdown: false };
    const options = { signal: stopped, priority: "background" } as const;
    const { message } = await getMessage(connection(), wanted, options);
    const { messages } = runToEnd(decodeMessages(message === undefined ? [] : [message]));
    changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
    return true;
  } catch (error) {
    if (!isUnknownMessage(error)) {
      log.note("A message that was found could not be compared.", { reason: reasonOf(error) });
      return false;
    }
    forgetMessage(context, id);
    return true;
  }
}

/** Other refusals are about the account or the organization, such as a deactivated one. */
function isUnknownMessage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  return failure.kind === "refused" && failure.status === 400;
}

/** It does not exist any more, or the user may not see it. */
function forgetMessage({ store, archive }: SyncContext, id: MessageId): void {
  const type = "delete_message";
  changeReplica(store, (replica, batch) =>
    onDeleteMessage(replica, { type, id: replica.lastEvent, message_ids: [id] }, batch),
  );
  void archive.write([{ kind: "deleted", ids: [id] }], false);
}

/** The newest messages in the archive that match; the newest comes first. */
export function searchArchive(
  { archive, replica }: { readonly archive: Archive; readonly replica: Replica },
  terms: readonly SearchTerm[],
  limit: number,
): Promise<ArchiveHits> {
  return archive.search({ terms: archiveTerms(replica, terms), order: "newest", limit });
}

/** The terms as the archive understands them, which knows messages only. */
export function archiveTerms(
  replica: Replica,
  terms: readonly SearchTerm[],
): readonly SearchTerm[] {
  return terms.flatMap((term) => {
    const { operator, operand } = term;
    const translated = byOperator[`${operator}:${operand}`] ?? byOperator[operator];
    return (translated?.(replica, term) ?? [term]).map((one) => ({
      ...(term.negated === true && { negated: true as const }),
      ...one,
    }));
  });
}

type Translation = (replica: Replica, term: SearchTerm) => readonly SearchTerm[];

const byOperator: Readonly<Record<string, Translation>> = {
  "is:unread": ({ unreads }) => [{ operator: "id", operand: [...ids(unreads.where)] }],
  "is:followed": ({ policies }) => [
    { operator: "conversations", operand: JSON.stringify(withPolicy(policies, 3)) },
  ],
  "in:home": (replica) => [
    { operator: "muted", operand: JSON.stringify(mutedIn(replica)), negated: true },
  ],
  "streams:public": ({ streams }) => [
    {
      operator: "stream",
      operand: [...values(streams)].filter(({ isPrivate }) => !isPrivate).map(({ id }) => id),
    },
  ],
  dm: ({ ownId }, { operand }) => [
    {
      operator: "dm",
      operand: sorted([...new Set([ownId, ...(operand as readonly UserId[])])]),
    },
  ],
  mentions: ({ people }, { operand }) => [
    { operator: "mentions", operand: `${get(people, operand as UserId)?.name ?? ""}|${operand}` },
  ],
  search: ({ emojiNames }, { operand }) => withEmoji(emojiNames, `${operand}`),
};

function withPolicy(policies: Replica["policies"], policy: number): readonly string[] {
  return [...policies].flatMap(([key, its]) => (its === policy ? [key] : []));
}

function mutedIn({ policies, streams }: Replica): Muted {
  return {
    conversations: withPolicy(policies, 1),
    streams: [...values(streams)].flatMap(({ id, subscription }) =>
      subscription?.muted === true ? [id] : [],
    ),
    except: [...withPolicy(policies, 2), ...withPolicy(policies, 3)],
  };
}

const emojiPart = /(?<=^|\s)(?::([\w+-]+):|(\p{Extended_Pictographic}\S*))(?=\s|$)/gu;

/** An emoji is found by each of its names, and a name as the emoji. */
function withEmoji(names: EmojiNames | undefined, operand: string): readonly SearchTerm[] {
  const emoji: SearchTerm[] = [];
  const words = operand.replace(emojiPart, (_, name?: string, character = "") => {
    const all = emojiForms(names, name, character);
    emoji.push({ operator: "emoji", operand: all.join(" ") });
    return " ";
  });
  return words.trim() === "" && emoji.length > 0
    ? emoji
    : [...emoji, { operator: "search", operand: words }];
}

function emojiForms(names: EmojiNames | undefined, name: string | undefined, character: string) {
  const code = codeOf(character);
  const entry = [...(names ?? [])].find(([its, all]) =>
    name === undefined ? its.replaceAll("-fe0f", "") === code : all.includes(name),
  );
  const [known, all = []] = entry ?? [];
  const written = (known === undefined ? undefined : characterOf(known)) ?? character;
  const named = name === undefined || all.includes(name) ? all : [name, ...all];
  return [...(written === "" ? [] : [written]), ...named.map((one) => `:${one}:`)];
}
