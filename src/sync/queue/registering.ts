/** How the response to a register becomes the replica. */
import { getEvents } from "#api/queue.ts";
import { counted } from "#base/counted.ts";
import { sentenceOf } from "#journal/action.ts";
import { inAnotherRealm } from "#journal/former-realm.ts";
import type { IntentId } from "#journal/intent.ts";
import { decodeRegister } from "#model/decode.ts";
import { carryOver, fromRegister, isAnotherRealm } from "#model/from-register.ts";
import { withServerTime } from "#model/people.ts";
import { emptyReplica, type Replica } from "#model/replica.ts";
import { changeBoth, changeReplica, changeScreen, changeSession, retire } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import type { InboxFactsPart } from "#sync/asks/inbox-facts.ts";
import { inBackground, type SyncContext } from "#sync/context.ts";
import { inSlices } from "#sync/fetching.ts";
import type { QueueId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import { hasOtherMessages } from "./other-messages.ts";
import { type FirstRequest, malformed, type RegisterAnswer } from "./request.ts";

export type QueueContext = SyncContext & {
  /** If absent, the session asks itself. */
  readonly firstRequest?: FirstRequest;
  /** Whether requests have shown that the line is slow; undefined if they may have. If absent, nobody looks. */
  readonly isLineSlow?: () => boolean | undefined;
  /** If absent, the first register is applied as it is. */
  readonly factsWithFirst?: InboxFactsPart["withFirst"];
  /** Erases what the archive has of another realm. */
  readonly forgetArchive?: () => void;
};

/** The read position of the queue, and how long a poll may take. */
export type Cursor = {
  readonly queueId: QueueId;
  /** The highest event ID applied. */
  readonly last: number;
  readonly pollMs: number;
  /** How long the server keeps it unpolled; undefined: it does not say. */
  readonly livesMs: number | undefined;
};

/** As long as the round trip of a slow line. */
const doubtMs = 1_000;

const defaultPollSeconds = 90;
const shortestPollSeconds = 10;
const longestPollSeconds = 600;

/** The intents that were answered before a register leaves, which its response contains. */
export function answeredIntents({ store }: SyncContext): readonly IntentId[] {
  return [...store.getState().journal.intents.values()]
    .filter(({ phase, action }) => phase === "answered" && action.kind !== "send")
    .map(({ id }) => id);
}

/**
 * Builds the replica from the response; the returned function applies it, with what is still valid of the previous one.
 * `answered` are the intents of which the response was to tell.
 */
export async function readRegister(
  context: QueueContext,
  answer: RegisterAnswer,
  answered: readonly IntentId[],
): Promise<() => Cursor> {
  const { store, clock, stopped } = context;
  // Before anything else is fetched.
  await measureLine(context, answer);
  const isFirst = store.getState().replica.epoch === 0;
  const { user_id: ownId } = answer;
  const asked = isFirst && ownId !== undefined ? context.factsWithFirst?.(ownId) : undefined;
  const brand = brandOf(answer);
  const decoded = await inSlices(decodeRegister(answer), clock, stopped);
  if (decoded.kind === "malformed") throw malformed(decoded.path, decoded.reason);
  context.connection().skips.note(decoded.skipped);

  const { register } = decoded;
  const before = store.getState().replica;
  const another =
    before.epoch > 0 &&
    (isAnotherRealm(before, register, brand) ||
      (await hasOtherMessages(context, before, register.server_generation)));
  const known = another ? {} : { ownId: before.ownId };
  const described = fromRegister(register, { epoch: before.epoch + 1, brand, ...known });
  const fresh = await inSlices(described, clock, stopped);
  if (fresh.ownId === emptyReplica.ownId) throw malformed("user_id", "is missing");
  const withFacts = (await asked) ?? ((replica: Replica) => replica);
  return () => {
    if (another) forgetRealm(context, fresh.newestMessage);
    changeReplica(store, (replica) =>
      withServerTime(
        withFacts(another ? fresh : carryOver(fresh, replica)),
        answer.server_timestamp,
        clock.now() / 1000,
      ),
    );
    // They are part of it, or the server did something else: the replica decides. Later ones have an event in the new queue.
    retire(store, answered);
    changeSession(store, (session) => ({
      ...session,
      queueId: answer.queue_id,
      // The replica is correct again, whatever could not be applied before.
      quarantined: session.quarantined.length === 0 ? session.quarantined : [],
    }));
    return {
      queueId: answer.queue_id,
      last: answer.last_event_id,
      pollMs: pollMs(answer),
      livesMs: livesMs(answer),
    };
  };
}

/** The register may have taken the server long: in doubt something small is asked for, and the line is slow if that takes long. */
async function measureLine(
  context: QueueContext,
  { queue_id, last_event_id }: RegisterAnswer,
): Promise<void> {
  const { store, clock, stopped, isLineSlow } = context;
  const { lean } = store.getState().screen.preferences;
  if (lean === undefined && isLineSlow !== undefined && isLineSlow() === undefined) {
    // Its events come again.
    const values = { queue_id, last_event_id, dont_block: true };
    const asked = getEvents(context.connection(), values, { signal: stopped });
    const seen = inBackground(context, "The line could not be measured.", asked);
    await Promise.race([seen, clock.sleep(doubtMs, stopped)]);
  }
  noteLine(context, true);
}

/** Takes over whether the line is slow; while that is in doubt, it is what it was, or `inDoubt`. */
export function noteLine({ store, isLineSlow }: QueueContext, inDoubt?: boolean): void {
  changeSession(store, (session) => {
    const isSlow = isLineSlow === undefined ? false : (isLineSlow() ?? inDoubt ?? session.isSlow);
    return session.isSlow === isSlow ? session : { ...session, isSlow };
  });
}

/** The timeout of a poll. A missing or invalid value from the server must not make the client poll continuously. */
function pollMs({
  event_queue_longpoll_timeout_seconds: seconds = defaultPollSeconds,
}: RegisterAnswer) {
  return Math.min(longestPollSeconds, Math.max(shortestPollSeconds, seconds)) * 1000;
}

/** All servers keep queues for that long: a smaller value must not make the client register continuously. */
const shortestLifeSeconds = 600;

function livesMs({ idle_queue_timeout_secs: seconds }: RegisterAnswer): number | undefined {
  return seconds === undefined ? undefined : Math.max(shortestLifeSeconds, seconds) * 1000;
}

const ofFormerRealm = "This was for another organization, which used this address before.";
const restoredNotice =
  "The server was replaced, or restored from a backup: its messages are fetched again.";

/** Another realm responds at the old address, whose messages go up to `newest`: IDs refer to other messages there. */
function forgetRealm({ store, log, forgetArchive }: QueueContext, newest: number): void {
  log.warn("Another realm responds at this address; the data of the previous one is discarded.");
  forgetArchive?.();
  const { view, journal: before } = store.getState();
  changeBoth(store, ({ replica, journal }) => ({
    replica,
    journal: inAnotherRealm(journal, newest, ofFormerRealm),
  }));
  const { intents } = store.getState().journal;
  tellDropped(
    store,
    [...before.intents.values()]
      .filter(({ id }) => !intents.has(id))
      .map(({ action }) => sentenceOf(view, action)),
  );
  changeSession(store, (session) => ({
    ...session,
    formerRealms: session.formerRealms + 1,
    newestSent: Math.min(session.newestSent, newest),
    notice: session.notice ?? restoredNotice,
  }));
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map(),
    trail: { back: [], forward: [] },
    reading: { ...screen.reading, visible: undefined },
  }));
}

/** So many changes are named. */
const mostNamed = 3;

function tellDropped(store: QueueContext["store"], changes: readonly string[]): void {
  if (changes.length === 0) return;
  const were = changes.length === 1 ? "was" : "were";
  const they = changes.length === 1 ? "it was" : "they were";
  const named = changes.filter((change) => change !== "").slice(0, mostNamed);
  const rest = changes.length - named.length;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  showError(
    store,
    `${counted(changes.length, "change")} ${were} not sent, as ${they} for the server as it was before: ${[...named, ...more].join("; ")}`,
  );
}
