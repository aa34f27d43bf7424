import { expect, test } from "vitest";
import { emptyReplica } from "#model/empty.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import { acme } from "../../support/acme.ts";

test("emoji of the organization's own can be used unless they are deactivated, and so can the server's", () => {
  const replica = acme();
  expect(ownEmoji(replica)).toEqual([
    { type: "realm_emoji", code: "7", name: "party_crab" },
    { type: "svc_extra_emoji", code: "svc", name: "svc" },
  ]);
  expect(ownEmoji({ ...replica })).toBe(ownEmoji(replica));
});

test("before anything is known there are none", () => {
  expect(ownEmoji(emptyReplica)).toEqual([]);
});
