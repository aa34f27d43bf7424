import { join } from "node:path";
import { expect, test } from "vitest";
import { openStateHere } from "#host/state-here.ts";
import { folder, unwritable } from "../support/folder.ts";

const snooze = { key: "t", json: "1" };

test("a file that cannot be written answers what it has, and refuses the rest with the reason", async () => {
  const path = folder();
  const first = await openStateHere(path);
  await first.state.putSnooze(snooze);
  await first.close();
  unwritable(join(path, "state.db"));
  const { state, close } = await openStateHere(path);
  expect(await state.snoozes()).toEqual([snooze]);
  await expect(state.putSnooze(snooze)).rejects.toMatchObject({ failure: { kind: "read-only" } });
  await close();
});

test("places are read without claiming what another window may send", async () => {
  const path = folder();
  const left = await openStateHere(path);
  await left.state.putIntent({ id: "one", createdAt: 1, json: "{}" });
  await left.state.putPlace({ key: "p", json: "1" });
  await left.close();
  const verb = await openStateHere(path);
  expect(await verb.state.places()).toEqual([{ key: "p", json: "1" }]);
  const window = await openStateHere(path);
  expect((await window.state.load()).intents).toHaveLength(1);
  await verb.close();
  await window.close();
});
