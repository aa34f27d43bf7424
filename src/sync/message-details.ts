/** Fetches the versions and the readers of a message while its details are open. */
import type { Connection } from "#api/connection.ts";
import { getMessageHistory, getReadReceipts } from "#api/message-details.ts";
import { get } from "#base/table.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Fetched, MessageDetails } from "#store/message-details.ts";
import { changeSession } from "#store/store.ts";
import { isKnownAt } from "#wire/endpoint.ts";
import { getReadReceipts as receipts } from "#wire/endpoints/reading.ts";
import type { MessageId } from "#wire/ids.ts";
import { wordsOf } from "./background.ts";
import type { SyncContext } from "./context.ts";

/** Watches the open dialog; the returned function stops it. */
export function startMessageDetails(context: SyncContext): () => void {
  const { store, idle } = context;
  return store.subscribe(({ screen: { dialog } }, before) => {
    if (dialog === before.screen.dialog) return;
    const id = messageOf(dialog);
    if (id !== undefined && id !== messageOf(before.screen.dialog))
      void idle.during(load(context, id));
  });
}

function messageOf(dialog: Dialog | undefined): MessageId | undefined {
  return dialog?.kind === "info" && dialog.about.kind === "message" ? dialog.about.id : undefined;
}

async function load(context: SyncContext, messageId: MessageId): Promise<void> {
  const { store } = context;
  const message = get(store.getState().view.messages, messageId);
  if (message === undefined) return;
  const isChanged = message.editedAt !== undefined || message.movedAt !== undefined;
  const loading = { kind: "loading" } as const;
  const details: MessageDetails = {
    messageId,
    versions: isChanged ? loading : undefined,
    readers: loading,
  };
  changeSession(store, (session) => ({ ...session, messageDetails: details }));
  const learn = (change: Partial<MessageDetails>) =>
    changeSession(store, (session) =>
      session.messageDetails?.messageId === messageId
        ? { ...session, messageDetails: { ...session.messageDetails, ...change } }
        : session,
    );
  const connection = context.connection();
  await Promise.all([
    readersOf(context, connection, messageId).then((readers) => learn({ readers })),
    isChanged &&
      fetched(context, () => versionsOf(context, connection, messageId)).then((versions) =>
        learn({ versions }),
      ),
  ]);
}

const noReceipts = "This server is too old for read receipts.";

function readersOf(context: SyncContext, connection: Connection, messageId: MessageId) {
  if (!isKnownAt(receipts, connection.level()))
    return Promise.resolve({ kind: "failed", sentence: noReceipts } as const);
  return fetched(context, async () => {
    const answer = await getReadReceipts(
      connection,
      { message_id: messageId },
      { signal: context.stopped },
    );
    return answer.user_ids;
  });
}

async function versionsOf({ stopped }: SyncContext, connection: Connection, messageId: MessageId) {
  const answer = await getMessageHistory(
    connection,
    { message_id: messageId },
    { signal: stopped },
  );
  return answer.message_history.map(({ user_id, timestamp, topic, content }) => ({
    editorId: user_id ?? undefined,
    at: timestamp,
    topic,
    content,
  }));
}

async function fetched<Value>(
  { stopped, log }: SyncContext,
  ask: () => Promise<Value>,
): Promise<Fetched<Value>> {
  try {
    return { kind: "known", value: await ask() };
  } catch (error) {
    if (stopped.aborted) return { kind: "loading" };
    log.note("Details of a message could not be fetched.", { reason: String(error) });
    const sentence = wordsOf(error);
    return { kind: "failed", sentence };
  }
}
