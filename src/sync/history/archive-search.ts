/**
 * Searches in the archive. The hits for the open search become a history of an older epoch beside the one that the
 * server's pages make, and are compared with the server.
 */

import { ApiError } from "#api/failure.ts";
import { getMessage } from "#api/messages.ts";
import { type Archive, type ArchiveHits, type ArchiveQuery, noArchive } from "#archive/archive.ts";
import { type Muted, matchedWords } from "#archive/query.ts";
import { get, ids, values } from "#base/table.ts";
import { characterOf, codeOf } from "#emoji/catalogue.ts";
import { decodeMessages, runToEnd } from "#model/decode.ts";
import { everybody } from "#model/from-wire.ts";
import { removeFrom } from "#model/histories.ts";
import { mergeMessages, requestedNow, withArchivedPage } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { onDeleteMessage } from "#model/messages.ts";
import { type NarrowKey, narrowKey, type SearchNarrow, type SearchTerm } from "#model/narrow.ts";
import type { EmojiNames } from "#model/organization.ts";
import type { Replica } from "#model/replica.ts";
import { archivedSearch, isStillFound } from "#model/search.ts";
import { askedSearch } from "#store/asks.ts";
import { follow, parts } from "#store/follow.ts";
import { openList } from "#store/lists.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { inBackground, isReachable, reasonOf, type SyncContext } from "#sync/context.ts";
import { fetchMessages } from "#sync/fetching.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { storeMatched } from "./pages.ts";

const shownInList = 200;

export function startArchiveSearch(context: SyncContext): void {
  const { store, archive, idle } = context;
  if (archive === noArchive) return;
  const noteFound = judgeChanged(context);
  const hitsFor = finding(context);
  const show = (search: SearchNarrow, order: ArchiveQuery["order"]) => {
    const showing = hitsFor(search, order).then((messages) => noteFound(search, messages));
    void inBackground(context, "The archive was not searched.", idle.during(showing));
  };
  follow(store, [parts.place, isForgotten], (state, before) => {
    const { place } = state.screen;
    if (place.kind === "search" && (place !== before.screen.place || isForgotten(state)))
      show(place, "newest");
  });
  follow(store, [askedSearch], (state) => {
    const search = askedSearch(state);
    if (search !== undefined) show(search, "newest");
  });
  checkHits(context);
  // Ranking all hits takes longer than finding the newest ones.
  follow(store, [bestWanted], (state) => {
    const search = bestWanted(state);
    if (search !== undefined) show(search, "best");
  });
}

/** Whether nothing is known of what the archive has for the open search, as when the user searches for the same again. */
function isForgotten(state: State): boolean {
  return state.screen.place.kind === "search" && hitsOf(state) === undefined;
}

/** The open search whose best hits are listed, if they may be others than the newest ones. */
function bestWanted({ screen, replica }: State): SearchNarrow | undefined {
  const { place } = screen;
  if (place.kind !== "search" || openList(screen)?.filter !== "best") return undefined;
  const newest = replica.histories.get(narrowKey(archivedSearch(place)));
  return newest?.oldestKnown === false ? place : undefined;
}

/** The archive is not asked again for what is here while neither it nor what the search means has changed. */
function finding(context: SyncContext) {
  const { store, archive, clock, stopped } = context;
  const asked = new Map<NarrowKey, { readonly revision: string; readonly names: unknown }>();
  return async (search: SearchNarrow, order: ArchiveQuery["order"]) => {
    const key = narrowKey(archivedSearch(search, order));
    const before = asked.get(key);
    const foundIn = ({ histories, emojiNames, epoch }: Replica) => {
      const history = histories.get(key);
      const isThere = history?.newestKnown === true && isStillFound({ epoch }, history);
      return isThere && before?.names === emojiNames ? history : undefined;
    };
    // What is there is drawn first: asking wakes another thread.
    if (foundIn(store.getState().replica) !== undefined) await clock.sleep(0, stopped);
    const revision = await archive.revision();
    const { replica } = store.getState();
    const current = before?.revision === revision ? foundIn(replica) : undefined;
    if (current !== undefined) return current.ids.flatMap((id) => get(replica.messages, id) ?? []);
    asked.set(key, { revision, names: replica.emojiNames });
    return showFound(context, search, order);
  };
}

async function showFound(
  context: SyncContext,
  search: SearchNarrow,
  order: ArchiveQuery["order"],
): Promise<readonly Message[]> {
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
  changeReplica(store, (now, batch) => {
    const isOutdated = now.lastEvent !== replica.lastEvent;
    return withArchivedPage(
      now,
      archivedSearch(search, order),
      { ...page, isOutdated },
      "around",
      batch,
    );
  });
  const words = messages.flatMap((message) => {
    const matched = matchedWords(message, search.terms);
    return matched === undefined ? [] : [[message.id, matched] as const];
  });
  storeMatched(store, narrowKey(search), words);
  return messages;
}

type Texts = Map<MessageId, Pick<Message, "content" | "conversation">>;

/**
 * Asks the archive again about hits whose text or conversation has changed since: those that do not match any more leave
 * what it found. The returned function is told of what it found.
 */
function judgeChanged(context: SyncContext) {
  const { store, idle } = context;
  let texts: Texts = new Map();
  let search: SearchNarrow | undefined;
  let isRunning = false;
  const judge = async () => {
    if (isRunning) return;
    isRunning = true;
    for (;;) {
      const changed = changedHits(store.getState(), search, texts);
      if (search === undefined || changed.length === 0) break;
      for (const message of changed) texts.set(message.id, message);
      await dropUnmatched(
        context,
        search,
        changed.map(({ id }) => id),
      );
    }
    isRunning = false;
  };
  follow(store, [({ replica }) => replica.messages], (state) => {
    if (changedHits(state, search, texts).length > 0) void idle.during(judge());
  });
  return (asked: SearchNarrow, messages: readonly Message[]) => {
    if (search === undefined || narrowKey(search) !== narrowKey(asked)) texts = new Map();
    search = asked;
    for (const message of messages) texts.set(message.id, message);
    void idle.during(judge());
  };
}

/** Of the search if it is open, the hits as they are now that were found with another text, or elsewhere. */
function changedHits(
  state: State,
  search: SearchNarrow | undefined,
  texts: Texts,
): readonly Message[] {
  const { screen, replica } = state;
  const open = screen.place.kind === "search" ? screen.place : askedSearch(state);
  if (search === undefined || open === undefined || narrowKey(open) !== narrowKey(search))
    return [];
  return [...texts].flatMap(([id, was]) => {
    const now = get(replica.messages, id);
    if (now === undefined) return [];
    return now.content === was.content && now.conversation === was.conversation ? [] : [now];
  });
}

async function dropUnmatched(
  { store, archive }: SyncContext,
  search: SearchNarrow,
  changed: readonly MessageId[],
): Promise<void> {
  const sought = archiveTerms(store.getState().replica, search.terms);
  const terms = [...sought, { operator: "id", operand: changed }];
  const { messages, more } = await archive.search({
    terms,
    order: "newest",
    limit: changed.length,
  });
  if (more) return;
  const matching = new Set(messages.map(({ id }) => id));
  const gone = new Set(changed.filter((id) => !matching.has(id)));
  const keys = [archivedSearch(search), archivedSearch(search, "best")].map(narrowKey);
  changeReplica(store, (replica, batch) => {
    const histories = removeFrom(replica.histories, keys, gone, batch);
    return histories === replica.histories ? replica : { ...replica, histories };
  });
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
  const unchecked = (): readonly MessageId[] => {
    const state = store.getState();
    if (stopped.aborted || !isReachable(context) || isLean(state)) return [];
    if (state.replica.epoch !== epoch) checked.clear();
    epoch = state.replica.epoch;
    return hitsToCheck(state).filter((id) => !checked.has(id));
  };
  const check = async () => {
    if (isRunning) return;
    isRunning = true;
    for (const id of await comparedTogether(context, unchecked())) checked.add(id);
    for (let [id] = unchecked(); id !== undefined; [id] = unchecked()) {
      checked.add(id);
      if (await isChecked(context, id)) continue;
      checked.delete(id);
      break;
    }
    isRunning = false;
  };
  follow(
    store,
    [hitsOf, parts.place, parts.connection, isLean, ({ session }) => session.loading],
    () => {
      if (unchecked().length > 0) void idle.during(check());
    },
  );
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

/** Compares them by one request, if the server can; resolves with those that it has told of. */
async function comparedTogether(
  context: SyncContext,
  ids: readonly MessageId[],
): Promise<readonly MessageId[]> {
  const { store, connection, log } = context;
  if (ids.length < 2 || connection().level() < since.messagesById) return [];
  const asked = requestedNow(store.getState().replica);
  try {
    const page = { message_ids: [...ids], client_gravatar: true };
    const { messages } = await fetchMessages(context, page, { priority: "background" });
    changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
    return messages.map(({ id }) => id);
  } catch (error) {
    log.note("Messages that were found could not be compared.", { reason: reasonOf(error) });
    return [];
  }
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
  "is:muted": (replica) => [{ operator: "muted", operand: JSON.stringify(mutedIn(replica)) }],
  "in:home": (replica) => [
    { operator: "muted", operand: JSON.stringify(mutedIn(replica)), negated: true },
  ],
  "streams:public": ({ streams }) => [
    {
      operator: "stream",
      operand: [...values(streams)].filter(({ isPrivate }) => !isPrivate).map(({ id }) => id),
    },
  ],
  "streams:archived": ({ archived }) => [
    {
      operator: "stream",
      operand: [...archived.values()].filter((one) => one.isArchived).map(({ id }) => id),
    },
  ],
  dm: ({ ownId }, { operand }) => [
    {
      operator: "dm",
      operand: everybody(ownId, operand as readonly UserId[]),
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
