/** The keys of help: moving in the list of commands, narrowing it, and running one. */
import { changeScreen } from "#store/store.ts";
import { helpChoices } from "./choices.ts";
import { type Command, type CommandContext, commandsIn } from "./command.ts";
import { moveChoice } from "./dialogs.ts";
import { runCommand } from "./repeat.ts";
import { closeDialog, contextBelow } from "./screen.ts";

const contexts = ["help"] as const;
const pageRows = 10;
const far = 1e6;

const moving = (id: string, title: string, keys: readonly string[], rows: number): Command => ({
  id: `help.${id}`,
  title,
  keys,
  where: contexts,
  run: (context) => moveChoice(context, rows * context.count),
});

/** Closes the dialog first: the command runs in the context in which help was opened. */
export function doChosen(context: CommandContext): void {
  const { store, keys } = context;
  const { screen } = store.getState();
  if (screen.dialog?.kind !== "help") return;
  const choices = helpChoices(keys, contextBelow(screen), screen.dialog.input.text);
  const command = choices[Math.min(screen.dialog.chosen, choices.length - 1)]?.command;
  closeDialog(store);
  if (command !== undefined) runCommand(context, command);
}

function find({ store }: CommandContext): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "help"
      ? { ...screen, dialog: { ...screen.dialog, typing: true } }
      : screen,
  );
}

export const help: readonly Command[] = [
  ...commandsIn(contexts, {
    "help.do": {
      title: "Run the selected command",
      hint: "select",
      keys: ["Enter", "l", "Right"],
      run: doChosen,
    },
    "help.find": {
      title: "Search keys",
      hint: "find",
      keys: ["/"],
      run: find,
    },
    "help.leave": {
      title: "Close",
      hint: "close",
      keys: ["Esc", "q", "?", "h", "Left"],
      run: ({ store }) => closeDialog(store),
    },
  }),
  { ...moving("down", "Down", ["j", "Down", "^N"], 1), hint: "down" },
  { ...moving("up", "Up", ["k", "Up", "^P"], -1), hint: "up" },
  {
    ...moving("page-down", "Page down", ["Space", "^D", "PageDown"], pageRows),
    hint: "page down",
  },
  moving("page-up", "Page up", ["b", "^U", "PageUp"], -pageRows),
  moving("first", "To the first", ["g", "Home"], -far),
  moving("last", "To the last", ["G", "End"], far),
];
