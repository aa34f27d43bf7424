/** What people say of themselves. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana } = people;

async function said(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

test("a status has an emoji of any kind, and says what is wrong with others", async () => {
  const { realm, as } = startRealm();
  const { brand } = realm.control.server;
  const extra = `${brand}_extra_emoji`;
  const says = (asks: Body) => said(as(ana).post("/users/me/status", asks));
  const emoji = (emoji_name: string, emoji_code: string, reaction_type: string) =>
    says({ emoji_name, emoji_code, reaction_type });
  expect(await emoji("car", "1f697", "unicode_emoji")).toBe("");
  expect(await emoji(brand, brand, extra)).toBe("");
  expect(await says({ emoji_name: brand })).toBe("");
  expect(await emoji("car", brand, extra)).toBe("Invalid emoji name.");
  expect(await emoji("car", "car", extra)).toBe("Invalid emoji code.");
  expect(await emoji("car", "zz", "unicode_emoji")).toBe("Invalid emoji code.");
  expect(await emoji("car", "1f389", "unicode_emoji")).toBe("Invalid emoji name.");
  expect(await emoji("car", "1f697", "x")).toBe("Invalid emoji type.");
  expect(await emoji("party", "999", "realm_emoji")).toBe("Invalid custom emoji.");
  expect(await says({ emoji_name: "no_such" })).toBe("Emoji 'no_such' does not exist");
});

test("an empty code or type says nothing", async () => {
  const { as } = startRealm();
  const says = (asks: Body) => said(as(ana).post("/users/me/status", asks));
  expect(await says({ status_text: "here", emoji_code: "", reaction_type: "" })).toBe("");
  expect(await says({ emoji_code: "" })).toBe("Client did not pass any new values.");
  expect(await says({ status_text: "here", emoji_code: "1f697" })).toBe(
    "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
  );
});
