/** Verbs that list, in colours on a terminal; the transcripts in golden/ have none. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { json, shellOn } from "../support/verb.ts";

test("inbox: output in a pipe, on a terminal and as JSON", async () => {
  const realm = startRealm();
  expect((await shellOn(realm).run(["inbox"])).out).toMatchInlineSnapshot(`
    "1	mention	#dev > deploy
    1	direct	@Bo Lindt
    1	direct	@Bo Lindt, @Cleo Vane
    "
  `);
  const terminal = shellOn(realm, { columns: 60 });
  expect((await terminal.run(["inbox"])).out.replaceAll("\x1b", "^")).toMatchInlineSnapshot(`
    "1  ^[37mmention^[39m  ^[1;93m#dev > deploy^[22;39m
    1  ^[37mdirect ^[39m  ^[1;93m@Bo Lindt^[22;39m
    1  ^[37mdirect ^[39m  ^[1;93m@Bo Lindt, @Cleo Vane^[22;39m
    "
  `);
  const [first] = json(await shellOn(realm).run(["inbox", "--json"]));
  expect(first).toMatchInlineSnapshot(`
    {
      "account": null,
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

test("inbox knows where the user has written, as the screen does, and asks for that only where it decides", async () => {
  const realm = startRealm();
  const calls: string[] = [];
  const shell = shellOn(realm, { onRequest: (call) => void calls.push(call) });
  const to = { streamId: streams.general, topic: "soup" };
  await realm.as("ana@small.example").say(to, "When is it ready?");
  await realm.as("bo@small.example").say(to, "Now.");
  const rows = json(await shell.run(["inbox", "--json=place,section,reason"]));
  expect(calls.filter((call) => /^GET .*\/messages/.test(call))).toHaveLength(2);
  expect(rows.at(-1)).toEqual({ place: "#general > soup", section: "followed", reason: "wrote" });
  const asked = async (...line: string[]) => {
    calls.length = 0;
    await shell.run(line);
    return calls;
  };
  const [register, messages, leave] = ["POST /register", "GET /messages", "DELETE /events"];
  expect(await asked("inbox")).toEqual([register, messages, messages, leave]);
  expect(await asked("inbox", "--needs-me")).toEqual([register, messages, leave]);
  await shell.run(["done", "#general > soup"]);
  await shell.run(["done", "#dev > deploy"]);
  expect(await asked("inbox")).toEqual([register, messages, leave]);
  await shell.run(["done", "--all"]);
  expect(await asked("inbox")).toEqual([register, leave]);
});

test("drafts are listed beyond those of a register, and if that fails it is said", async () => {
  const realm = startRealm();
  const content = "Soup.";
  const drafts = Array.from({ length: 1_002 }, (_, at) => ({
    type: "stream",
    to: [streams.general],
    topic: "soup",
    content,
    timestamp: 1_700_000_000 + at,
  }));
  const shell = shellOn(realm);
  await realm.as("ana@small.example").post("/drafts", { drafts });
  const [whole, capped] = [shell, shellOn(realm, { answer: failing("GET /drafts") })];
  const rows = json(await whole.run(["drafts", "-n", "5000", "--json=id"]));
  expect(rows).toHaveLength(1_003);
  const { out, err, code } = await capped.run(["drafts", "-n", "5000", "--json=id"]);
  expect([json({ code, out, err }).length, code]).toEqual([1_000, 0]);
  expect(err).toContain("drafts (only the newest 1000 are listed)");
});

const failing = (broken: string) => (call: string) =>
  call === broken ? JSON.stringify({ result: "error", msg: "Not now." }) : undefined;

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
  ["is:muted", since.mutedOperator, [105, 109]],
  ["mentions:bo", since.mentionsOperator, [114]],
  ["channels:archived", since.archivedOperator, [101, 102, 103]],
])(
  "search %s asks the server from level %d on, and the archive alone before",
  async (query, level, ids) => {
    const found = async (at: number) => {
      const realm = startRealm({ level: at });
      await realm
        .as(people.cleo)
        .say({ streamId: streams.dev, topic: "deploy" }, "@**Bo Lindt** too");
      await realm.as(people.cleo).delete(`/streams/${streams.general}`);
      const calls: string[] = [];
      const shell = shellOn(realm, { onRequest: (call) => void calls.push(call) });
      const ran = await shell.run(["search", query, "--json"]);
      return calls.includes("GET /messages") ? json(ran).map((row) => row["id"]) : ran.err;
    };
    expect(await found(level)).toEqual(ids);
    expect(await found(level - 1)).toMatch(/archive/);
  },
);

test("people: an address that nobody has is refused like a name", async () => {
  const shell = shellOn(startRealm());
  for (const name of ["nobody@small.example", "@nobody"])
    expect(await shell.run(["people", "show", name])).toMatchObject({
      code: 2,
      err: `weir: There is no person "${name.replace(/^@/, "")}".\n`,
    });
  expect((await shell.run(["people", "show", "bo@small.example"])).out).toContain("Bo Lindt");
});

test("inbox has streams in the order of the screen: by folder", async () => {
  const realm = startRealm();
  const cleo = realm.as(people.cleo);
  await cleo.post("/channel_folders/create", { name: "Boats", description: "" });
  await cleo.patch(`/streams/${streams.news}`, { folder_id: 1 });
  for (const streamId of [streams.general, streams.news])
    await cleo.say({ streamId, topic: "harbour" }, "closed");
  const places = async () =>
    json(await shellOn(realm).run(["inbox", "--json=place,section"]))
      .filter(({ section }) => section === "streams")
      .map(({ place }) => place);
  expect(await places()).toEqual(["#news > harbour", "#general > harbour"]);
  await realm.as(people.ana).patch("/settings", { web_inbox_show_channel_folders: false });
  expect(await places()).toEqual(["#general > harbour", "#news > harbour"]);
});

test.each([
  [225, "dev.2.show-sender@"],
  [226, "dev.2.show-sender@"],
  [512, "dev.2.show-sender@"],
])("streams address prints where a stream takes mail at level %d", async (level, start) => {
  const { run } = shellOn(startRealm({ level }));
  const ran = await run(["streams", "address", "#dev"]);
  expect([ran.code, ran.err, ran.out.startsWith(start)]).toEqual([0, "", true]);
});

test("below level 226, the address of a stream without the user is not told", async () => {
  const { run } = shellOn(startRealm({ level: 225 }));
  const ran = await run(["streams", "address", "#other"]);
  expect([ran.code, ran.out]).toEqual([1, ""]);
  expect(ran.err).toBe("weir: This server tells no address of #other, unless you are in it.\n");
});
