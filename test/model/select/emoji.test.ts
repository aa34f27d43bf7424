import { expect, test } from "vitest";
import { get, tableOf } from "#base/table.ts";
import { emptyReplica } from "#model/replica.ts";
import { frequentEmoji, ownEmoji } from "#model/select/emoji.ts";
import { acme, deployWindow, idsOf } from "../../support/acme.ts";

test("the organization's active emoji and the server's extra emoji are listed", () => {
  const replica = acme();
  expect(ownEmoji(replica)).toEqual([
    { type: "realm_emoji", code: "7", name: "party_crab" },
    { type: "svc_extra_emoji", code: "svc", name: "svc" },
  ]);
  expect(ownEmoji({ ...replica })).toBe(ownEmoji(replica));
});

test("the empty replica has no own emoji", () => {
  expect(ownEmoji(emptyReplica)).toEqual([]);
});

test("emoji are sorted by frequency in the messages, where the user's own reactions count more", () => {
  const replica = acme();
  const [first, second] = idsOf(replica, deployWindow);
  const codesWith = (...reactions: (readonly [code: string, userIds: number[]])[]) => {
    const all = reactions.map(([code, userIds]) => ({
      type: "unicode_emoji",
      code,
      name: code,
      userIds,
    }));
    const message = { ...get(replica.messages, first!)!, reactions: all as never };
    const messages = tableOf([message], ({ id }) => id);
    return frequentEmoji({ ...replica, messages }, [first!, second!]).map(({ code }) => code);
  };
  const { ownId } = replica;
  expect(codesWith(["a", [91]], ["b", [91, 92, 93]], ["c", [ownId]]).slice(0, 3)).toEqual([
    "c",
    "b",
    "a",
  ]);
});
