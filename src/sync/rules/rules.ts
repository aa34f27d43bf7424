/**
 * Applies the user's rules to messages that come: to each once, in one of the account's windows, and only rules that were
 * tested.
 *
 * A message is judged when its event has come, in whatever order events and pages come. The window that first takes its ID on
 * disk does what follows. What a rule does is a step like those of the user, with its inverse. What came while no queue was
 * there is fetched when one is there again; of that, only what is unread matters, and nobody is told of it. The same holds for
 * what a window had taken when it was killed, and perhaps not done: to run a command twice may be worse than not to run it.
 */
import { stepsOfRules } from "#journal/by-rules.ts";
import type { Journal } from "#journal/journal.ts";
import { StorageError } from "#journal/storage.ts";
import { arrivedBetween } from "#model/arrivals.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { judgeFor } from "#model/rules/judge.ts";
import type { Act } from "#model/rules/rule.ts";
import { isUnread } from "#model/unreads.ts";
import { follow, parts } from "#store/follow.ts";
import { testedRules } from "#store/rules.ts";
import { isLean, type State } from "#store/state.ts";
import { reasonOf } from "#sync/context.ts";
import { fetchById, fetchMessages } from "#sync/fetching.ts";
import type { StoringContext } from "#sync/storage/disk-writes.ts";
import type { MessageId } from "#wire/ids.ts";
import { carrierOut } from "./acts.ts";
import { startTested } from "./tested.ts";

/**
 * The row of the account's state that has the IDs of messages which a window has judged. Another realm at the same address has
 * other IDs.
 */
function judgedRow({ realm }: Replica): string {
  return `judged ${realm.createdAt ?? 0}`;
}

/** How long another program that applies them first has for it. */
const yieldedMs = 5_000;

type Wrote = Replica["participated"];

/** `yields`: whether another program applies them first now. */
export function startRules(context: StoringContext, yields = () => false): void {
  const { store, idle, log, clock, stopped } = context;
  startTested(context);
  const carryOut = carrierOut(context);
  /** One after the other: what is done about a message may decide what is done about the next one. */
  let before: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    before = Promise.all([before, yields() ? clock.sleep(yieldedMs, stopped) : undefined])
      .then(work)
      .then(applyLeft)
      .catch((error: unknown) => log.note("Rules were not applied.", { reason: reasonOf(error) }));
    void idle.during(before);
  };
  const claims = claimsOn(context, (take) => inTurn(take));
  const judged = (messages: readonly Message[], participated: Wrote): readonly Act[] => {
    const { view, session } = store.getState();
    const judge = judgeFor({ ...view, participated }, testedRules(session.rules));
    return messages.flatMap((message) => judge(message)?.acts ?? []);
  };
  const apply = async (
    messages: readonly Message[],
    participated: Wrote,
    isWanted: (act: Act) => boolean = () => true,
  ) => {
    const acts = judged(messages, participated);
    const own = await claims.take(messages, acts);
    carryOut(acts.filter((act) => own.has(act.message.id) && isWanted(act)));
    await claims.settle();
  };
  const applyLeft = async () => {
    const ids = claims.left();
    if (ids.size === 0) return;
    const messages: Message[] = [];
    for await (const some of fetchById(context, [...ids]))
      messages.push(...some.map((message) => fromWireMessage(message)));
    const { view, journal } = store.getState();
    const acts = judged(messages, view.participated);
    carryOut(acts.filter((act) => isStillWanted(store.getState(), act) && !isDone(journal, act)));
    await claims.settle(ids);
  };
  const isArmed = ({ session }: State) => testedRules(session.rules).length > 0;
  follow(store, [({ replica }) => replica.lastEvent], (state, last) => {
    if (!isArmed(state)) return;
    const messages = arrivedBetween(last.replica, state.replica);
    // Where the user has written since is no reason for what came before that.
    const { participated } = last.view;
    if (messages.length > 0) inTurn(() => apply(messages, participated));
  });
  let former = store.getState().session.formerRealms;
  follow(store, [parts.epoch], (state, last) => {
    const isAnother = state.session.formerRealms > former;
    former = state.session.formerRealms;
    // What came before this register is left to the user: nobody can tell it from what was known.
    if (isAnother) inTurn(() => claims.release(state.replica.newestAtRegister));
    if (!isArmed(state)) return;
    inTurn(claims.seek);
    if (isAnother) return;
    const { newestHeard: from, epoch } = last.replica;
    const to = state.replica.newestAtRegister;
    const isMissing = epoch > 0 && from > 0 && to > from;
    if (!isMissing || isLean(state)) return;
    const { participated } = last.view;
    inTurn(async () =>
      apply(await missedMessages(context, from, to), participated, (act) =>
        isStillWanted(store.getState(), act),
      ),
    );
  });
}

/**
 * How long other windows may not know that a message which no rule acts on was judged: it saves a write for each. If the
 * program is killed meanwhile, whoever fetches these messages judges them once more, with the same result while the rules are
 * the same.
 */
const untakenMs = 10_000;
/** The disk may be full. */
const retryMs = 5_000;

/**
 * Which messages this window judges, each of which one of the windows does. What a rule acts on is taken on disk before, and
 * settled once the acts are on disk: if the program is killed between, another window, or the next start, gets it as `left`.
 */
function claimsOn(
  { store, storage, disk, clock, log, stopped }: StoringContext,
  takeInTurn: (take: () => Promise<void>) => void,
) {
  let untaken: readonly MessageId[] = [];
  let left: readonly MessageId[] = [];
  let unsettled: readonly MessageId[] = [];
  let cancel: (() => void) | undefined;
  const row = () => judgedRow(store.getState().replica);
  const take = async (ids: readonly MessageId[], due: readonly MessageId[]) => {
    cancel?.();
    cancel = undefined;
    const all = [...untaken, ...ids];
    untaken = [];
    for (;;) {
      try {
        const found = await storage.take(row(), all, due);
        left = [...left, ...(found.left as MessageId[])];
        return found.fresh as readonly MessageId[];
      } catch (error) {
        if (!(error instanceof StorageError) || error.failure.kind === "broken") throw error;
        log.note("It could not be stored what rules judge.", { reason: reasonOf(error) });
        await clock.sleep(retryMs, stopped);
      }
    }
  };
  const seek = async () => void (await take([], []));
  return {
    /** Looks for what is left. */
    seek,
    /** Returns those on which this window acts. */
    take: async (messages: readonly Message[], acts: readonly Act[]) => {
      const ids = messages.map(({ id }) => id);
      const due = acts.map(({ message }) => message.id);
      if (due.length > 0) {
        const own = new Set(await take(ids, due));
        unsettled = [...unsettled, ...due.filter((id) => own.has(id))];
        return own;
      }
      untaken = [...untaken, ...ids];
      cancel ??= clock.after(untakenMs, () => takeInTurn(seek));
      return new Set<MessageId>();
    },
    /** Messages above that ID are others than those that were judged. */
    release: async (above: MessageId | number) => {
      [untaken, left, unsettled] = [[], [], []];
      await storage.release(row(), above);
    },
    left: (): ReadonlySet<MessageId> => new Set(left),
    /** These, and those that were taken, if all that was done is on disk; else with the next ones. */
    settle: async (others: ReadonlySet<MessageId> = new Set()) => {
      left = left.filter((id) => !others.has(id));
      unsettled = [...unsettled, ...others];
      await disk.settled();
      if (unsettled.length === 0 || store.getState().session.unsaved.size > 0) return;
      await storage.settle(row(), unsettled);
      unsettled = [];
    },
  };
}

// What came while nobody listened.

const pageSize = 500;
/** Whoever was away for longer is not helped by rules alone. */
const mostMissed = 5_000;

/** Those after `from` and up to `to`, from the server. */
async function missedMessages(
  context: StoringContext,
  from: number,
  to: number,
): Promise<readonly Message[]> {
  const missed: Message[] = [];
  for (let last = from; last < to && missed.length < mostMissed; ) {
    const page = { anchor: last + 1, num_before: 0, num_after: pageSize, narrow: [] };
    const { messages } = await fetchMessages(context, page, { priority: "background" });
    const next = messages.filter(({ id }) => id > last && id <= to);
    missed.push(...next.map((message) => fromWireMessage(message)));
    last = next.at(-1)?.id ?? to;
  }
  return missed;
}

/** Whether its step is on disk, undone or not: only that it is settled is not. */
function isDone({ undo, redo }: Journal, { rule, message }: Act): boolean {
  const since = 1000 * message.sentAt - clocksApartMs;
  return stepsOfRules({ undo: [...undo, ...redo] }, message.conversation, message.id).some(
    (step) => step.rule === rule.title && step.at >= since,
  );
}

/** Of the server and this machine. */
const clocksApartMs = 60_000;

/** What was read elsewhere is over; and it is too late to tell of the others. */
function isStillWanted({ view }: State, { rule, message }: Act): boolean {
  const isTold = rule.deed.kind === "notify" || rule.deed.kind === "command";
  return !isTold && isUnread(view.unreads, message.id);
}
