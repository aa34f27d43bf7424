/** Delivers message moves, unless somebody else has moved the messages meanwhile. */
import { editMessage } from "#api/messages.ts";
import { isAt, type Move } from "#journal/actions/move.ts";
import { confirmedMessage } from "#model/replica.ts";
import { since } from "#wire/levels.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { messageNow } from "./message-now.ts";
import { refuse } from "./unsupported.ts";

export const move: Effect<Move> = {
  // The target of one may be the source of another.
  lane: () => "move",
  deliver: async (departure, action) => {
    const { messageId, from, to, mode, quiet, noticeInOld } = action;
    const { connection, stopped, beforeSending } = departure;
    const isToStream = from.streamId !== to.streamId;
    if (isToStream && connection().level() < since.integerPrincipals)
      refuse("This server cannot move messages to another stream.");
    const message = await placeNow(departure, action);
    if (message !== undefined && isAt(to, message)) return;
    if (message !== undefined && !isAt(from, message))
      refuse("These messages were moved elsewhere in the meantime.");
    const change = {
      message_id: messageId,
      propagate_mode: mode,
      ...(from.topic !== to.topic && { topic: to.topic }),
      ...(isToStream && { stream_id: to.streamId }),
      ...(quiet === true && { send_notification_to_new_thread: false }),
      ...(noticeInOld === true && { send_notification_to_old_thread: true }),
    };
    await editMessage(connection(), change, { signal: stopped, beforeSending });
  },
};

/**
 * The message's current place: a request without a response may have moved it, and a second one must not move what
 * others posted there. Fetched unless it is known to be where it was. Undefined: not known.
 */
async function placeNow(departure: DeliveryContext, { messageId, from }: Move) {
  const { store, intent } = departure;
  const known = confirmedMessage(store.getState().replica, messageId);
  // An earlier move may have been answered while its event is still pending.
  const isAsBefore = known === undefined || isAt(from, known);
  if (intent.attempts === 0 && isAsBefore) return known;
  return (await messageNow(departure, messageId)) ?? known;
}
