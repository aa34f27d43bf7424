/** Messages that have not arrived: delayed ones, which undo returns to the composer, and those that need a decision. */

import { memoizeEach } from "#base/memoize.ts";
import type { CommandContext } from "#commands/command.ts";
import type { MenuRow } from "#commands/menus/menu.ts";
import { showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { kindOf, sentenceOf } from "#journal/action.ts";
import type { ScheduleSend } from "#journal/actions/scheduled.ts";
import type { Send } from "#journal/actions/send.ts";
import type { Address, Intent, IntentId } from "#journal/intent.ts";
import type { Journal, Step } from "#journal/journal.ts";
import { notArrived } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { continuing, prependDraft } from "#store/composer.ts";
import { isUndecided } from "#store/sends.ts";
import type { State, Store } from "#store/state.ts";
import { addIntents, changeIntent, changeScreen, dropStep, retire } from "#store/store.ts";

type Unsent = { readonly address: Address; readonly text: string };

/** The message in an intent, sent now or scheduled; undefined for any other action. */
export function messageIn(intent: Intent | undefined): Unsent | undefined {
  if (intent === undefined || !("address" in intent.action)) return undefined;
  const text = kindOf(intent.action).text?.(intent.action);
  return text === undefined ? undefined : { address: intent.action.address, text };
}

/** The same for a reminder, which has no text that could be edited. */
function reminderMenu(view: Replica, intent: Intent): ReturnType<MenuRow<"unsent">> {
  const { id, phase, action, reason = "No response; the server may have it." } = intent;
  if (!isUndecided(phase)) return "It was set or discarded meanwhile.";
  const isUnsure = phase === "undecided";
  return {
    title: isUnsure ? "This reminder may be set" : "This reminder was not set",
    lines: [
      { text: sentenceOf(view, action), tone: "quote" },
      { text: reason, tone: "warning" },
    ],
    items: [
      { key: "k", title: "Decide later" },
      {
        key: "s",
        title: isUnsure ? "Set it again (may duplicate it)" : "Try again",
        ...(isUnsure && { danger: true }),
        run: ({ store }) => changeIntent(store, id, notArrived),
      },
      {
        key: "d",
        title: isUnsure ? "It is set: discard this copy" : "Discard it",
        take: "discard it",
        danger: true,
        run: ({ store }) => retire(store, [id]),
      },
    ],
  };
}

/** What to do with a message or a reminder that failed, or may have arrived. */
export const unsentMenu: MenuRow<"unsent"> = ({ state }, { intent: id }) => {
  const intent = state.journal.intents.get(id);
  if (intent?.action.kind === "remind-add") return reminderMenu(state.view, intent);
  const message = messageIn(intent);
  if (intent === undefined || message === undefined) return "It was sent or discarded meanwhile.";
  const quote = { text: message.text, tone: "quote" } as const;
  if (!isUndecided(intent.phase)) {
    // While the question was open, it was found on the server, or another window has decided.
    const has = intent.phase === "answered" ? "has arrived" : "is being sent";
    return { title: `This message ${has}`, lines: [quote], items: [] };
  }
  const isUnsure = intent.phase === "undecided";
  const reason = intent.reason ?? "No response; the server may have it.";
  return {
    title: isUnsure ? "This message may have arrived" : "This message was not sent",
    lines: [{ label: "to", text: message.address }, quote, { text: reason, tone: "warning" }],
    items: [
      {
        key: "e",
        title: "Edit in the composer",
        run: (context) => returnToComposer(context, id, message),
      },
      {
        key: "s",
        title: isUnsure ? "Send again (may duplicate it)" : "Try again",
        ...(isUnsure && { danger: true }),
        run: ({ store }) => changeIntent(store, id, notArrived),
      },
      {
        key: "d",
        title: isUnsure ? "It arrived: discard this copy" : "Discard it",
        take: "discard it",
        danger: true,
        run: ({ store }) => retire(store, [id]),
      },
    ],
  };
};

/** Above what is written there. */
function returnToComposer(
  { store, clock }: CommandContext,
  id: IntentId,
  { address, text }: Unsent,
): void {
  prependDraft(store, conversationKey(address), { address, text, updatedAt: clock.now() });
  changeScreen(store, (screen) => continuing(screen, address));
  retire(store, [id]);
}

/** Sends the message; with the setting, after a delay during which it can be undone. Returns the send's ID. */
export function sendUndoably(context: CommandContext, message: Send): IntentId | undefined {
  const { address, content: text } = message;
  const draft = { address, text, updatedAt: context.clock.now() };
  return addDelayed(context, [message], {
    sentence: `Send to ${titleOf(context.store.getState().view, address)}`,
    drafts: new Map([[conversationKey(address) as string, draft]]),
    location: { kind: "conversation", address },
  })[0];
}

/** The same for scheduled messages, which stay scheduled if it is undone. */
export function sendScheduledUndoably(
  context: CommandContext,
  messages: readonly ScheduleSend[],
  sentence: string,
): void {
  const { store } = context;
  showToast(store, sentence);
  addDelayed(context, messages, { sentence, location: undefined });
}

function addDelayed(
  context: CommandContext,
  sends: readonly (Send | ScheduleSend)[],
  step: Pick<Step, "sentence" | "drafts" | "location">,
): readonly IntentId[] {
  const { store, keys } = context;
  const seconds = store.getState().screen.preferences.undoSendSeconds ?? 0;
  if (seconds === 0) return addIntents(store, context, sends);
  const ids = addIntents(store, context, sends, { ...step, inverse: [] }, seconds * 1000);
  showToast(store, withKeys(keys, `Sends in ${seconds} s|: {triage.undo} cancels it|.`));
  return ids;
}

export function isSend({ done }: Step): boolean {
  return done[0]?.kind === "send" || done[0]?.kind === "schedule-send";
}

/** Whether the step is a send that has left: it is undone no more. */
function isSent({ intents }: Journal, step: Step): boolean {
  const isWaiting = (id: IntentId) => {
    const intent = intents.get(id);
    return intent?.phase === "waiting" && intent.attempts === 0;
  };
  return isSend(step) && !step.intents.every(isWaiting);
}

/** The footer asks for each frame. */
const hasStep = memoizeEach((journal: Journal) =>
  journal.undo.some((step) => !isSent(journal, step)),
);

/** Whether there is a step to undo, in any account. */
export function canUndo({ journal, others }: Pick<State, "journal" | "others">): boolean {
  return hasStep(journal) || others.some(({ state }) => hasStep(state.journal));
}

/** Drops sends that have left from the end of the log, so that undo reaches the steps before them. */
export function dropSentSteps(store: Store): void {
  for (;;) {
    const { journal } = store.getState();
    const last = journal.undo.at(-1);
    if (last === undefined || !isSent(journal, last)) return;
    dropStep(store);
  }
}

/** Cancels the sends of a step that have not left; does nothing for other steps. */
export function cancelSend(store: Store, step: Step): void {
  if (isSend(step)) retire(store, step.intents);
}
