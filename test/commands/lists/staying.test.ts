import { expect, test } from "vitest";
import { inboxDefinition } from "#commands/conversation/inbox.ts";
import { filterOf } from "#commands/lists/list.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { openList } from "#store/lists.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";

test("a row stands where its filter shows it, and is over once it is done", () => {
  const store = storeOf(acme());
  refreshList(store);
  const press = keyPresser(store);
  const { key = "", section = "" } = openList(store.getState().screen)?.rows[0] ?? {};
  const stay = (filter: string) =>
    inboxDefinition.triage?.stay(store.getState(), key, filterOf(inboxDefinition, { filter }));
  const elsewhere = ["needs-you", "streams"].find((each) => each !== section) ?? "";
  expect(["all", section, elsewhere, "snoozed"].map(stay)).toEqual([
    "standing",
    "standing",
    "restored",
    "over",
  ]);
  press("g", "g", "e");
  expect(["all", section, "done"].map(stay)).toEqual(["over", "over", "restored"]);
  press("u");
  expect(["all", section].map(stay)).toEqual(["standing", "standing"]);
});
