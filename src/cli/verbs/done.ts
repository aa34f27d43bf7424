/** `weir done`: marks a place as read, including unread messages that the register response omitted. */
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from "#api/flags.ts";
import { idsOf } from "#base/id-list.ts";
import { sorted } from "#base/sorted.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { existingPlace, type Place, partsFor, placeText } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { splitPlace } from "#cli/written-place.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadIn } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";

export async function run(context: VerbContext): Promise<void> {
  const { args, state, connection, invocation } = context;
  const { place: written, rest } = splitPlace(args);
  const everything = invocation.options["all"] === true;
  if ((written === undefined) !== everything || rest.length > 0)
    throw new Exit("usage", "Name one place, or --all.");
  const replica = await state("unread", "streams", ...partsFor(written));
  if (written === undefined) {
    await markAllAsRead(connection, () => undefined);
    return tellDone(context, "Marked everything as read.", { place: "all", read: null });
  }
  const place = await existingPlace(connection, replica, written);
  const ids = unreadIds(replica, place);
  if (ids.length > 0 || replica.unreads.older) await markRead(context, replica, place.narrow, ids);
  const name = place.near === undefined ? placeText(replica, place.narrow) : `${place.near}`;
  const count = ids.length === 1 ? "1 message" : `${ids.length} messages`;
  tellDone(context, `Marked ${count} as read: ${name}.`, { place: name, read: ids.length });
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
  const all = groupsOf(unreads, narrow).flatMap((group) => [...(group?.values() ?? [])]);
  return all.flatMap(({ ids, mentions }) => idsOf(narrow.kind === "mentions" ? mentions : ids));
}

function groupsOf({ streams, directs }: Replica["unreads"], narrow: Narrow) {
  if (narrow.kind === "stream") return [streams.get(narrow.streamId)];
  if (narrow.kind === "directs") return [directs];
  return narrow.kind === "starred" ? [] : [...streams.values(), directs];
}
