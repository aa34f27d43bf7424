/** The words that alert a person. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { bo } = people;
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
