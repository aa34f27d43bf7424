/** Sending a text above the message limit: in parts, or as a file. */

import { splitMessage } from "#model/split.ts";
import { cleared, composerEditor, composerKey, newAddress } from "#store/composer.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { closeDialog, showToast } from "./screen.ts";
import { uploadText } from "./uploading.ts";

/** `s` sends it in parts, `f` makes a file of it, `k` returns to it; other keys do nothing. */
export function decideTooLong(context: CommandContext, key: string): void {
  const { store } = context;
  if (key !== "s" && key !== "f" && key !== "k") return;
  closeDialog(store);
  if (key === "s") sendParts(context);
  else if (key === "f") {
    const { screen } = store.getState();
    uploadText(context, composerKey(screen), composerEditor(screen).text);
  }
}

function sendParts(context: CommandContext): void {
  const { store } = context;
  const { screen, view } = store.getState();
  const address = newAddress(screen);
  if (address === undefined) return;
  const parts = splitMessage(composerEditor(screen).text, view.realm.maxMessageLength);
  addIntents(
    store,
    context,
    parts.map((content) => ({ kind: "send", address, content })),
  );
  const key = composerKey(screen);
  changeScreen(store, (now) => cleared(now, key));
  showToast(store, `Sent as ${parts.length} messages.`);
}
