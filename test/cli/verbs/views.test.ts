/** Views of the command line are those of the screen: the server's, or this machine's. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { savedViews } from "#model/views.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

function setUp(level: number = since.navigationViews) {
  const clock = fakeClock();
  const realm = startRealm({ clock, level });
  return { clock, realm, ...shellOn(realm, { clock, columns: 160 }) };
}

test("a view is added, listed, renamed, pinned, moved and deleted, each with its way back", async () => {
  const { run } = setUp();
  expect((await run(["views"])).err).toBe("weir: There are no views.\n");
  expect((await run(["views", "add", "Deploys", "stream:#dev", "topic:deploy"])).out).toBe(
    "Saved the view “Deploys”. To undo: weir views delete Deploys\n",
  );
  await run(["views", "add", "--unpinned", "Bo", "from:bo"]);
  expect(json(await run(["views", "--json=name,query,unread,pinned,local,problem"]))).toEqual([
    {
      name: "Deploys",
      query: "stream:dev topic:deploy",
      unread: 1,
      pinned: true,
      local: false,
      problem: null,
    },
    expect.objectContaining({ name: "Bo", pinned: false, local: false }),
  ]);
  expect((await run(["views", "rename", "bo", "Of Bo"])).out).toBe(
    "Renamed the view “Bo” to “Of Bo”. To undo: weir views rename 'Of Bo' Bo\n",
  );
  expect((await run(["views", "pin", "Of Bo"])).out).toBe("Pinned the view “Of Bo”.\n");
  expect((await run(["views", "move", "Of Bo", "1"])).out).toBe(
    "The view “Of Bo” has the number 1. To undo: weir views move 'Of Bo' 2\n",
  );
  const names = async () => json(await run(["views", "--json=name"])).map(({ name }) => name);
  expect(await names()).toEqual(["Of Bo", "Deploys"]);
  const { out } = await run(["views", "delete", "Deploys"]);
  expect(out).toBe(
    "Deleted the view “Deploys”. To undo: weir views add Deploys 'stream:dev topic:deploy'\n",
  );
  expect(await names()).toEqual(["Of Bo"]);
});

test("what is not known here, the server counts", async () => {
  const { run } = setUp();
  await run(["views", "add", "Words", "look"]);
  await run(["views", "add", "Pattern", "/lo+k/"]);
  expect(json(await run(["views", "--json=name,unread,local"]))).toEqual([
    { name: "Words", unread: 1, local: false },
    { name: "Pattern", unread: null, local: true },
  ]);
});

test("the inbox of a view has the conversations with something that it finds", async () => {
  const { run } = setUp();
  const unread = async (...more: string[]) =>
    json(await run(["inbox", "--json=place,unread", ...more]));
  expect((await unread()).length).toBeGreaterThan(1);
  await run(["views", "add", "Deploys", "topic:deploy"]);
  await run(["views", "add", "Words", "look"]);
  await run(["views", "add", "Nothing", "is:alerted"]);
  expect(await unread("--view", "deploys")).toEqual([{ place: "#dev > deploy", unread: 1 }]);
  expect(await unread("--view", "Words")).toEqual([{ place: "#dev > deploy", unread: 1 }]);
  expect((await run(["inbox", "--view", "Nothing"])).err).toBe(
    "weir: Nothing in that view is unread.\n",
  );
});

test("below the level views are this machine's, and those of a screen that is open", async () => {
  const { clock, realm, run, disk } = setUp(since.navigationViews - 1);
  const { store } = startClient({ clock, realm: realm.realm, disk });
  await clock.pass("5 s");
  expect((await run(["views", "add", "Direct", "is:dm"])).out).toMatch(
    /^Saved the view “Direct” on this machine: this server does not store views\. To undo/,
  );
  await clock.pass("31 s");
  expect(savedViews(store.getState().view)).toMatchObject([{ name: "Direct", isLocal: true }]);
  await run(["views", "delete", "Direct"]);
  await clock.pass("31 s");
  expect(savedViews(store.getState().view)).toEqual([]);
});

test("a view that weir cannot read is listed with why, and deleted with a way back", async () => {
  const { run, realm } = setUp();
  const odd = { fragment: "narrow/orbit/moon", is_pinned: true, name: "Odd" };
  await realm.as(people.ana).post("/navigation_views", odd);
  expect(stripVTControlCharacters((await run(["views"])).out)).toMatch(
    /^Odd +\? +cannot be opened: weir cannot read orbit:moon\n$/,
  );
  expect((await run(["inbox", "--view", "Odd"])).err).toBe(
    "weir: The view “Odd” cannot be opened: weir cannot read orbit:moon. It is kept.\n",
  );
  const { out } = await run(["views", "delete", "Odd"]);
  expect(out).toBe(
    "Deleted the view “Odd”. To undo: weir api POST /navigation_views -f fragment=narrow/orbit/moon -f is_pinned=true -f name=Odd\n",
  );
});

test.each<[readonly string[], RegExp]>([
  [["views", "add", "Mine", "from:bo"], /There is a view “Mine” already/],
  [["views", "add", "Other", "is:dm"], /The view “Mine” is this search already/],
  [["views", "add", "Late", "after:yesterday"], /A view lasts/],
  [["views", "add", "Typo", "form:bo"], /did you mean from/],
  [["views", "delete", "Min"], /There is no view "Min"\. Did you mean Mine\?/],
  [["views", "move", "Mine", "2"], /Pinned views have the number 1 only/],
  [["inbox", "--view", "None"], /There is no view “None”/],
])("%j is refused with a sentence", async (argv, sentence) => {
  const { run } = setUp();
  await run(["views", "add", "Mine", "is:dm"]);
  const { code, err } = await run(argv);
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(sentence);
  expect(json(await run(["views", "--json=name"]))).toEqual([{ name: "Mine" }]);
});
