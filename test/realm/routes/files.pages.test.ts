import { expect, test } from "vitest";
import { base, startRealm } from "../../support/realm.ts";

test("the emoji table has every name of a code, the canonical one first", async () => {
  const { realm } = startRealm();
  const answer = await realm.fetch(new Request(new URL("/static/emoji.json", base)));
  const { code_to_names: names } = await answer.json();
  expect(names["1f389"][0]).toBe("tada");
});
