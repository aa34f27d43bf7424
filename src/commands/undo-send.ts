/** Delayed sending, so that undo can return a message to the composer. */
import type { Send } from "#journal/actions/send.ts";
import type { Step } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { Store } from "#store/state.ts";
import { addIntents, dropStep, retire } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { showToast } from "./screen.ts";
import { withKeys } from "./sentences.ts";

/** Sends the message; with the setting, after a delay during which it can be undone. */
export function sendUndoably(context: CommandContext, message: Send): void {
  const { store, clock, keys } = context;
  const { screen, view } = store.getState();
  const seconds = screen.undoSendSeconds ?? 0;
  if (seconds === 0) {
    addIntents(store, context, [message]);
    return;
  }
  const { address, content: text } = message;
  const draft = { address, text, updatedAt: clock.now() };
  const step = {
    sentence: `Send to ${titleOf(view, address)}`,
    inverse: [],
    drafts: new Map([[conversationKey(address) as string, draft]]),
    location: { kind: "conversation", address } as const,
  };
  addIntents(store, context, [message], step, seconds * 1000);
  const hint = `Sends in ${seconds} s|: {composer.leave}, then {triage.undo} cancels it|.`;
  showToast(store, withKeys(keys, hint));
}

export function isSend({ done }: Step): boolean {
  return done[0]?.kind === "send";
}

/** Drops sends that have left from the end of the log, so that undo reaches the steps before them. */
export function dropSentSteps(store: Store): void {
  for (;;) {
    const { undo, intents } = store.getState().journal;
    const last = undo.at(-1);
    if (last === undefined || !isSend(last)) return;
    const isWaiting = last.intents.every((id) => {
      const intent = intents.get(id);
      return intent?.phase === "waiting" && intent.attempts === 0;
    });
    if (isWaiting) return;
    dropStep(store);
  }
}

/** Cancels the sends of a step that have not left; does nothing for other steps. */
export function cancelSend(store: Store, step: Step): void {
  if (isSend(step)) retire(store, step.intents);
}
