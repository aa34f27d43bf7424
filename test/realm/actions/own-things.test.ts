/** What people keep for themselves: words that alert them, people whom they mute, and what they say of themselves. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, robot } = people;
const words = "/users/me/alert_words";

async function said(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

test("of a word in several spellings the last one stays, at the place of the first", async () => {
  const { as } = startRealm();
  const add = async (alert_words: readonly string[]) =>
    (await as(bo).post(words, { alert_words })).body["alert_words"];
  expect(await add(["Teapot", " kettle ", "", "teapot"])).toEqual(["teapot", "kettle"]);
  expect(await add(["TEAPOT", "cup"])).toEqual(["teapot", "kettle", "cup"]);
});

test("a word too long is counted where it stands, and only where words are added", async () => {
  const { as } = startRealm();
  const alert_words = ["", "x".repeat(100), "x".repeat(101)];
  expect(await said(as(bo).post(words, { alert_words }))).toBe(
    "alert_words[2] is too long (limit: 100 characters)",
  );
  expect(await said(as(bo).delete(words, { alert_words }))).toBe("");
  const odd = { alert_words: ["tea", 1] };
  expect(await said(as(bo).post(words, odd))).toBe("alert_words[1] is not a string");
});

test("nobody mutes themselves, and nobody has muted themselves", async () => {
  const { as } = startRealm();
  const own = `/users/me/muted_users/${ana}`;
  expect(await said(as(ana).post(own))).toBe("Cannot mute self");
  expect(await said(as(ana).delete(own))).toBe("User is not muted");
});

test("bots cannot be muted below level 188", async () => {
  const mute = (level: number) =>
    said(startRealm({ level }).as(ana).post(`/users/me/muted_users/${robot}`));
  expect(await mute(187)).toBe("No such user");
  expect(await mute(188)).toBe("");
});

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
