/** Resolving messages that failed, or may have arrived. */

import { kindOf } from "#journal/action.ts";
import type { Address, Intent, IntentId } from "#journal/intent.ts";
import { notArrived } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { prependDraft } from "#store/drafts.ts";
import { changeIntent, changeScreen, retire } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { closeDialog } from "./screen.ts";

/** The message in an intent, sent now or scheduled; undefined for any other action. */
export function messageIn(
  intent: Intent | undefined,
): { readonly address: Address; readonly text: string } | undefined {
  if (intent === undefined || !("address" in intent.action)) return undefined;
  const text = kindOf(intent.action).text?.(intent.action);
  return text === undefined ? undefined : { address: intent.action.address, text };
}

/** `s` sends it again, `e` returns the text to the composer, above what is written there, `d` discards it. */
export function decideUnsent({ store, clock }: CommandContext, id: IntentId, key: string): void {
  const message = messageIn(store.getState().journal.intents.get(id));
  if (message === undefined) {
    closeDialog(store);
    return;
  }
  const { address, text } = message;
  if (key === "s") changeIntent(store, id, notArrived);
  else if (key === "e") {
    prependDraft(store, conversationKey(address), { address, text, updatedAt: clock.now() });
    changeScreen(store, (screen) => ({ ...screen, address, focus: "composer" }));
    retire(store, [id]);
  } else if (key === "d") retire(store, [id]);
  else return;
  closeDialog(store);
}
