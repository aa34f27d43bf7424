/** Verbs that list: one golden output per format, and the documented fields of all. */
import { expect, test } from "vitest";
import { verbs } from "#cli/verbs.ts";
import { startRealm } from "../support/realm.ts";
import { json, shellOn } from "../support/verb.ts";

test("inbox: output in a pipe, on a terminal and as JSON", async () => {
  const realm = startRealm();
  expect((await shellOn(realm).run(["inbox"])).out).toMatchInlineSnapshot(`
    "1	mention	#dev > deploy
    1	direct	@Bo Lindt
    1	direct	@Bo Lindt @Cleo Vane
    "
  `);
  const terminal = shellOn(realm, { columns: 60 });
  expect((await terminal.run(["inbox"])).out.replaceAll("\x1b", "^")).toMatchInlineSnapshot(`
    "1  ^[37mmention^[39m  ^[1;93m#dev > deploy^[22;39m
    1  ^[37mdirect ^[39m  ^[1;93m@Bo Lindt^[22;39m
    1  ^[37mdirect ^[39m  ^[1;93m@Bo Lindt @Cleo Vane^[22;39m
    "
  `);
  const [first] = json(await shellOn(realm).run(["inbox", "--json"]));
  expect(first).toMatchInlineSnapshot(`
    {
      "first_unread": 108,
      "mentions": 1,
      "people": null,
      "place": "#dev > deploy",
      "reason": "mention",
      "section": "needs-you",
      "stream": "dev",
      "stream_id": 2,
      "topic": "deploy",
      "unread": 1,
    }
  `);
});

test("streams: output in a pipe", async () => {
  expect((await shellOn(startRealm()).run(["streams", "--all"])).out).toMatchInlineSnapshot(`
    "#dev		All about dev
    #general		All about general
    #news		All about news
    #other	not subscribed	All about other
    #secret	private	All about secret
    #web	web-public,not subscribed	All about web
    "
  `);
});

test("people: output on a terminal", async () => {
  const { run } = shellOn(startRealm(), { columns: 60 });
  const { out } = await run(["users"]);
  expect(out.replaceAll("\x1b", "^")).toMatchInlineSnapshot(`
    "^[1m@Ana Ruiz ^[22m  ^[37mmember       ^[39m  ana@small.example
    ^[1m@Bo Lindt ^[22m  ^[37mmember       ^[39m  bo@small.example
    ^[1m@Cleo Vane^[22m  ^[37madministrator^[39m  cleo@small.example
    ^[1m@Don Marsh^[22m  ^[37mmoderator    ^[39m  don@small.example
    ^[1m@Gus Guest^[22m  ^[37mguest        ^[39m  gus@small.example
    "
  `);
});

test.each([
  ["inbox"],
  ["streams", "--all"],
  ["topics", "#dev"],
  ["people"],
  ["groups", "--system"],
  ["drafts"],
  ["search", "is:unread"],
])("%s returns exactly the fields of its help", async (...argv) => {
  const { run } = shellOn(startRealm());
  const { fields } = verbs.find(({ name }) => name === argv[0])!;
  const rows = json(await run([...argv, "--json"]));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(Object.keys(row)).toEqual(fields);
  expect(Object.values(rows[0]!)).not.toContain(undefined);
});

test("search accepts operators with names, and rejects unknown ones", async () => {
  const { run } = shellOn(startRealm());
  const found = json(await run(["search", "sender:bo", "stream:dev", "--json=sender,stream"]));
  expect(new Set(found.map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"sender":"Bo Lindt","stream":"dev"}']),
  );
  expect((await run(["search", "sendr:bo"])).err).toContain(
    "There is no operator sendr: did you mean sender:?",
  );
});
