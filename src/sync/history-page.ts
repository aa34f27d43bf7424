/** Fetches one page of a narrow's history into the replica. */
import type { CallOptions } from "#api/connection.ts";
import { get } from "#base/table.ts";
import type { OwnMessage } from "#journal/claims.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { isStale, mergePage, requestedNow } from "#model/merge-page.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { LoadRequest } from "#store/screen.ts";
import { changeReplica } from "#store/store.ts";
import type { Message } from "#wire/message.ts";
import type { SyncContext } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import { storeMatches } from "./matches.ts";
import { termsOf } from "./narrow-terms.ts";
import { pageFor } from "./pages.ts";

export type PageOptions = Pick<CallOptions, "priority" | "beforeSending"> & {
  /** Aborted while the request waits in the lane, to replace it by one with a higher priority. */
  readonly withdrawn?: AbortSignal;
};

/** Repeats the request until the response is not older than events applied meanwhile. */
export async function loadPage(
  context: SyncContext,
  want: LoadRequest,
  options: PageOptions,
): Promise<void> {
  const { store, log, stopped } = context;
  const { withdrawn = stopped, ...rest } = options;
  const signal = AbortSignal.any([stopped, withdrawn]);
  const { narrow } = want;
  for (let merged = false; !merged; ) {
    const state = store.getState();
    const asked = requestedNow(state.replica);
    const { answer, messages, mismatches } = await fetchMessages(
      context,
      {
        ...pageFor(state, want),
        narrow: termsOf(narrow, state.replica.ownId, context.connection().level()),
        client_gravatar: true,
      },
      { ...rest, signal },
    );
    for (const { path, reason } of mismatches)
      log.warn("A message of a page was skipped.", { path, reason });
    const page = {
      messages,
      foundOldest: answer.found_oldest ?? false,
      foundNewest: answer.found_newest ?? false,
      anchor: answer.anchor,
    };
    changeReplica(
      store,
      (replica, batch) => {
        merged = !isStale(replica, narrow, asked);
        return merged ? mergePage(replica, narrow, page, asked, batch) : replica;
      },
      ownOf(store.getState().replica, messages),
    );
    if (merged && narrow.kind === "search") storeMatches(store, narrowKey(narrow), messages);
  }
}

/** The user's own messages of a page, which may include unconfirmed sends. */
function ownOf(replica: Replica, messages: readonly Message[]): readonly OwnMessage[] {
  return messages
    .filter(({ sender_id }) => sender_id === replica.ownId)
    .map((message) => {
      const { id, conversation, content } =
        get(replica.messages, message.id) ?? fromWireMessage(message);
      return { id, conversation, content };
    });
}
