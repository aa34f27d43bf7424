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
