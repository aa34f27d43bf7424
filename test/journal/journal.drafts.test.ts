import { expect, test } from "vitest";
import { emptyJournal, withDraft } from "#journal/journal.ts";
import { topic } from "../support/intents.ts";

const draft = { address: topic, text: "half", updatedAt: 1 };

test("a draft is stored by conversation until it is removed", () => {
  const journal = withDraft(emptyJournal, "k", draft);
  expect(journal.drafts.get("k")).toBe(draft);
  expect(withDraft(journal, "k", undefined).drafts.size).toBe(0);
});

test("removing a missing draft changes nothing", () => {
  expect(withDraft(emptyJournal, "k", undefined)).toBe(emptyJournal);
});
