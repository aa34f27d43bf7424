import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isActivePane } from "#host/tmux.ts";
import { quickFolder } from "../support/folder.ts";

/** A tmux that says this, if it is asked about the pane `%3`. */
function tmuxSaying(words: string): string {
  const folder = quickFolder();
  const path = join(folder, "tmux");
  writeFileSync(path, `#!/bin/sh\n[ "$1 $3 $4" = "display-message -t %3" ] || exit 1\n${words}\n`);
  chmodSync(path, 0o755);
  return `${folder}:${process.env["PATH"]}`;
}

test.each([
  ["printf '11\\n'", true],
  ["printf '10\\n'", false],
  ["printf '01\\n'", false],
  ["exit 1", false],
])("if tmux does `%s`, the pane is active: %s", async (words, expected) => {
  const PATH = tmuxSaying(words);
  expect(await isActivePane({ PATH, TMUX: "/tmp/tmux,1,0", TMUX_PANE: "%3" })).toBe(expected);
});

test("without a pane, or without a tmux, it is not", async () => {
  const PATH = tmuxSaying("printf '11\\n'");
  expect(await isActivePane({ PATH, TMUX: "/tmp/tmux,1,0" })).toBe(false);
  expect(await isActivePane({ PATH: quickFolder(), TMUX: "/tmp/tmux", TMUX_PANE: "%3" })).toBe(
    false,
  );
});
