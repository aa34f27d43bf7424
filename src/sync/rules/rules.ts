/**
 * Applies the user's rules to messages that come: to each once, in one of the account's windows, and only rules that were
 * tested.
 *
 * A message is judged when its event has come, in whatever order events and pages come. The window that first takes its ID on
 * disk does what follows. What a rule does is a step like those of the user, with its inverse. What came while no queue was
 * there is fetched when one is there again; of that, only what is unread matters, and nobody is told of it.
 */
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
import { fetchMessages } from "#sync/fetching.ts";
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

/** `yields`: whether another program applies them first now. */
export function startRules(context: StoringContext, yields = () => false): void {
  const { store, idle, log, clock, stopped } = context;
  startTested(context);
  const carryOut = carrierOut(context);
  const judge = judgeOnce(context);
  /** One after the other: what is done about a message may decide what is done about the next one. */
  let before: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    before = Promise.all([before, yields() ? clock.sleep(yieldedMs, stopped) : undefined])
      .then(work)
      .catch((error: unknown) => log.note("Rules were not applied.", { reason: reasonOf(error) }));
    void idle.during(before);
  };
  const isArmed = ({ session }: State) => testedRules(session.rules).length > 0;
  follow(store, [({ replica }) => replica.lastEvent], (state, last) => {
    if (!isArmed(state)) return;
    const messages = arrivedBetween(last.replica, state.replica);
    // Where the user has written since is no reason for what came before that.
    const { participated } = last.view;
    if (messages.length > 0) inTurn(async () => carryOut(await judge(messages, participated)));
  });
  follow(store, [parts.epoch], (state, last) => {
    const { newestHeard: from, epoch } = last.replica;
    const to = state.replica.newestAtRegister;
    const isMissing = epoch > 0 && from > 0 && to > from;
    if (!isMissing || !isArmed(state) || isLean(state)) return;
    const { participated } = last.view;
    inTurn(async () => {
      const acts = await judge(await missedMessages(context, from, to), participated);
      carryOut(acts.filter((act) => isStillWanted(store.getState(), act)));
    });
  });
}

/**
 * How long other windows may not know that a message which no rule acts on was judged: it saves a write for each. If the
 * program is killed meanwhile, whoever fetches these messages judges them once more, with the same result while the rules are
 * the same. What a rule acts on is stored before, so that a rule acts once at most.
 */
const untakenMs = 10_000;

/** What is to be done about messages, of which each is judged once by one of the windows. */
function judgeOnce({ store, storage, clock, log }: StoringContext) {
  let untaken: readonly MessageId[] = [];
  let cancel: (() => void) | undefined;
  const take = (ids: readonly MessageId[]) => {
    cancel?.();
    cancel = undefined;
    const all = [...untaken, ...ids];
    untaken = [];
    return storage.take(judgedRow(store.getState().replica), all);
  };
  const takeLater = (ids: readonly MessageId[]) => {
    untaken = [...untaken, ...ids];
    cancel ??= clock.after(untakenMs, () => {
      take([]).catch((error: unknown) =>
        log.note("It was not stored what rules have judged.", { reason: reasonOf(error) }),
      );
    });
  };
  return async (
    messages: readonly Message[],
    participated: Replica["participated"],
  ): Promise<readonly Act[]> => {
    const { view, session } = store.getState();
    const verdicts = messages.map(judgeFor({ ...view, participated }, testedRules(session.rules)));
    const acts = verdicts.flatMap((verdict) => verdict?.acts ?? []);
    const ids = messages.map(({ id }) => id);
    if (acts.length === 0) {
      takeLater(ids);
      return [];
    }
    const own = new Set(await take(ids));
    return acts.filter(({ message }) => own.has(message.id));
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

/** What was read elsewhere is over; and it is too late to tell of the others. */
function isStillWanted({ view }: State, { rule, message }: Act): boolean {
  const isTold = rule.deed.kind === "notify" || rule.deed.kind === "command";
  return !isTold && isUnread(view.unreads, message.id);
}
