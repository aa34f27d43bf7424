/** Fetches the messages that reminders are about: from the archive, also offline, and else from the server. */
import { get } from "#base/table.ts";
import { mergeMessages, requestedNow, withArchivedMessages } from "#model/merge-page.ts";
import { changeReplica } from "#store/store.ts";
import { type SyncContext, whenReachable } from "#sync/context.ts";
import { fetchById } from "#sync/fetching.ts";
import type { MessageId } from "#wire/ids.ts";

/** Those that nobody may see any more stay unknown. */
export async function fetchReminded(
  context: SyncContext,
  ids: readonly MessageId[],
): Promise<void> {
  const { store, archive } = context;
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
  let asked = requestedNow(store.getState().replica);
  for await (const messages of fetchById(context, missing)) {
    changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
    asked = requestedNow(store.getState().replica);
  }
}
