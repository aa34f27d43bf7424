/** Fetches the messages that reminders are about: from the archive, also offline, and else from the server. */
import { get } from "#base/table.ts";
import { mergeMessages, requestedNow, withArchivedMessages } from "#model/merge-page.ts";
import { changeReplica } from "#store/store.ts";
import { type SyncContext, whenReachable } from "#sync/context.ts";
import { fetchMessages } from "#sync/fetching.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";

/** Those that nobody may see any more stay unknown. */
export async function fetchReminded(
  context: SyncContext,
  ids: readonly MessageId[],
): Promise<void> {
  const { store, connection, archive } = context;
  const missingNow = () => {
    const { messages } = store.getState().replica;
    return ids.filter((id) => get(messages, id) === undefined);
  };
  const { epoch } = store.getState().replica;
  const archived = await archive.messages(missingNow());
  changeReplica(store, (now, batch) =>
    now.epoch === epoch ? withArchivedMessages(now, archived, batch) : now,
  );
  const missing = missingNow();
  if (missing.length === 0) return;
  await whenReachable(context);
  // LEVEL(300): older servers take one ID at a time.
  if (connection().level() >= since.messagesById)
    return fetchInto(context, { message_ids: missing, client_gravatar: true });
  for (const anchor of missing)
    await fetchInto(context, { anchor, num_before: 0, num_after: 0, narrow: [] });
}

async function fetchInto(
  context: SyncContext,
  page: Parameters<typeof fetchMessages>[1],
): Promise<void> {
  const { store } = context;
  const asked = requestedNow(store.getState().replica);
  const { messages } = await fetchMessages(context, page, { priority: "background" });
  changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
}
