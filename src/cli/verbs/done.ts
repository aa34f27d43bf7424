/** `weir done`: marks a place as read, including unread messages that the register response omitted; and its undo. */

import { markAllAsRead, markStreamAsRead, markTopicAsRead } from "#api/messages.ts";
import { counted } from "#base/counted.ts";
import { idsOf } from "#base/id-list.ts";
import { sorted } from "#base/sorted.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { messageOf } from "#cli/messages.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { type Place, placeText } from "#cli/place.ts";
import { placeFor } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { onePlace, partsFor } from "#cli/written-place.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { isUnread, type Unreads, unreadIn } from "#model/unreads.ts";
import { requireLevel } from "#sync/delivery/effect.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";

/** Where the journal's storage keeps what the last `weir done` has marked. */
const lastDone = "last weir done";
type Marked = { readonly place: string; readonly ids: readonly MessageId[] };

export async function run(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const written = onePlace(args);
  const everything = invocation.options["all"] === true;
  const undo = invocation.options["undo"] === true;
  const choices = [written !== undefined, everything, undo].filter(Boolean);
  if (choices.length !== 1) throw new Exit("misuse", "Name one place, --all or --undo.");
  if (undo) return markUnread(context);
  const replica = await state("unread", "streams", ...partsFor(written));
  if (written === undefined) return markAll(context, replica);
  const place = await placeFor(context, replica, written);
  const { narrow, near } = place;
  // Only a link names one; which of the unread messages it has is not known here.
  if (narrow.kind === "search" || narrow.kind === "sender")
    throw new Exit(
      "misuse",
      "Name a stream, a topic, people or a message: a search is not marked.",
    );
  const ids = unreadIds(replica, place);
  // A link with a message names its conversation.
  const isMessage = narrow.kind === "all" && near !== undefined;
  const name = isMessage ? `${near}` : placeText(replica, narrow);
  // A message that is named may be read already, or not exist; the server would not mind.
  const unread = ids.filter((id) => isUnread(replica.unreads, id));
  if (isMessage && unread.length === 0) await messageOf(connection, near);
  if (unread.length === 0 && !replica.unreads.older)
    return tellDone(context, `Nothing is unread: ${name}.`, { place: name, read: 0, unread: 0 });
  const hint = await remember(context, name, unread);
  if (ids.length > 0 || replica.unreads.older) await markRead(context, replica, narrow, ids);
  const fields = { place: name, read: ids.length, unread: 0 };
  tellDone(context, `Marked ${counted(ids.length, "message")} as read: ${name}.${hint}`, fields);
}

async function markAll(context: VerbContext, replica: Replica): Promise<void> {
  const { older } = replica.unreads;
  const all = conversationsIn(replica.unreads, { kind: "all" });
  const ids = all.flatMap((conversation) => idsOf(conversation.ids));
  const fields = { place: "all", read: older ? null : ids.length, unread: 0 };
  if (ids.length === 0 && !older) return tellDone(context, "Nothing is unread.", fields);
  const hint = await remember(context, "all", ids);
  await markAllAsRead(context.connection, () => undefined);
  const where = counted(all.length, "conversation");
  const rest = older ? ", and older ones that the server does not list" : "";
  tellDone(
    context,
    `Marked ${counted(ids.length, "message")} in ${where} as read${rest}.${hint}`,
    fields,
  );
}

/** Stores what is going to be marked; resolves with a hint for the user, which is empty if there is no way back. */
async function remember(
  context: VerbContext,
  place: string,
  ids: readonly MessageId[],
): Promise<string> {
  if (ids.length === 0 || context.connection.level() < since.markUnread) return "";
  const store = async (storage: JournalStorage) => {
    await storage.putValue(lastDone, { place, ids });
    return wayBack(context, { verb: "done", options: ["--undo"] });
  };
  return withStorage(context, store, () => "");
}

/** Undefined if nothing was stored, or by another version. */
function markedIn(stored: unknown): Marked | undefined {
  const { place, ids } = (stored ?? {}) as Partial<Record<keyof Marked, unknown>>;
  const isWhole = typeof place === "string" && Array.isArray(ids) && ids.every(Number.isInteger);
  return isWhole ? { place, ids } : undefined;
}

/** Undoes the last `weir done`. */
async function markUnread(context: VerbContext): Promise<void> {
  const replica = await context.state("streams");
  requireLevel(context.connection.level(), "markUnread");
  const values = await withStorage(context, (storage) => storage.values());
  const last = markedIn(values.get(lastDone));
  if (last === undefined) return tellDone(context, "Nothing is left to undo.");
  const { place, ids } = last;
  await carryOut(context, replica, { kind: "read", op: "remove", ids: sorted(ids) });
  await withStorage(
    context,
    (storage) => storage.putValue(lastDone, null),
    () => undefined,
  );
  const fields = { place, read: 0, unread: ids.length };
  tellDone(context, `Marked ${counted(ids.length, "message")} as unread: ${place}.`, fields);
}

/** Streams and topics are marked as a whole, other places message by message. */
async function markRead(
  context: VerbContext,
  replica: Replica,
  narrow: Narrow,
  ids: readonly MessageId[],
): Promise<void> {
  const { connection } = context;
  if (narrow.kind === "stream") await markStreamAsRead(connection, { stream_id: narrow.streamId });
  else if (narrow.kind === "topic")
    await markTopicAsRead(connection, { stream_id: narrow.streamId, topic_name: narrow.topic });
  else if (ids.length > 0)
    await carryOut(context, replica, { kind: "read", op: "add", ids: sorted(ids) });
}

function unreadIds({ unreads }: Replica, { narrow, near }: Place): readonly MessageId[] {
  if (narrow.kind === "all" && near !== undefined) return [near];
  if (isConversation(narrow)) {
    const entry = unreadIn(unreads, conversationKey(narrow));
    return entry === undefined ? [] : idsOf(entry.ids);
  }
  return conversationsIn(unreads, narrow).flatMap(({ ids, mentions }) =>
    idsOf(narrow.kind === "mentions" ? mentions : ids),
  );
}

function conversationsIn({ streams, directs }: Unreads, narrow: Narrow) {
  if (narrow.kind === "stream") return [...(streams.get(narrow.streamId)?.values() ?? [])];
  if (narrow.kind === "directs") return [...directs.values()];
  if (narrow.kind === "starred") return [];
  return [...streams.values(), directs].flatMap((group) => [...group.values()]);
}
