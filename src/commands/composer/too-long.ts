/** Sending a text above the message limit: in parts, or as a file. */

import type { CommandContext } from "#commands/command.ts";
import type { MenuRow } from "#commands/menus/menu.ts";
import { showToast } from "#commands/screen.ts";
import type { Address } from "#journal/intent.ts";
import { messageProblem, splitMessage } from "#model/limits.ts";
import { wildcardMentionCount } from "#model/permissions.ts";
import { titleOf } from "#model/select/conversations.ts";
import { cleared, composerEditor, composerKey, newAddress } from "#store/composer.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import { sendProblem } from "./before-sending.ts";
import { uploadProblem, uploadText } from "./uploading.ts";

/** What to do with a text above the message limit. */
export const tooLongMenu: MenuRow<"too-long"> = ({ state, keys }, { composer }) => {
  const { screen, view } = state;
  const { text } = composerEditor(screen);
  const address = newAddress(screen);
  if (composerKey(screen) !== composer || address === undefined)
    return "The recipient has changed meanwhile.";
  const sentence = messageProblem(view.realm, text);
  if (sentence === undefined) return "The text was changed meanwhile.";
  const parts = splitMessage(text, view.realm.maxMessageLength);
  const crowd = wildcardMentionCount(view, address, text);
  return {
    title: `Too long for one message to ${titleOf(view, address)}`,
    lines: [
      { label: "to", text: address },
      { text: sentence, tone: "warning" },
      ...(crowd === undefined ? [] : [{ text: `It notifies ${crowd} people.` }]),
    ],
    items: [
      { key: "k", title: "Keep editing" },
      {
        key: "s",
        title: "Send it as several messages",
        ...(crowd !== undefined && { danger: true }),
        locked:
          sendProblem(view, address, parts[0] ?? "", crowd) ?? uploadProblem(state, keys, text),
        run: (context) => sendParts(context, address, parts),
      },
      {
        key: "f",
        title: "Upload it as a file, and link to it",
        run: (context) => uploadText(context, composer, text),
      },
    ],
  };
};

function sendParts(context: CommandContext, address: Address, parts: readonly string[]): void {
  const { store } = context;
  addIntents(
    store,
    context,
    parts.map((content) => ({ kind: "send", address, content })),
  );
  changeScreen(store, (screen) => cleared(screen, composerKey(screen)));
  showToast(store, `Sent as ${parts.length} messages.`);
}
