/** Searches while the user types: the archive at once, and the server after a pause. */
import { noArchive } from "#archive/archive.ts";
import { sorted } from "#base/sorted.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { type Narrow, narrowKey, type SearchNarrow, type SearchTerm } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { isForServers } from "#model/search.ts";
import { withStreamsOf } from "#model/streams.ts";
import { showAnswer, showHits, typedSearch } from "#store/dialog-answers.ts";
import { follow } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { isReachable, reasonOf, type SyncContext, withdrawal } from "#sync/context.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { searchArchive } from "./archive-search.ts";
import { newestFound } from "./pages.ts";

/** As many as fit below the typed text. */
const shownWhileTyping = 20;
/** Servers allow two or three requests a second to everything together. */
const pauseMs = 600;

export function startTypedSearch(context: SyncContext): void {
  if (context.archive !== noArchive) searchHere(context);
  searchOnServer(context);
}

/** One at a time: what was typed meanwhile is asked for next, what was typed before that is not. */
function searchHere(context: SyncContext): void {
  const { store, idle } = context;
  let isAsking = false;
  const askForTyped = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    for (;;) {
      const typed = typedSearch(store.getState());
      if (typed?.terms === undefined || typed.hits?.terms === typed.terms) break;
      await showTyped(context, typed.terms);
    }
    isAsking = false;
  };
  follow(store, [typedTerms], () => void idle.during(askForTyped()));
}

/** Each key withdraws the question, or drops its answer. */
function searchOnServer(context: SyncContext): void {
  const { store, clock, idle } = context;
  let withdraw = () => {};
  follow(store, [typedTerms], (state) => {
    withdraw();
    const terms = typedTerms(state);
    if (terms === undefined) return;
    const search: SearchNarrow = { kind: "search", text: "", terms };
    if (!isReachable(context) || !isForServers(search, state.replica)) {
      showAnswer(store, terms, { kind: "not asked" });
      return;
    }
    const asking = new AbortController();
    const ask = () => void idle.during(askServer(context, search, asking.signal));
    const cancel = clock.after(pauseMs, ask);
    withdraw = () => {
      cancel();
      asking.abort(withdrawal);
    };
  });
}

async function askServer(
  context: SyncContext,
  search: SearchNarrow,
  withdrawn: AbortSignal,
): Promise<void> {
  const { store, log } = context;
  try {
    const { messages, foundOldest } = await newestFound(
      context,
      search,
      shownWhileTyping,
      withdrawn,
    );
    changeReplica(store, (replica) => withStreamsOf(replica, messages));
    showAnswer(store, search.terms, {
      kind: "found",
      messages: messages.map((message) => fromWireMessage(message)).toReversed(),
      more: !foundOldest,
    });
  } catch (error) {
    // Enter asks again, and says why there is no answer.
    if (!withdrawn.aborted) log.note("The server was not searched.", { reason: reasonOf(error) });
  }
}

const typedTerms = (state: State) => typedSearch(state)?.terms;

async function showTyped(context: SyncContext, terms: readonly SearchTerm[]): Promise<void> {
  const { store, archive } = context;
  const { replica } = store.getState();
  const { messages, more } = await searchArchive({ archive, replica }, terms, shownWhileTyping);
  const narrow = narrowIn(replica, terms);
  const before = typedSearch(store.getState())?.hits?.searched;
  const isSame = before !== undefined && narrowKey(before.narrow) === narrowKey(narrow);
  const searched = isSame ? before : { narrow, ...(await archive.extent(narrow)) };
  showHits(store, { terms, messages, more, searched });
}

/** The stream, topic or conversation to which the terms restrict the search; all messages if they do not. */
function narrowIn(replica: Replica, terms: readonly SearchTerm[]): Narrow {
  const operandOf = (name: string) =>
    terms.find(({ operator, negated }) => operator === name && negated !== true)?.operand;
  const [stream, topic, dm] = [operandOf("stream"), operandOf("topic"), operandOf("dm")];
  if (typeof dm === "object")
    return { kind: "direct", userIds: sorted([replica.ownId, ...dm] as UserId[]) };
  if (typeof stream !== "number") return { kind: "all" };
  const streamId = stream as StreamId;
  return typeof topic === "string"
    ? { kind: "topic", streamId, topic }
    : { kind: "stream", streamId };
}
