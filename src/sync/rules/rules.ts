/**
 * Applies the user's rules to messages that come: to each once, in one of the account's windows, and only rules that were
 * tested.
 *
 * The window that first says on disk that it has come as far as a message applies them. What a rule does is a step like
 * those of the user, with its inverse. What came while no queue was there is fetched when one is there again; of that, only
 * what is unread matters, and nobody is told of it.
 */
import { valuesBetween } from "#base/table.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { judgeFor } from "#model/rules/judge.ts";
import type { Act } from "#model/rules/rule.ts";
import { isUnread } from "#model/unreads.ts";
import { follow, parts } from "#store/follow.ts";
import { armed } from "#store/rules.ts";
import { isLean, type State } from "#store/state.ts";
import { reasonOf } from "#sync/context.ts";
import { fetchMessages } from "#sync/fetching.ts";
import type { StoringContext } from "#sync/storage/disk-writes.ts";
import { carrierOut } from "./acts.ts";
import { startTested } from "./tested.ts";

/** A register may be far ahead of what was known: its messages have not come by events. */
const mostIds = 5_000;

/**
 * The row of the account's state that has the ID of the newest message to which a window has applied rules. Another realm at
 * the same address has other IDs.
 */
function ruledRow({ realm }: Replica): string {
  return `rules through ${realm.createdAt ?? 0}`;
}

export function startRules(context: StoringContext): void {
  const { store, idle, log } = context;
  if (store.getState().session.rules.all.length === 0) return;
  startTested(context);
  const carryOut = carrierOut(context);
  /** One after the other: what is done about a message may decide what is done about the next one. */
  let before: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    before = before
      .then(work)
      .catch((error: unknown) => log.note("Rules were not applied.", { reason: reasonOf(error) }));
    void idle.during(before);
  };
  follow(store, [({ replica }) => replica.newestMessage], ({ replica, session, view }, last) => {
    const [from, to] = [last.replica.newestMessage + 1, replica.newestMessage];
    const rules = armed(session.rules);
    if (rules.length === 0 || last.replica.epoch !== replica.epoch || to - from > mostIds) return;
    const messages = [...valuesBetween(replica.messages, from, to)];
    // Where the user has written since is no reason for what came before that.
    const { participated } = last.view;
    const judge = judgeFor({ ...view, participated }, rules);
    const isAny = messages.map(judge).some((verdict) => (verdict?.acts.length ?? 0) > 0);
    if (isAny) inTurn(() => applied(context, messages, participated, carryOut));
  });
  follow(store, [parts.epoch], (state, last) => {
    const { newestMessage: from, epoch } = last.replica;
    const to = state.replica.newestAtRegister;
    const isMissing = epoch > 0 && from > 0 && to > from;
    if (!isMissing || armed(state.session.rules).length === 0 || isLean(state)) return;
    const { participated } = last.view;
    inTurn(async () => {
      const missed = await missedMessages(context, from, to);
      await applied(context, missed, participated, (acts) =>
        carryOut(acts.filter((act) => isStillWanted(store.getState(), act))),
      );
    });
  });
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

async function applied(
  { store, storage }: StoringContext,
  messages: readonly Message[],
  participated: Replica["participated"],
  carryOut: (acts: readonly Act[]) => void,
): Promise<void> {
  const newest = messages.at(-1)?.id ?? 0;
  const ruled = await storage.raise(ruledRow(store.getState().replica), newest);
  if (ruled >= newest) return;
  const { view, session } = store.getState();
  const judge = judgeFor({ ...view, participated }, armed(session.rules));
  const verdicts = messages.filter(({ id }) => id > ruled).map(judge);
  carryOut(verdicts.flatMap((verdict) => verdict?.acts ?? []));
}
