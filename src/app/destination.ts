/** `weir open`: the place at which the screen opens. */
import { ApiError } from "#api/failure.ts";
import { silent } from "#base/log.ts";
import { Exit } from "#cli/exit-codes.ts";
import { failureExit } from "#cli/failure-exit.ts";
import { conversationOf } from "#cli/message-named.ts";
import { existingPlace, type Place, partsFor } from "#cli/place.ts";
import { fetchReplica } from "#cli/realm-state.ts";
import { splitPlace } from "#cli/written-place.ts";
import { openAt, openNarrow } from "#commands/navigation.ts";
import type { Account } from "#config/account.ts";
import { isConversation } from "#model/narrow.ts";
import { historyOf } from "#model/select/conversations.ts";
import type { Store } from "#store/state.ts";
import { connector } from "./connect.ts";
import type { Runtime } from "./runtime.ts";

/** Resolves names, and the conversation of a message, on the server. Throws an Exit. */
export async function destinationOf(
  words: readonly string[],
  account: Account,
  runtime: Runtime,
): Promise<Place> {
  const { place: written, rest } = splitPlace(words);
  if (written === undefined || rest.length > 0)
    throw new Exit("misuse", "Name one message by ID or link, or one place.");
  const { connect, close } = await connector(account, runtime, silent);
  const connection = connect(account.key);
  const background: Promise<unknown>[] = [];
  try {
    const parts = ["streams", ...partsFor(written)] as const;
    const replica = await fetchReplica(connection, parts, (work) => background.push(work));
    const place = await existingPlace(connection, replica, written);
    if (written.kind !== "message") return place;
    return { ...place, narrow: await conversationOf(connection, written.id, replica.ownId) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw failureExit(error.failure);
  } finally {
    await Promise.allSettled(background);
    await close();
  }
}

/** Opens the place once the realm has loaded, after the last run's place was restored, and selects the message. */
export function openOnceLoaded(store: Store, { narrow, near }: Place): void {
  let isOpen = false;
  const stop = store.subscribe(({ replica }) => {
    if (replica.epoch === 0) return;
    if (!isOpen) {
      isOpen = true;
      openNarrow(store, narrow);
    }
    if (near === undefined || !isConversation(narrow)) stop();
    else if (historyOf(replica, narrow)?.ids.includes(near)) {
      stop();
      openAt(store, narrow, near);
    }
  });
}
