/** The toast for a step that the server refuses in part. */
import { expect, test } from "vitest";
import type { Action } from "#journal/intent.ts";
import { addIntents } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const mute = (streamId: number, topic: string): Action => ({
  kind: "topic-policy",
  streamId: streamId as StreamId,
  topic,
  policy: 1,
});

test("if two of three changes are refused, the toast names both and the third is carried out", async () => {
  const { client, clock, store } = await startSmall();
  const step = { sentence: "Muted 3 topics", inverse: [] };
  const all = [mute(streams.dev, "noise"), mute(4001, "one"), mute(4002, "two")];
  addIntents(store, { clock, newId: client.newId }, all, step);
  await clock.pass("10 s");
  const { screen, replica } = store.getState();
  expect(screen.toast?.tone).toBe("error");
  expect(screen.toast?.text).toMatch(/^2 of 3 refused: Mute .+; Mute .+ \(Invalid channel ID\)$/);
  expect([...replica.policies.values()]).toContain(1);
});

test("if a single change is refused, the toast shows the reason, then the change", async () => {
  const { client, clock, store } = await startSmall();
  addIntents(store, { clock, newId: client.newId }, [mute(4001, "one")]);
  await clock.pass("10 s");
  expect(store.getState().screen.toast?.text).toMatch(/^Invalid channel ID \(Mute .+\)$/);
});
