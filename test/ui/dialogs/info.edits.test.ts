/** What the details of a message say about its edits. */
import { expect, onTestFinished, test } from "vitest";
import { openDialog } from "#commands/screen.ts";
import type { MessageId } from "#wire/ids.ts";
import { showScreen } from "../../support/screen.tsx";
import { inDeploy, startSmall } from "../../support/small-client.ts";

test("a long word that was changed stands beside its sign", async () => {
  const { bo, store, settles } = await startSmall();
  const id = await bo.say(inDeploy, `${"a".repeat(100)}\nsecond`);
  await bo.patch(`/messages/${id}`, { content: "short\nsecond" });
  await settles();
  openDialog(store, { kind: "info", about: { kind: "message", id: id as MessageId }, chosen: 0 });
  await settles();
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  const lines = screen.whole.lines().map((line) => line.slice(5));
  const at = lines.findIndex((line) => line.startsWith("- aaa"));
  expect(at).toBeGreaterThan(0);
  expect(lines.slice(at + 1, at + 4).map((line) => line.slice(0, 9).trimEnd())).toEqual([
    "  aaaaaaa",
    "+ short",
    "  second",
  ]);
});
