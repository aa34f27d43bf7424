/** Showing another account. */
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** By its place in the configuration file; it is opened if it is not live. */
function showByNumber({ store, stroke, openAccount }: CommandContext): void {
  const { account } = store.getState().session;
  const all = account?.all ?? [];
  const number = Number(stroke?.at(-1) ?? 1);
  const chosen = all[number - 1];
  if (all.length < 2) return;
  if (chosen === undefined) showToast(store, `There are ${all.length} accounts.`, "error");
  else if (chosen.name !== account?.name) openAccount(chosen.name);
}

export const switching = commandsIn([...inPanes, "composer", "dialog", "info", "card"], {
  "account.show": {
    title: "Show the account of that number",
    keys: numbers.map((number) => `Alt+${number}`),
    forSeveral: true,
    run: showByNumber,
  },
});
