import { expect, test } from "vitest";
import { hasLapsed, isSuspect, proposalFrom, withMovedPlace } from "#journal/proposals.ts";
import { conversationKey } from "#model/conversation.ts";
import { imports, sources } from "../conventions/tree.ts";
import { proposedMessage } from "../support/proposals.ts";
import { deploy, hello } from "../support/small-client.ts";

const day = 86_400_000;
const now = 1_000 * day;
const proposal = proposedMessage("p", now, "All green.");
const stored = (changes: object): unknown =>
  JSON.parse(JSON.stringify({ ...proposal, ...changes }));

test("a proposal is read as it was stored", () => {
  expect(proposalFrom(stored({}))).toEqual(proposal);
  expect(proposalFrom(stored({ answers: "Bo: hi" }))).toEqual({ ...proposal, answers: "Bo: hi" });
});

test.each([
  ["that it was removed", null],
  ["no proposal", "proposal"],
  ["another field", stored({ phase: "waiting" })],
  ["no reading", stored({ read: undefined })],
  ["a deletion", stored({ action: { kind: "delete-message", messageId: 1 } })],
  ["an edit", stored({ action: { kind: "edit", messageId: 1, content: "x" } })],
  ["an upload", stored({ action: { kind: "upload", name: "key" } })],
  ["a message with more", stored({ action: { ...proposal.action, heldUntil: 0 } })],
])("%s on the disk is no proposal", (_, value) => {
  expect(proposalFrom(value)).toBeUndefined();
});

test("a proposal lapses after a day, and one from the future at once", () => {
  const lapsedAt = (at: number) => hasLapsed(proposal, at);
  expect([now, now + day - 1, now - day + 1].map(lapsedAt)).toEqual([false, false, false]);
  expect([now + day, now - day].map(lapsedAt)).toEqual([true, true]);
});

test("what may be carried away, or leads somewhere new, is suspect", () => {
  expect(isSuspect(proposal)).toBe(false);
  expect(isSuspect({ carried: ["@Bo"], strange: [] })).toBe(true);
  expect(isSuspect({ carried: [], strange: ["evil.example"] })).toBe(true);
});

test("a proposal follows its topic, and the others are the same", () => {
  const all = new Map([[proposal.id, proposal]]);
  if (deploy.kind !== "topic" || hello.kind !== "topic") throw new Error("These are topics.");
  const to = { ...deploy, topic: "rollout" };
  const moved = withMovedPlace(all, { from: conversationKey(deploy), to, isMerge: false });
  expect(moved.get(proposal.id)).toEqual({
    ...proposal,
    address: to,
    action: { ...proposal.action, address: to },
  });
  expect(withMovedPlace(all, { from: conversationKey(hello), to, isMerge: false })).toBe(all);
});

test("of what delivers, overlays, restores and retires intents, nothing knows a proposal", () => {
  const knowing = sources.filter((path) =>
    imports(path).some(({ from }) => /(?:^#journal|^\.)\/proposals\.ts$/.test(from)),
  );
  expect(knowing).toEqual([
    // Stores what a program proposes, and what it has read before.
    "src/cli/agent/private-reads.ts",
    "src/cli/agent/proposing.ts",
    // Shows proposals, and makes intents of those that a key approves.
    "src/commands/outbox/list.ts",
    "src/commands/outbox/proposals.ts",
    // Lets them follow a topic, and keeps them, also those that were dropped: undo makes them proposals again.
    "src/journal/append.ts",
    "src/journal/local-rows.ts",
    "src/journal/stored-rows.ts",
    "src/sync/storage/proposals.ts",
  ]);
});
