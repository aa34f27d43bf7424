/** Actions on an unconfirmed intent in the list: opening, resolving and cancelling it. */

import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/navigation.ts";
import { openMenu, showToast, withSelected } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { messageIn } from "#commands/unsent.ts";
import { kindOf } from "#journal/action.ts";
import type { Address, Intent } from "#journal/intent.ts";
import { retried } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { prependDraft } from "#store/drafts.ts";
import type { RowKey } from "#store/list.ts";
import { isUndecided } from "#store/sends.ts";
import type { Store } from "#store/state.ts";
import { changeIntent, changeScreen, retire } from "#store/store.ts";
import { cancelUpload } from "#store/uploads.ts";
import { writeAt } from "./draft-actions.ts";
import { removeRows } from "./lists.ts";
import { openIntent } from "./outbox-source.ts";

/** The conversation that an intent affects; undefined unless it is a single known one. */
export function addressOf(view: Replica, { action }: Intent): Address | undefined {
  if ("address" in action) return action.address;
  const id = "messageId" in action ? action.messageId : undefined;
  const message = id === undefined ? undefined : get(view.messages, id);
  return message && conversationOfMessage(message);
}

/** Opens the conversation at the send; one that failed or may have arrived opens its question. */
export function openIntentRow(store: Store, key: RowKey): void {
  const { journal, view } = store.getState();
  const intent = openIntent(journal, key);
  const address = intent && addressOf(view, intent);
  if (intent === undefined) return;
  if (intent.action.kind === "upload" && intent.phase === "failed") {
    changeIntent(store, intent.id, retried);
    showToast(store, `Uploading ${intent.action.name} again.`);
    return;
  }
  if (address === undefined) {
    showToast(store, intent.reason ?? "This does not belong to a single conversation.");
    return;
  }
  openNarrow(store, address);
  if (messageIn(intent) === undefined) return;
  const { id: selected } = intent;
  changeScreen(store, (screen) => withSelected(screen, selected));
  if (isUndecided(intent.phase)) openMenu(store, { kind: "unsent", intent: selected });
}

/** Cancels what has not left, and dismisses what failed; texts return to their drafts. */
export function cancelIntents(
  { store, clock, keys }: CommandContext,
  rows: readonly RowKey[],
): void {
  const { journal, view } = store.getState();
  const intents = rows.flatMap((key) => openIntent(journal, key) ?? []);
  const cancelled = intents.filter(isCancellable);
  if (cancelled.length === 0) {
    if (intents[0] !== undefined) showToast(store, withKeys(keys, refusal(intents[0])));
    return;
  }
  const drafts = cancelled.flatMap((intent) => {
    const text = kindOf(intent.action).text?.(intent.action);
    const address = addressOf(view, intent);
    return text === undefined || address === undefined
      ? []
      : [{ text, address, at: intent.createdAt }];
  });
  for (const { text, address, at } of drafts)
    prependDraft(store, conversationKey(address), { text, address, updatedAt: at });
  for (const { id, action } of cancelled)
    if (action.kind === "upload") cancelUpload(store, clock, { ...action, id });
  retire(
    store,
    cancelled.map(({ id }) => id),
  );
  removeRows(
    store,
    cancelled.map(({ id }) => id),
  );
  const [only, ...more] = drafts;
  const what = cancelled.length === 1 ? "Cancelled" : `Cancelled ${cancelled.length}`;
  if (only === undefined) showToast(store, `${what}.`);
  else if (more.length > 0) showToast(store, `${what}; the texts are in the drafts.`);
  else showToast(store, `${what}; the text is in the draft to ${titleOf(view, only.address)}.`);
}

/** An upload can always be cancelled: nothing links to the file before the response. */
function isCancellable({ phase, action }: Intent): boolean {
  return phase === "waiting" || phase === "failed" || action.kind === "upload";
}

/** Returns an unsent message to the composer. */
export function editIntentRow({ store, keys, clock }: CommandContext, key: RowKey): void {
  const { journal, view } = store.getState();
  const intent = openIntent(journal, key);
  if (intent === undefined) return;
  const message = messageIn(intent);
  if (message === undefined) showToast(store, "This has no text to edit.");
  else if (intent.phase !== "waiting" && intent.phase !== "failed")
    showToast(store, withKeys(keys, refusal(intent)));
  else {
    const { address, text } = message;
    prependDraft(store, conversationKey(address), { address, text, updatedAt: clock.now() });
    retire(store, [intent.id]);
    removeRows(store, [key]);
    writeAt(store, address);
    showToast(store, `Not sent to ${titleOf(view, address)}: it is in the composer.`);
  }
}

function refusal({ phase }: Intent): string {
  return phase === "undecided"
    ? "The server may have this message|: {list.open} decides|."
    : "This is being sent and cannot be cancelled.";
}
