/** Searches for unread messages that the register response left out, page by page from the newest on. */
import type { ReadOlder } from "#journal/actions/read-older.ts";
import { requestedNow } from "#model/merge-page.ts";
import { allFound, found } from "#store/found.ts";
import { fetchMessages } from "#sync/fetching.ts";
import { termsOf } from "#sync/narrow-terms.ts";
import { withProgress } from "#sync/progress.ts";
import type { DeliveryContext, Effect } from "./effect.ts";

const pageSize = 1_000;

export const readOlder: Effect<ReadOlder> = {
  lane: () => "read-older",
  deliver: async (context, { scope, before }) => {
    const { store, intent } = context;
    const title = "Finding older unread messages";
    await withProgress(context, intent.id, { title }, async ({ answered, signal }) => {
      for (let from = before, isLast = false; !isLast; ) {
        const asked = requestedNow(store.getState().replica);
        const { answer, messages } = await pageBefore(context, scope, from, signal);
        signal.throwIfAborted();
        const older = messages.filter(({ id }) => id < from);
        isLast = answer.found_oldest === true || older.length === 0;
        // Too much happened since the request: the same page is fetched again.
        if (!found(store, intent.id, older, asked)) isLast = false;
        else from = older[0]?.id ?? from;
        answered();
      }
    });
    allFound(store, intent.id, scope);
  },
};

function pageBefore(
  context: DeliveryContext,
  scope: ReadOlder["scope"],
  anchor: ReadOlder["before"],
  signal: AbortSignal,
) {
  const { replica } = context.store.getState();
  const terms = termsOf(scope, replica.ownId, context.connection().level());
  return fetchMessages(
    context,
    {
      anchor,
      include_anchor: false,
      num_before: pageSize,
      num_after: 0,
      narrow: [...terms, { operator: "is", operand: "unread" }],
      client_gravatar: true,
    },
    { priority: "background", signal },
  );
}
