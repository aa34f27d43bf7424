/** Horizontal scrolling of code and tables that are wider than the pane. */
import { changeScreen } from "#store/store.ts";
import { type CommandContext, commandsIn } from "./command.ts";
import { selectedMessage } from "./message-actions.ts";
import { showToast } from "./screen.ts";

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
    const from = screen.scrolledColumns.get(message.id) ?? 0;
    const to = Math.max(0, Math.min(most, from + columns));
    return to === from
      ? screen
      : { ...screen, scrolledColumns: new Map(screen.scrolledColumns).set(message.id, to) };
  });
}

export const sideways = commandsIn(["reader"], {
  "message.right": {
    title: "Scroll wide code and tables of the message to the right",
    hint: "scroll right",
    keys: ["L"],
    run: (context) => moveSideways(context, step * context.count),
  },
  "message.left": {
    title: "Scroll wide code and tables of the message to the left",
    hint: "scroll left",
    keys: ["H"],
    run: (context) => moveSideways(context, -step * context.count),
  },
});
