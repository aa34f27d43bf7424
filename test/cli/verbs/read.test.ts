import { expect, test } from "vitest";
import { strayControls } from "../../support/escapes.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

test("a pipe gets one line per message, without colour", async () => {
  const { run } = shellOn(startRealm());
  const { code, out, err } = await run(["read", "#dev > deploy"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatchInlineSnapshot(`
    "104	2026-11-20T11:25:20Z	#dev > deploy	Bo Lindt	rolling
    108	2026-11-20T11:32:00Z	#dev > deploy	Cleo Vane	@**Ana Ruiz** look
    "
  `);
});

test("a terminal gets names, times and styles at its width", async () => {
  const { run } = shellOn(startRealm(), { columns: 40 });
  const { out } = await run(["read", "dev > deploy"]);
  expect(out.replaceAll("\x1b", "^")).toMatchInlineSnapshot(`
    "^[1m#dev > deploy^[22m  ^[37mFri 20 Nov^[39m
    ^[96mBo Lindt^[39m  ^[37m11:25^[39m  ^[90m104^[39m
      rolling
    ^[1;93mCleo Vane^[22;39m  ^[37m11:32^[39m  ^[90m108^[39m
      ^[1;93m@Ana Ruiz^[22;39m look
    "
  `);
});

test("a time without a day is on the day of its message", async () => {
  const realm = startRealm();
  const { run } = shellOn(realm, { columns: 80 });
  await run(["send", "#dev > when", "at <time:10am PST>"]);
  expect((await run(["read", "#dev > when"])).out).toContain("Fri 20 Nov, 18:00");
  expect((await run(["read", "#dev > when", "--plain"])).out).toContain("at Fri 20 Nov, 18:00");
});

test("--plain prints the lines for screen readers, even to a pipe", async () => {
  const { run } = shellOn(startRealm());
  const { out } = await run(["read", "#dev > deploy", "--plain"]);
  expect(out).toMatchInlineSnapshot(`
    "[#dev > deploy]
    Bo Lindt: rolling. 11:25
    Cleo Vane, new, mentions you: @Ana Ruiz look. 11:32
    "
  `);
});

test("a link to a topic that is gone says so, in a pipe too", async () => {
  const { run } = shellOn(startRealm());
  const gone = "http://realm.test/#narrow/channel/2-dev/topic/gone";
  const err = "weir: #dev > gone has no messages: the topic was moved or deleted.\n";
  expect(await run(["read", gone])).toEqual({ code: 1, out: "", err });
  expect(await run(["read", gone, "--unread"])).toEqual({ code: 0, out: "", err: "" });
});

test("JSON has the documented or the requested fields", async () => {
  const { run } = shellOn(startRealm());
  const [first] = json(await run(["read", "#dev > deploy", "-n", "1", "--json"]));
  expect(first).toMatchInlineSnapshot(`
    {
      "content": "@**Ana Ruiz** look",
      "id": 108,
      "link": "http://realm.test/#narrow/channel/2-dev/topic/deploy/near/108",
      "mentioned": true,
      "people": null,
      "place": "#dev > deploy",
      "reactions": {},
      "sender": "Cleo Vane",
      "sender_email": "cleo@small.example",
      "sender_id": 13,
      "starred": false,
      "stream": "dev",
      "stream_id": 2,
      "time": "2026-11-20T11:32:00Z",
      "topic": "deploy",
      "unread": true,
    }
  `);
  const { out } = await run(["read", "#dev > deploy", "-n", "1", "--json=topic,id"]);
  expect(out).toMatchInlineSnapshot(`
    "{"topic":"deploy","id":108}
    "
  `);
});

test("control characters of a message are removed from all output except --raw in a pipe", async () => {
  const realm = startRealm();
  await realm.as(people.bo).say({ streamId: 2, topic: "evil" }, "a\x1b]0;owned\x07\nb");
  const pipe = shellOn(realm);
  const terminal = shellOn(realm, { columns: 60 });
  const argv = ["read", "#dev > evil"];
  expect((await pipe.run(argv)).out).toMatch(/\ta␛\]0;owned␇↵b\n$/);
  expect(strayControls((await terminal.run(argv)).out.replaceAll("\n", ""))).toEqual([]);
  const lines = (await pipe.run([...argv, "--json"])).out;
  expect(strayControls(lines.replaceAll("\n", ""))).toEqual([]);
  expect((await pipe.run([...argv, "--raw"])).out).toBe("a\x1b]0;owned\x07\nb\n");
  expect((await terminal.run([...argv, "--raw"])).out).toBe("a␛]0;owned␇\nb\n");
});

test("a message is printed by ID, and with its neighbours by link", async () => {
  const { run } = shellOn(startRealm());
  const [message] = json(await run(["read", "#dev > deploy", "-n", "1", "--json"]));
  const byId = await run(["read", String(message?.["id"]), "--json"]);
  expect(json(byId)).toEqual([message]);
  const byLink = await run(["read", String(message?.["link"]), "--json=content"]);
  expect(json(byLink).length).toBeGreaterThan(1);
  expect(await run(["read", "999999"])).toMatchObject({ code: 1, out: "" });
});

test("a unique part of a name is sufficient, otherwise the candidates are listed", async () => {
  const { run } = shellOn(startRealm());
  expect((await run(["read", "#de > depl"])).code).toBe(0);
  expect((await run(["read", "@bo"])).code).toBe(0);
  const several = await run(["read", "#e"]);
  expect(several).toMatchObject({ code: 2, out: "" });
  expect(several.err).toMatch(/^weir: "e" matches several streams: #.*, #.*\n$/);
  expect((await run(["read", "#dve"])).err).toContain("Did you mean #dev?");
  const hint = "For a person, write @cleo.";
  expect((await run(["read", "cleo"])).err).toBe(`weir: There is no stream "cleo". ${hint}\n`);
  expect((await run(["read", "#cleo"])).err).not.toContain(hint);
  expect((await run(["read", "cleo > soup"])).err).not.toContain(hint);
});

test("--unread and --since limit the messages", async () => {
  const { run } = shellOn(startRealm());
  const unread = json(await run(["read", "all", "--unread", "--json=unread"]));
  expect(unread.length).toBeGreaterThan(0);
  expect(unread.every((row) => row["unread"] === true)).toBe(true);
  expect(await run(["read", "all", "--since", "gibberish"])).toMatchObject({ code: 2 });
  const since = await run(["read", "all", "--since", "20.11. 11:00"]);
  expect(since.err).toBe("weir: Since Fri 20 Nov, 11:00.\n");
  expect((await run(["read", "all", "--since", "1s"])).out).toBe("");
});
