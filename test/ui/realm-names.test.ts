import { expect, test } from "vitest";
import type { Replica } from "#model/replica.ts";
import { withEmojiNames } from "#model/settings.ts";
import { realmNames } from "#ui/realm-names.ts";
import { acme, ana, bo, you } from "../support/acme.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

function renamed(replica: Replica, user_id: number, full_name: string): Replica {
  const id = replica.lastEvent + 1;
  const person = { user_id, full_name };
  return step(replica, make.event("realm_user", { id, op: "update", person }));
}

test("an old name that was looked up before still resolves to the renamed person", () => {
  const names = realmNames();
  const before = acme();
  expect(names(before).userByName("Ana Ruiz")?.id).toBe(ana);
  const after = renamed(before, ana, "Anna Ruiz-Gil");
  expect(names(after).userByName("ana ruiz")).toMatchObject({ id: ana, name: "Anna Ruiz-Gil" });
  expect(names(after).userByName("anna ruiz-gil")?.id).toBe(ana);
});

test("the current holder of a name takes precedence over a former one", () => {
  const names = realmNames();
  const before = acme();
  names(before).userByName("Ana Ruiz");
  const swapped = renamed(renamed(before, ana, "Anna"), bo, "Ana Ruiz");
  expect(names(swapped).userByName("Ana Ruiz")?.id).toBe(bo);
});

test("an old name that was never looked up is unknown", () => {
  const names = realmNames();
  expect(names(renamed(acme(), ana, "Anna")).userByName("Ana Ruiz")).toBeUndefined();
  expect(names(acme()).me).toBe(you);
});

test("emoji names are the server's, or the built-in ones until its list is known", () => {
  const names = realmNames();
  const before = acme();
  expect(names(before).unicodeEmoji("tada")).toBe("🎉");
  const listed = withEmojiNames(before, new Map([["1f44d", ["tada", "fine"]]]));
  expect(names(listed).unicodeEmoji("tada")).toBe("👍");
  expect(names(listed).unicodeEmoji("heart")).toBeUndefined();
});
