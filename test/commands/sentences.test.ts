import { expect, test } from "vitest";
import type { Keys } from "#commands/command.ts";
import { keyOf, withKeys } from "#commands/sentences.ts";
import { commands } from "#commands/tables/commands.ts";

const keysWith = (overrides: Keys["overrides"]): Keys => ({ commands, overrides });
const own = keysWith({});
const sentence =
  "{message.reply} writes the first message|, {triage.next} goes to the next unread|.";

test("a sentence names the default keys", () => {
  expect(withKeys(own, sentence)).toBe("r writes the first message, n goes to the next unread.");
});

test("a sentence names the first configured key", () => {
  const keys = keysWith({ "message.reply": ["F2", "r"], "triage.next": ["g n"] });
  expect(withKeys(keys, sentence)).toBe(
    "F2 writes the first message, g n goes to the next unread.",
  );
});

test("parts about commands without a key are omitted", () => {
  expect(withKeys(keysWith({ "message.reply": [] }), sentence)).toBe("n goes to the next unread.");
  expect(withKeys(keysWith({ "triage.next": [] }), sentence)).toBe("r writes the first message.");
  expect(withKeys(keysWith({ "message.reply": [], "triage.next": [] }), sentence)).toBe("");
});

test("a part with an unknown command is omitted", () => {
  expect(withKeys(own, "Here|: {no.command} helps|.")).toBe("Here.");
  expect(keyOf(own, "no.command")).toBeUndefined();
});
