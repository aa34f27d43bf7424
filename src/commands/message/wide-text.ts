/** Reading code and tables that are wider than the pane: scrolling them sideways, and opening them in a pager. */
import { joined, plain, safeText } from "#base/safe-text.ts";
import { type CommandContext, commandsIn } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import type { Message } from "#model/message.ts";
import { changeScreen } from "#store/store.ts";
import { onMessage, selectedMessage } from "./actions.ts";

/** Columns per press. */
const step = 20;

function moveSideways(context: CommandContext, columns: number): void {
  const { store, viewport } = context;
  const message = selectedMessage(context);
  const most = message === undefined ? 0 : viewport.cutColumns(message);
  if (message === undefined || most === 0) {
    showToast(store, "Nothing to scroll: the message fits.");
    return;
  }
  changeScreen(store, (screen) => {
    const from = screen.reading.scrolledColumns.get(message.id) ?? 0;
    const to = Math.max(0, Math.min(most, from + columns));
    return to === from
      ? screen
      : {
          ...screen,
          reading: {
            ...screen.reading,
            scrolledColumns: new Map(screen.reading.scrolledColumns).set(message.id, to),
          },
        };
  });
}

/** The code of the message, or all of its text if there is none. */
async function pageMessage(context: CommandContext, message: Message): Promise<void> {
  const { store, viewport, desktop } = context;
  const codes = viewport.codes(message);
  const text = codes.length > 0 ? joined(codes, plain("\n\n")) : safeText(message.content);
  const problem = await desktop.page(joined([text, plain("\n")], plain("")));
  if (problem !== undefined) showToast(store, problem, "error");
}

export const wideText = commandsIn(["reader"], {
  "message.page": {
    title: "Open the code or text of the message in your pager",
    keys: ["|"],
    ...onMessage((context, message) => void pageMessage(context, message)),
  },
  "message.right": {
    title: "Scroll wide code and tables of the message to the right",
    hint: "scroll right",
    keys: ["L"],
    screenOnly: true,
    run: (context) => moveSideways(context, step * context.count),
  },
  "message.left": {
    title: "Scroll wide code and tables of the message to the left",
    hint: "scroll left",
    keys: ["H"],
    screenOnly: true,
    run: (context) => moveSideways(context, -step * context.count),
  },
});
