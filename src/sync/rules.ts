/**
 * Applies the user's rules to messages that come: to each once, in one of the account's windows, and only rules that were
 * tested.
 *
 * The window that first says on disk that it has come as far as a message applies them. What a rule does is a step like
 * those of the user, with its inverse. What came while no queue was there is fetched when one is there again; of that, only
 * what is unread matters, and nobody is told of it.
 */
import { lookEvery } from "#base/clock.ts";
import { sorted } from "#base/sorted.ts";
import { valuesBetween } from "#base/table.ts";
import { momentLabel } from "#base/time.ts";
import { inverseOf } from "#journal/action.ts";
import { byRule } from "#journal/by-rules.ts";
import type { Action } from "#journal/intent.ts";
import { type Step, snoozeStep } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { Snooze } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { judgeFor } from "#model/rules/judge.ts";
import type { Act } from "#model/rules/rule.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { hourStyleOf } from "#model/settings.ts";
import { isUnread } from "#model/unreads.ts";
import { follow, parts } from "#store/follow.ts";
import { armed, type Ruled, testedIn, testedRow, waiting } from "#store/rules.ts";
import { isLean, type State, type Store } from "#store/state.ts";
import { addIntents, changeScreen, changeSession } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { reasonOf } from "./context.ts";
import { fetchMessages } from "./fetching.ts";
import type { StoringContext } from "./storage/disk-writes.ts";

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

// Which rules were tested.

/** About as long as a person takes from one window to another. */
const everyMs = 10_000;

/** Says which rules wait, until they are tested by another process. */
function startTested({ store, clock, idle, log, storage }: StoringContext): void {
  let told: string | undefined;
  const tell = () => {
    const sentence = waitingSentence(waiting(store.getState().session.rules).length);
    const former = told;
    told = sentence;
    const { notice } = store.getState().session;
    if (notice === undefined || notice === former) {
      if (notice !== sentence) changeSession(store, (now) => ({ ...now, notice: sentence }));
    } else if (sentence !== undefined && sentence !== former) sayBriefly(store, sentence);
  };
  const read = async () => {
    if (waiting(store.getState().session.rules).length === 0) return;
    try {
      const tested = testedIn(await storage.values(testedRow));
      changeSession(store, (session) => {
        const isSame =
          waiting({ ...session.rules, tested }).length === waiting(session.rules).length;
        return isSame ? session : { ...session, rules: { ...session.rules, tested } };
      });
    } catch (error) {
      log.warn("It could not be read which rules were tested.", { reason: reasonOf(error) });
    }
    tell();
  };
  const look = () => void idle.during(read());
  follow(store, [({ screen }) => screen.terminal.focused], ({ screen }) => {
    if (screen.terminal.focused) look();
  });
  lookEvery(clock, everyMs, look);
  tell();
}

/** Where the notice says something else. */
function sayBriefly(store: Store, text: string): void {
  changeScreen(store, (screen) =>
    screen.toast === undefined ? { ...screen, toast: { text, tone: "done", undo: false } } : screen,
  );
}

function waitingSentence(count: number): string | undefined {
  if (count === 0) return undefined;
  const [rules, wait, they] =
    count === 1 ? ["1 rule", "waits", "it"] : [`${count} rules`, "wait", "they"];
  return `${rules} ${wait}: \`weir rules test\` shows what ${they} would do, and lets ${they === "it" ? "it" : "them"} run.`;
}

// What rules do.

/** A command that sends messages which the rule is about would go on for ever. */
const mostRuns = 20;
const perMs = 60_000;

function carrierOut(context: StoringContext): (acts: readonly Act[]) => void {
  const { store, clock } = context;
  let runs: readonly number[] = [];
  let last: string | undefined;
  const mayRun = () => {
    const now = clock.now();
    runs = runs.filter((at) => now - at < perMs);
    if (runs.length >= mostRuns) return false;
    runs = [...runs, now];
    return true;
  };
  const take = (rule: string, change: Change | undefined) => {
    if (change === undefined) return;
    const { actions = [], sentence, holdMs = 0, ...step } = change;
    const whole = { ...step, sentence: byRule(sentence, rule), location: undefined, rule };
    addIntents(store, context, actions, whole, holdMs);
    tell(whole.sentence, "done", actions.length > 0 || step.snoozes !== undefined);
  };
  /** Only where nothing else is said. */
  const tell = (text: string, tone: "done" | "error", undo: boolean) => {
    const former = last;
    last = text;
    changeScreen(store, (screen) =>
      screen.toast === undefined || screen.toast.text === former
        ? { ...screen, toast: { text, tone, undo } }
        : screen,
    );
  };
  return (acts) => {
    const { view } = store.getState();
    for (const group of doneTogether(acts)) take(group.rule, doneChange(view, group));
    for (const { rule, message, until } of acts) {
      const now = store.getState();
      if (rule.deed.kind === "mute") take(rule.title, muteChange(now.view, message));
      if (until === undefined) continue;
      take(rule.title, snoozeChange(now, message, until, clock.now()));
    }
    const left = leftToOthers(acts, mayRun, (title) =>
      tell(`Rule ${title} has run too often: it goes on in a minute.`, "error", false),
    );
    const { notify, run } = left;
    if (notify.length + run.length === 0) return;
    changeSession(store, (session) => {
      const told = withTold(session.ruled.told, left);
      return { ...session, ruled: { notify, run, told } };
    });
  };
}

type Left = Pick<Ruled, "notify" | "run"> & {
  /** The rules that notify, by message. */
  readonly notifiers: ReadonlyMap<MessageId, string>;
};

function leftToOthers(
  acts: readonly Act[],
  mayRun: () => boolean,
  refused: (rule: string) => void,
): Left {
  const notifiers = new Map<MessageId, string>();
  const run: Ruled["run"][number][] = [];
  for (const { rule, message } of acts) {
    if (rule.deed.kind === "notify") notifiers.set(message.id, rule.title);
    if (rule.deed.kind !== "command") continue;
    if (mayRun()) run.push({ title: rule.deed.title, rule: rule.title, id: message.id });
    else refused(rule.title);
  }
  return { notify: [...notifiers.keys()], run, notifiers };
}

/** So many messages are remembered. */
const mostTold = 500;

function withTold(before: Ruled["told"], { run, notifiers }: Left): Ruled["told"] {
  const told = new Map(before);
  const add = (id: MessageId, sentence: string) =>
    void told.set(id, [...(told.get(id) ?? []), sentence]);
  for (const [id, rule] of notifiers) add(id, byRule("Notified you", rule));
  for (const { id, title, rule } of run) add(id, byRule(`Ran ${title}`, rule));
  return new Map([...told].slice(-mostTold));
}

/** What a rule changes, as a step whose sentence lacks who did it. */
type Change = Pick<Step, "sentence" | "inverse"> &
  Partial<Pick<Step, "snoozes" | "marksDone">> & {
    readonly actions?: readonly Action[];
    readonly holdMs?: number;
  };

type DoneGroup = {
  readonly rule: string;
  readonly conversation: ConversationKey;
  readonly messages: readonly Message[];
};

/** The messages of one conversation that came together are one step. */
function doneTogether(acts: readonly Act[]): readonly DoneGroup[] {
  const done = acts.filter(({ rule }) => rule.deed.kind === "done");
  const groups = Map.groupBy(done, ({ rule, message }) =>
    JSON.stringify([rule.title, message.conversation]),
  );
  return [...groups.values()].flatMap((group) => {
    const messages = group.map(({ message }) => message);
    const [first] = group;
    if (first === undefined) return [];
    return [{ rule: first.rule.title, conversation: first.message.conversation, messages }];
  });
}

/** If the server cannot undo it, the request waits this long. */
const finalMs = 5_000;

function doneChange(view: Replica, { conversation, messages }: DoneGroup): Change | undefined {
  const unread = messages.filter(({ id }) => isUnread(view.unreads, id));
  const [first] = unread;
  if (first === undefined) return undefined;
  const ids = sorted(unread.map(({ id }) => id));
  const at = conversationOfMessage(first);
  const isFinal = view.realm.featureLevel < since.markUnread;
  return {
    sentence: `Done ${conversationTitle(view, conversation)} (${ids.length})`,
    actions: [{ kind: "read", op: "add", ids, at }],
    inverse: [{ kind: "read", op: "remove", ids, at }],
    marksDone: true,
    ...(isFinal && { holdMs: finalMs }),
  };
}

function muteChange(view: Replica, { streamId, topic, conversation }: Message): Change | undefined {
  if (streamId === undefined) return undefined;
  const action: Action = { kind: "topic-policy", streamId, topic, policy: 1 };
  const inverse = inverseOf(view, action);
  if (inverse.length === 0) return undefined;
  const sentence = `Muted ${conversationTitle(view, conversation)}`;
  return { sentence, actions: [action], inverse };
}

function snoozeChange(
  { view, journal }: Pick<State, "view" | "journal">,
  message: Message,
  until: number,
  nowMs: number,
): Change | undefined {
  // A message that came late, when its snooze would be over: it is listed as any other.
  if (until * 1000 <= nowMs) return undefined;
  const { conversation: key, id: newest } = message;
  const before = journal.snoozes.get(key);
  const { asked } = before ?? {};
  const conversation = conversationOfMessage(message);
  const snooze: Snooze = {
    conversation,
    until,
    newest,
    isDue: false,
    ...(asked !== undefined && { asked }),
  };
  const when = momentLabel(until, nowMs / 1000, hourStyleOf(view, { twentyFour: true }));
  return {
    sentence: `Snoozed until ${when}: ${conversationTitle(view, key)}`,
    inverse: [],
    snoozes: snoozeStep(journal, new Map([[key, snooze]])),
  };
}
