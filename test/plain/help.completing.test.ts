/** What Tab makes of what was typed, where one is. */
import { expect, test } from "vitest";
import { openForm, stepInForm } from "#commands/forms/open-form.ts";
import { landOnceLoaded } from "#commands/places/navigation.ts";
import { openDialog } from "#commands/screen.ts";
import { speakWith } from "../support/plain-client.ts";
import { startSmall } from "../support/small-client.ts";

async function start() {
  const world = await startSmall();
  landOnceLoaded(world.store);
  const spoken = speakWith(world.store, world.clock);
  const complete = (line: string) => spoken.plain.complete(line, line.length);
  return { ...world, ...spoken, complete };
}

test("commands are completed by their hint or title, and by the words of plain mode", async () => {
  const { complete } = await start();
  expect(complete("repl")?.choices).toContain("reply");
  expect(complete("zzz")?.choices).toEqual([]);
  expect(complete("Mark as d")?.choices).toEqual(["Mark as done, and go to the next"]);
  expect(complete("qui")?.choices.slice(0, 2)).toEqual(["quit", "quiet"]);
});

test("in a message names are completed, and commands after a colon", async () => {
  const { complete, types } = await start();
  await types("reply");
  expect(complete("to @cle")).toEqual({ from: 3, choices: ["@**Cleo Vane** "] });
  expect(complete("in #de")?.choices.some((each) => each.startsWith("#**dev"))).toBe(true);
  expect(complete("qui")).toBeUndefined();
  expect(complete(":sched")).toEqual({ from: 1, choices: ["schedule"] });
});

test("in a form the choices of the selected field are completed, but no key of an account", async () => {
  const { complete, store, dialog } = await start();
  openForm(store, { name: "settings", id: 0 });
  for (let at = 0; at < 40 && (complete("")?.choices.length ?? 0) === 0; at += 1)
    stepInForm(store, 1);
  expect(complete("")?.choices).toContain("Yes");
  expect(dialog()?.kind).toBe("form");
  openDialog(store, { kind: "sign-in", sentence: "Sign in again." });
  expect(complete("qui")).toBeUndefined();
});
