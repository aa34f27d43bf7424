/**
 * What others see of the user: presence and typing notifications.
 *
 * The presence is `active` after a key within the last minutes, else `idle`, and is reported at the interval that the
 * server requests. The responses contain everybody else's: events only report that somebody came online, never that they
 * stayed.
 */

import { updatePresence } from "#api/account.ts";
import type { CallOptions, Connection } from "#api/connection.ts";
import { sendEditTyping, sendTyping } from "#api/messages.ts";
import { get, newBatch } from "#base/table.ts";
import type { Address } from "#journal/intent.ts";
import { others } from "#model/narrow.ts";
import { withPresences, withServerTime } from "#model/people.ts";
import { postProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { mayBeTold } from "#model/settings.ts";
import { withoutTypist } from "#model/typing.ts";
import {
  composerKey,
  editedMessage,
  newAddress,
  openedComposer,
  recipientOf,
  textOf,
} from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import { isLean, type State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { isReachable, reasonOf, type SyncContext } from "./context.ts";
import type { Attention } from "./reads.ts";

/** The user is idle after this long without a key. */
const idleAfterMs = 5 * 60_000;

/** Before the first response. */
const noUpdateId = -1;

export function startOwnPresence(
  context: SyncContext,
  { lastKeyAt }: Pick<Attention, "lastKeyAt">,
): void {
  const { store, clock, idle, log, stopped } = context;
  // Starting the program counts as activity.
  const startedAt = clock.now();
  let reported = { at: Number.NEGATIVE_INFINITY, lastKeyAt: 0, step: noUpdateId, epoch: 0 };
  let cancel = () => {};

  const ping = async () => {
    const { epoch } = store.getState().replica;
    const keyAt = Math.max(startedAt, lastKeyAt());
    const hasInput = keyAt > reported.lastKeyAt;
    // After a new register the server may be a different one, so its update IDs do not continue ours.
    const step = reported.epoch === epoch ? reported.step : noUpdateId;
    reported = { at: clock.elapsed(), lastKeyAt: keyAt, step, epoch };
    try {
      const answer = await updatePresence(
        context.connection(),
        {
          status: clock.now() - keyAt < idleAfterMs ? "active" : "idle",
          new_user_input: hasInput,
          ping_only: false,
          slim_presence: true,
          last_update_id: step,
        },
        { signal: stopped },
      );
      reported = { ...reported, step: answer.presence_last_update_id ?? noUpdateId };
      const { presences = {}, server_timestamp: stamped } = answer;
      changeReplica(store, (replica, batch) =>
        withServerTime(withPresences(replica, presences, batch), stamped, clock.now() / 1000),
      );
    } catch (error) {
      if (!stopped.aborted)
        log.note("The presence could not be reported.", { reason: reasonOf(error) });
    }
  };
  const advance = () => {
    cancel();
    if (stopped.aborted || !isEnabled(store.getState()) || !isReachable(context)) return;
    const { presencePingMs } = store.getState().replica.realm;
    const left = reported.at + presencePingMs - clock.elapsed();
    if (left <= 0) void idle.during(ping());
    cancel = clock.after(left <= 0 ? presencePingMs : left, advance);
  };
  advance();
  follow(store, [parts.connection, isEnabled], advance);
}

/** Whether the user and the realm want presence reported; servers refuse it for bots. */
function isEnabled(state: State): boolean {
  const { epoch, settings, organization, people, ownId } = state.replica;
  return (
    epoch > 0 &&
    !isLean(state) &&
    get(people, ownId)?.isBot !== true &&
    mayBeTold(settings.presence_enabled) &&
    organization.settings["presence_disabled"] !== true
  );
}

/** What the user writes: a new message to the address, or the text of one that is there. */
type Writing = {
  readonly address: Address;
  readonly edits: MessageId | undefined;
  /** Of its text. */
  readonly key: string;
};
type SentNotice = Writing & { readonly at: number };

/** Undefined for what nobody is told of, and without a recipient yet. */
function writingNow(state: State): Writing | undefined {
  const { screen } = state;
  const edits = editedMessage(screen);
  const address = edits === undefined ? newAddress(screen) : recipientOf(state);
  return address && { address, edits, key: composerKey(screen) };
}

/** Sends typing notifications, and expires those of others; the returned function reports that the user types no longer. */
export function startTyping(context: SyncContext): () => void {
  const { store, clock } = context;
  let notified: SentNotice | undefined;
  let cancelStop = () => {};
  let cancelForget = () => {};

  const stopTyping = () => {
    cancelStop();
    if (notified !== undefined) tell(context, notified, "stop");
    notified = undefined;
  };
  const startTyping = (writing: Writing, { replica }: State) => {
    if (notified !== undefined && notified.key !== writing.key) stopTyping();
    const due =
      notified === undefined || clock.elapsed() - notified.at >= replica.realm.typingStartedWaitMs;
    if (due) {
      tell(context, writing, "start");
      notified = { ...writing, at: clock.elapsed() };
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
    if (notified !== undefined && !isWriting(state, notified)) stopTyping();
    if (!hasTyped(state, last)) return;
    const writing = writingNow(state);
    if (writing !== undefined) startTyping(writing, state);
  });
  return stopTyping;
}

/** True while the composer is open for that text, and it is not empty. */
function isWriting(state: State, { key }: Writing): boolean {
  return composerKey(state.screen) === key && textOf(state, key) !== "";
}

function hasTyped(state: State, last: State): boolean {
  const { screen } = state;
  if (screen.composers === last.screen.composers || screen.focus !== "composer") return false;
  const key = composerKey(screen);
  const text = textOf(state, key);
  // An edit begins with the text of its message.
  if (text === "" || text === openedComposer(screen).was) return false;
  return text !== textOf(last, key);
}

function withoutSilent(replica: Replica, now: number): Replica {
  const silent = [...replica.typing].flatMap(([key, typists]) =>
    typists.filter(({ until }) => until <= now).map((typist) => ({ key, typist })),
  );
  return silent.reduce(
    (next, { key, typist }) => withoutTypist(next, key, typist, newBatch("typists")),
    replica,
  );
}

/** Not awaited, and failures are ignored. */
function tell(context: SyncContext, writing: Writing, op: "start" | "stop"): void {
  const { store, connection, stopped, idle, log } = context;
  const { replica } = store.getState();
  if (!isReachable(context) || stopped.aborted || isLean(store.getState())) return;
  const send = noticeOf(replica, writing, op, connection().level());
  if (send === undefined) return;
  idle
    .during(send(connection(), { signal: stopped }))
    .catch((error: unknown) =>
      log.note("A typing notification failed.", { reason: String(error) }),
    );
}

type Notice = (connection: Connection, options: CallOptions) => Promise<unknown>;

/** Undefined if no notification is sent: by the user's settings, on old servers, to oneself, where they may not post. */
function noticeOf(
  replica: Replica,
  { address, edits }: Writing,
  op: "start" | "stop",
  level: number,
): Notice | undefined {
  const { settings, ownId } = replica;
  const isDirect = address.kind === "direct";
  const isWanted = isDirect
    ? settings.send_private_typing_notifications
    : settings.send_stream_typing_notifications;
  if (!mayBeTold(isWanted)) return undefined;
  if (edits !== undefined) {
    if (level < since.editTyping) return undefined;
    return (connection, options) => sendEditTyping(connection, { message_id: edits, op }, options);
  }
  const request = isDirect
    ? { op, to: others(address.userIds, ownId).filter((id) => id !== ownId) }
    : ({ op, type: "stream", stream_id: address.streamId, topic: address.topic } as const);
  // LEVEL(215): before it, streams are also named in `to`; those servers get no notifications for streams.
  const reachesNobody = "to" in request ? request.to.length === 0 : level < since.directTyping;
  if (reachesNobody || postProblem(replica, address) !== undefined) return undefined;
  return (connection, options) => sendTyping(connection, request, options);
}
