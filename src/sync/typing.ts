/** Sends typing notifications, and expires those of others. */

import { sendTyping } from "#api/messages.ts";
import { newBatch } from "#base/table.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { withoutTypist } from "#model/typing.ts";
import { newAddress, textOf } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import { since } from "#wire/levels.ts";
import { isReachable, type SyncContext } from "./context.ts";

type SentNotice = { readonly address: Address; readonly at: number };

/** Watches the composer and the replica; the returned function reports that the user types no longer. */
export function startTyping(context: SyncContext): () => void {
  const { store, clock } = context;
  let notified: SentNotice | undefined;
  let cancelStop = () => {};
  let cancelForget = () => {};

  const stopTyping = () => {
    cancelStop();
    if (notified !== undefined) tell(context, notified.address, "stop");
    notified = undefined;
  };
  const startTyping = (address: Address, { replica }: State) => {
    const same = notified !== undefined && sameAddress(notified.address, address);
    if (notified !== undefined && !same) stopTyping();
    const due =
      notified === undefined || clock.elapsed() - notified.at >= replica.realm.typingStartedWaitMs;
    if (due) {
      tell(context, address, "start");
      notified = { address, at: clock.elapsed() };
    }
    cancelStop();
    cancelStop = clock.after(replica.realm.typingStoppedWaitMs, stopTyping);
  };
  const forget = () => {
    changeReplica(store, (replica) => withoutSilent(replica, clock.now()));
    watchTypists(store.getState());
  };
  const watchTypists = ({ replica }: State) => {
    cancelForget();
    const ends = [...replica.typing.values()].flat().map(({ until }) => until);
    if (ends.length > 0)
      cancelForget = clock.after(Math.max(0, Math.min(...ends) - clock.now()), forget);
  };

  follow(store, [({ replica }) => replica.typing], watchTypists);
  follow(store, [parts.screen], (state, last) => {
    const address = newAddress(state.screen);
    if (notified !== undefined && !isWriting(state, notified.address)) stopTyping();
    if (address !== undefined && hasTyped(state, last, address)) startTyping(address, state);
  });
  return stopTyping;
}

/** True while the composer is open for `address` and holds text. */
function isWriting(state: State, address: Address): boolean {
  const current = newAddress(state.screen);
  return (
    current !== undefined &&
    sameAddress(current, address) &&
    textOf(state, conversationKey(address)) !== ""
  );
}

function hasTyped(state: State, last: State, address: Address): boolean {
  if (state.screen.composers === last.screen.composers || state.screen.focus !== "composer")
    return false;
  const key = conversationKey(address);
  const text = textOf(state, key);
  return text !== "" && text !== textOf(last, key);
}

function sameAddress(one: Address, other: Address): boolean {
  return one === other || conversationKey(one) === conversationKey(other);
}

function withoutSilent(replica: Replica, now: number): Replica {
  const silent = [...replica.typing].flatMap(([key, typists]) =>
    typists.filter(({ until }) => until <= now).map(({ userId }) => ({ key, userId })),
  );
  return silent.reduce(
    (next, { key, userId }) => withoutTypist(next, key, userId, newBatch("typists")),
    replica,
  );
}

/** Not awaited, and failures are ignored. */
function tell(context: SyncContext, address: Address, op: "start" | "stop"): void {
  const { store, connection, stopped, idle, log } = context;
  const { replica } = store.getState();
  if (!isReachable(context) || stopped.aborted) return;
  const request = requestOf(replica, address, op, connection().level());
  if (request === undefined) return;
  idle
    .during(sendTyping(connection(), request, { signal: stopped }))
    .catch((error: unknown) =>
      log.note("A typing notification failed.", { reason: String(error) }),
    );
}

/** Undefined if no notification is sent: by the user's settings, on old servers, to oneself. */
function requestOf(replica: Replica, address: Address, op: "start" | "stop", level: number) {
  const { settings, ownId } = replica;
  if (address.kind === "direct") {
    const to = others(address.userIds, ownId).filter((id) => id !== ownId);
    if (settings.send_private_typing_notifications === false || to.length === 0) return undefined;
    return { op, to };
  }
  // LEVEL(215): before it, streams are also named in `to`; those servers get no notifications for streams.
  if (settings.send_stream_typing_notifications === false || level < since.directTyping)
    return undefined;
  return { op, type: "stream", stream_id: address.streamId, topic: address.topic } as const;
}
