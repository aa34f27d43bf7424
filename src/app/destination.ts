/** `weir open`: finds the place and goes there. */
import type { Connection } from "#api/connection.ts";
import type { Archive } from "#archive/archive.ts";
import { get } from "#base/table.ts";
import { isUnreachable } from "#cli/archived-realm.ts";
import { existingPlace, foundPlace } from "#cli/finder.ts";
import { conversationOf } from "#cli/messages.ts";
import type { Place } from "#cli/place.ts";
import type { WrittenPlace } from "#cli/written-place.ts";
import { openAt, openNarrow } from "#commands/places/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { topicKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { showError } from "#store/toast.ts";
import { isKeyFree } from "#store/unasked.ts";
import { wordsOf } from "#sync/context.ts";

/** The messages of earlier runs. */
type Seen = Pick<Archive, "messages">;

/** As it was written, and the connection to ask where it is. */
export type Destination = {
  readonly written: WrittenPlace;
  readonly connection: Promise<Connection>;
};

/**
 * Opens the place once it is found: in what is known of the realm, else by asking the server, for as long as it takes. The
 * screen shows where the last run ended until then; whoever goes elsewhere or types meanwhile stays there.
 */
export function openOnceLoaded(store: Store, destination: Destination, seen: Seen): void {
  const { trail } = store.getState().screen;
  let isLooking = false;
  const stop = follow(store, [parts.replica, parts.connection], ({ replica, session }) => {
    if (replica.epoch === 0 || isLooking) return;
    isLooking = true;
    const isKnown = session.connection.kind === "live";
    const look = async () => {
      try {
        const place = await placeOf(destination, replica, seen);
        stop();
        if (!goTo(store, place, trail))
          showToast(store, "The place of weir open was found. You had begun something else.");
      } catch (error) {
        isLooking = false;
        // The server may know what is not known here yet.
        if (!isKnown) return;
        stop();
        showError(store, wordsOf(error));
      }
    };
    void look();
  });
}

/** False, and nothing is opened, if the next key is meant for something else, or the user has gone elsewhere since `trail`. */
export function goTo(store: Store, { narrow, near }: Place, trail: unknown): boolean {
  const now = store.getState();
  if (now.screen.trail !== trail || !isKeyFree(now)) return false;
  if (near === undefined) openNarrow(store, narrow);
  else openAt(store, narrow, near);
  return true;
}

/** Rejects with an Exit, or with the error of the server that would have to be asked. */
export async function placeOf(
  { written, connection }: Destination,
  replica: Replica,
  seen: Seen,
): Promise<Place> {
  if (written.kind === "message") {
    const { id } = written;
    const message = get(replica.messages, id);
    if (message !== undefined) return { narrow: conversationOfMessage(message), near: id };
    try {
      return { narrow: await conversationOf(await connection, id, replica.ownId), near: id };
    } catch (error) {
      // It may have been moved since it was seen, which only the server knows.
      const [last] = isUnreachable(error) ? await seen.messages([id]) : [];
      if (last === undefined) throw error;
      return { narrow: conversationOfMessage(last), near: id };
    }
  }
  const here = { connection: await connection };
  if (written.kind !== "stream") return existingPlace(here, replica, written);
  const place = await foundPlace(here, replica, written);
  const { narrow } = place;
  const isKnown =
    narrow.kind !== "topic" ||
    replica.topics.get(narrow.streamId)?.has(topicKey(narrow.streamId, narrow.topic)) === true;
  return isKnown ? place : existingPlace(here, replica, written);
}
