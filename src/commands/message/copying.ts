/** Copying parts of the selected message to the clipboard. */

import { type CommandContext, commandsIn } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import type { Message } from "#model/message.ts";
import { permalinkOf } from "#model/message-link.ts";
import { alsoInLists, onMessage } from "./actions.ts";

/** Copies the text, and reports what was copied and where to. */
export async function copyText(
  { store, desktop }: CommandContext,
  text: string,
  what: string,
): Promise<void> {
  const ways = await desktop.copy(text);
  if (ways.length > 0) showToast(store, `Copied ${what} (${ways.join(", ")})`);
  else showToast(store, `${tooLong} (${what})`, "error");
}

const tooLong = "Too long for the terminal's clipboard, and no clipboard program was found.";

function copyCode(context: CommandContext, message: Message): void {
  const [code] = context.viewport.codes(message);
  if (code === undefined) showToast(context.store, "There is no code block in this message.");
  else void copyText(context, code, "the code block");
}

export const copying = commandsIn(["reader"], {
  "copy.text": {
    title: "Copy the text of the message",
    keys: ["y y", "y m"],
    onRows: "cursor",
    ...alsoInLists,
    ...onMessage((context, { content }) => void copyText(context, content, "the message")),
  },
  "copy.permalink": {
    title: "Copy the link to the message",
    keys: ["y l", "y p"],
    onRows: "cursor",
    ...alsoInLists,
    ...onMessage((context, message) => {
      const { view } = context.store.getState();
      void copyText(context, permalinkOf(view, message), "the link to the message");
    }),
  },
  "copy.code": {
    title: "Copy the first code block of the message",
    keys: ["y c"],
    ...onMessage(copyCode),
  },
});
