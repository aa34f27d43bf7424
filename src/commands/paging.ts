/** Shows code that is wider than the screen in the user's pager. */
import { joined, plain, safeText } from "#base/safe-text.ts";
import type { Message } from "#model/message.ts";
import { type CommandContext, commandsIn } from "./command.ts";
import { withMessage } from "./message-actions.ts";
import { showToast } from "./screen.ts";

/** The code of the message, or all of its text if there is none. */
async function pageMessage(context: CommandContext, message: Message): Promise<void> {
  const { store, viewport, desktop } = context;
  const codes = viewport.codes(message);
  const text = codes.length > 0 ? joined(codes, plain("\n\n")) : safeText(message.content);
  const problem = await desktop.page(joined([text, plain("\n")], plain("")));
  if (problem !== undefined) showToast(store, problem, "error");
}

export const paging = commandsIn(["reader"], {
  "message.page": {
    title: "Open the code or text of the message in your pager",
    keys: ["|"],
    run: withMessage((context, message) => void pageMessage(context, message)),
  },
});
