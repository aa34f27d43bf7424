/** What a program of the user's writes about what happened: real programs, also bad ones. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programsFor } from "#app/custom-programs.ts";
import { systemClock } from "#base/clock.ts";
import type { Desktop } from "#commands/command.ts";
import { changeScreen } from "#store/store.ts";
import { folder } from "../../support/folder.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";
import { startSmall } from "../../support/small-client.ts";

/** A client with the list open, whose summary command is a script. */
async function startWith(script: string | undefined) {
  const home = folder();
  const path = join(home, "sum");
  writeFileSync(path, `#!/bin/sh\ncd "${home}"\n${script}\n`);
  chmodSync(path, 0o755);
  const world = await startSmall();
  const { store, clock, settles } = world;
  const { run } = programsFor({ PATH: "/usr/bin:/bin" }, systemClock, (work) => work());
  const runs: ReturnType<Desktop["run"]>[] = [];
  const desktop: Desktop = {
    ...noDesktop,
    run: (...call) => {
      const end = run(...call);
      runs.push(end);
      return end;
    },
  };
  const summaryCommand = { name: "sum --short", words: [path] } as const;
  if (script !== undefined)
    changeScreen(store, (screen) => ({
      ...screen,
      preferences: { ...screen.preferences, summaryCommand },
    }));
  const press = keyPresser(store, noViewport, desktop, clock);
  press("g", ".");
  await settles();
  press("S", "c");
  const ended = async () => {
    for (const end of runs) await end;
    await new Promise((resolve) => setImmediate(resolve));
  };
  const about = () => {
    const { dialog } = store.getState().screen;
    return dialog?.kind === "info" && dialog.about.kind === "summary" ? dialog.about : undefined;
  };
  return { ...world, home, press, runs, ended, about };
}

test("the command gets the Markdown, and its answer is labelled as what it is", async () => {
  const { home, store, ended, about } = await startWith(
    "while [ ! -e go ]; do sleep 0.02; done; cat > got.md; echo 'All is well.'",
  );
  expect(about()).toMatchObject({ by: { name: "sum --short" } });
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  expect(screen.whole.shows("loading")).toBe(true);
  writeFileSync(join(home, "go"), "");
  await ended();
  await screen.settles();
  expect(screen.whole.shows("Written by sum --short")).toBe(true);
  expect(screen.whole.shows("A program wrote it: it quotes nobody.")).toBe(true);
  expect(screen.whole.shows("All is well.")).toBe(true);
  screen.ends();
  expect(readFileSync(join(home, "got.md"), "utf8")).toMatch(
    /^# Since .* 2026.*\n\n10 messages in 6 /,
  );
});

test.each([
  ["prints escapes", "printf '\\033[2J\\033]52;c;b3du\\007fine'", { value: "[2J]52;c;b3dufine" }],
  ["fails", "echo 'no model' >&2; exit 3", { sentence: "It ended with 3: no model" }],
  ["prints nothing", "cat > /dev/null", { sentence: "It printed nothing." }],
  [
    "prints 100 MB",
    "head -c 100000000 /dev/zero | tr '\\0' x",
    { sentence: "It was ended: it printed more than a megabyte." },
  ],
])("one that %s is told in a sentence, and nothing is lost", async (_, script, content) => {
  const { ended, about, press, rowKeys } = await startWith(script);
  const before = rowKeys();
  await ended();
  expect(about()?.content).toMatchObject(content);
  press("Esc");
  expect(about()).toBeUndefined();
  expect(rowKeys()).toEqual(before);
});

test("one that hangs blocks nothing, and is ended when its dialog is closed", async () => {
  const { home, ended, about, press, runs } = await startWith("sleep 1000; echo late > late");
  press("j");
  expect(about()?.content).toBeUndefined();
  press("Esc");
  await ended();
  expect(await runs[0]).toEqual({ kind: "failed", because: "was stopped" });
  expect(about()).toBeUndefined();
  expect(existsSync(join(home, "late"))).toBe(false);
});

test("without a command, a sentence says how to name one", async () => {
  const { toast, about } = await startWith(undefined);
  expect(about()).toBeUndefined();
  expect(toast()).toContain("Name a summary_command in the configuration file");
});
