/** Marking as read by displaying messages, with the screen, a session and a realm. */
import { expect, test } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import type { Narrow } from "#model/narrow.ts";
import type { StreamId } from "#wire/ids.ts";
import { showScreen } from "../support/screen.tsx";
import { streams } from "../support/small-blueprint.ts";
import { deploy, startSmall } from "../support/small-client.ts";

const mention = 108;
const always = 1;
const conversations = 2;
const never = 3;

/** A user at the keyboard: visible messages are read. */
const attention = { lastKeyAt: () => 0, reportsFocus: () => true };

/** Whether the server has marked the mention as read after `narrow` was open for some seconds. */
async function isMarked(narrow: Narrow, policy: number): Promise<boolean> {
  const { ana, clock, client, store } = await startSmall({}, { attention });
  await ana.patch("/settings", { web_mark_read_on_scroll_policy: policy });
  client.open({ kind: "starred" });
  await clock.pass("5 s");
  const screen = await showScreen(store, { rows: 40, clock });
  openNarrow(store, narrow);
  for (let second = 0; second < 8; second++) {
    await screen.settles();
    await clock.pass("1 s");
  }
  screen.ends();
  const { body } = await ana.get(`/messages/${mention}`);
  return body["message"].flags.includes("read");
}

const stream: Narrow = { kind: "stream", streamId: streams.dev as StreamId };

test.each([
  ["a conversation", "always", true, deploy, always],
  ["a conversation", "in conversations", true, deploy, conversations],
  ["a conversation", "never", false, deploy, never],
  ["a stream", "always", true, stream, always],
  ["a stream", "in conversations", false, stream, conversations],
  ["the feed", "always", true, { kind: "all" }, always],
  ["the feed", "in conversations", false, { kind: "all" }, conversations],
  ["mentions", "always", true, { kind: "mentions" }, always],
] as const)(
  "in %s, with the setting %s, displayed messages are marked as read: %s",
  async (_, __, marked, narrow, policy) => {
    expect(await isMarked(narrow, policy)).toBe(marked);
  },
);
