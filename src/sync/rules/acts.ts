/** What rules do: each change is a step with its inverse, whose sentence names the rule. */

import { sorted } from "#base/sorted.ts";
import { zonedMoment } from "#base/time.ts";
import { inverseOf } from "#journal/action.ts";
import { newPolicy } from "#journal/actions/topic.ts";
import { byRule } from "#journal/by-rules.ts";
import type { Action } from "#journal/intent.ts";
import { finalMs, type Step } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { keptOf, type Snooze } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import type { Act } from "#model/rules/rule.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { hourStyleOf } from "#model/settings.ts";
import { isUnread } from "#model/unreads.ts";
import type { Ruled } from "#store/rules.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeScreen, changeSession } from "#store/store.ts";
import type { StoringContext } from "#sync/storage/disk-writes.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";

/** A command that sends messages which the rule is about would go on for ever. */
const mostRuns = 20;
const perMs = 60_000;

/** Carries out what rules do, in steps like those of the user, and leaves the rest to others. */
export function carrierOut(context: StoringContext): (acts: readonly Act[]) => void {
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
      const reports = withTold(session.ruled.reports, left);
      return { ...session, ruled: { notify, run, reports } };
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

function withTold(before: Ruled["reports"], { run, notifiers }: Left): Ruled["reports"] {
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
  const action = newPolicy(view, { streamId, topic }, 1);
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
  const conversation = conversationOfMessage(message);
  const kept = keptOf(journal.snoozes.get(key));
  const snooze: Snooze = { conversation, until, newest, isDue: false, ...kept };
  const when = zonedMoment(until, nowMs / 1000, hourStyleOf(view, { twentyFour: true }));
  return {
    sentence: `Snoozed until ${when}: ${conversationTitle(view, key)}`,
    inverse: [],
    snoozes: localStep(journal, "snoozes", new Map([[key, snooze]])),
  };
}
