/** Editors of the user's own, which are real programs, however they end. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { editExternally } from "#host/programs.ts";
import { folder } from "../support/folder.ts";

/** Writes that text again in an editor with these lines of a shell. */
function editedBy(lines: string, text = "precious") {
  const path = join(folder(), "editor");
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  const environment = { VISUAL: path };
  return editExternally(text, { environment, clock: systemClock, saved: () => undefined });
}

const failed = "The editor exited with an error. The text is as it was last saved.";

test.each([
  ["saves and ends", 'printf "more" > "$1"', "more", undefined],
  ["saves nothing, and is killed", "kill -9 $$", "precious", failed],
  ["is killed after it has saved", 'printf "more" > "$1"; kill -9 $$', "more", failed],
  ["is killed when it has emptied the file", ': > "$1"; kill -9 $$', undefined, failed],
  ["saves an empty text", ': > "$1"', "", undefined],
  [
    "removes the file",
    'rm "$1"',
    undefined,
    "The edited file could not be read. The text is unchanged.",
  ],
])("an editor that %s", async (_, lines, text, problem) => {
  expect(await editedBy(lines)).toEqual({ text, problem });
});
