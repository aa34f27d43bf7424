/** What tmux says of the pane that this program runs in. */
import { execFile } from "node:child_process";
import type { Environment } from "./paths.ts";

const limitMs = 1_000;

/**
 * Whether the pane is the active one of its session. What the terminal around tmux says goes to that, as keys, whichever
 * asked. False if tmux does not answer.
 */
export function isActivePane({ PATH, TMUX, TMUX_PANE }: Environment): Promise<boolean> {
  if (!TMUX || !TMUX_PANE) return Promise.resolve(false);
  const asked = ["display-message", "-p", "-t", TMUX_PANE, "#{pane_active}#{window_active}"];
  const options = { env: { PATH, TMUX, TMUX_PANE }, timeout: limitMs };
  return new Promise((resolve) => {
    execFile("tmux", asked, options, (error, said) =>
      resolve(error === null && said.trim() === "11"),
    );
  });
}
