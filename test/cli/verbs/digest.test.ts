/** `weir digest`: what happened since a time, from the server, and from what was seen while it cannot be reached. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { type StartedRealm, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { inDeploy } from "../../support/small-client.ts";
import { usedArchive } from "../../support/used-archive.ts";
import { json, shellOn } from "../../support/verb.ts";

const since = ["--since", "2026-11-20 11:00"];
const link = (id: number, topic: string) =>
  `http://realm.test/#narrow/channel/2-dev/topic/${topic}/near/${id}`;

/** The name of the resolved topic in links. */
const resolved = ".E2.9C.94.20deploy";

/** A question to Ana, what four people agree on, a link, and how the topic ended. */
async function decided(realm: StartedRealm) {
  const [ana, bo, cleo] = [realm.as(people.ana), realm.as(people.bo), realm.as(people.cleo)];
  const asked = await bo.say(inDeploy, "@**Ana Ruiz** ok to roll back?");
  const agreed = await cleo.say(inDeploy, "Yes: see https://graph.example/d?a=1.");
  await cleo.post("/users/me/subscriptions", {
    subscriptions: [{ name: "dev" }],
    principals: [people.don],
  });
  for (const who of [people.ana, people.bo, people.cleo, people.don])
    await realm.as(who).post(`/messages/${agreed}/reactions`, { emoji_name: "+1" });
  await ana.patch(`/messages/${asked}`, { topic: "✔ deploy", propagate_mode: "change_all" });
  return { asked, agreed };
}

test("a conversation tells what was asked, decided and linked to, each with its message", async () => {
  const realm = startRealm();
  const { asked, agreed } = await decided(realm);
  const { run } = shellOn(realm);
  const all = json(await run(["digest", ...since, "--json"]));
  const [first] = all;
  expect(first).toMatchObject({
    place: "#dev > ✔ deploy",
    stream: "dev",
    stream_id: streams.dev,
    topic: "✔ deploy",
    messages: 5,
    people: [
      { id: people.bo, name: "Bo Lindt", messages: 2 },
      { id: people.cleo, name: "Cleo Vane", messages: 2 },
      { messages: 1 },
    ],
    questions: [{ message_id: asked, sender: "Bo Lindt", link: link(asked, resolved) }],
    decided: [
      { kind: "agreed", message_id: agreed, thumbs: 4 },
      { kind: "resolved", content: expect.stringContaining("marked this topic as resolved") },
    ],
    links: [{ message_id: agreed, url: "https://graph.example/d?a=1" }],
    files: [],
    first: { message_id: 104, content: "rolling" },
  });
  expect(json(await run(["digest", ...since, "--json=place", "-n", "1"]))).toEqual([
    { place: "#dev > ✔ deploy" },
  ]);
});

test("in a pipe, each line begins with its message and ends with its link", async () => {
  const realm = startRealm();
  const { asked } = await decided(realm);
  const { out } = await shellOn(realm).run(["digest", ...since]);
  const [line = "", ...more] = out.split("\n");
  expect(line.split("\t")).toEqual([
    `${asked}`,
    expect.stringMatching(/^2026-11-20T/),
    "#dev > ✔ deploy",
    "question",
    "Bo Lindt",
    "@Ana Ruiz ok to roll back?",
    link(asked, resolved),
  ]);
  expect(more.join("\n")).toContain("\tagreed\tCleo Vane\t4 thumbs up: Yes: see");
});

test("a terminal gets the conversations with their lines, and how much it is", async () => {
  const realm = startRealm();
  const { run } = shellOn(realm, { columns: 100 });
  const { out } = await run(["digest", "--since", "2026-11-20 11:30"]);
  expect(stripVTControlCharacters(out)).toMatchInlineSnapshot(`
    "@Bo Lindt, @Cleo Vane  2 messages: you 1, Cleo Vane 1
      First     Fri 20 Nov, 11:37  Ana Ruiz: three of us  http://realm.test/#narrow/dm/11,12,13-group/near/111
      Last      Fri 20 Nov, 11:40  Cleo Vane: indeed  http://realm.test/#narrow/dm/11,12,13-group/near/113

    @Ana Ruiz  1 message: you 1
      First     Fri 20 Nov, 11:38  Ana Ruiz: note to self  http://realm.test/#narrow/dm/11-dm/near/112

    @Bo Lindt  1 message: Bo Lindt 1
      First     Fri 20 Nov, 11:35  Bo Lindt: psst  http://realm.test/#narrow/dm/11,12-dm/near/110

    #dev > deploy  1 message: Cleo Vane 1
      First     Fri 20 Nov, 11:32  Cleo Vane: @Ana Ruiz look  http://realm.test/#narrow/channel/2-dev/topic/deploy/near/108

    5 messages in 4 conversations. 1 muted message left out.
    "
  `);
});

test("Markdown is the same each time, and no text reaches beyond its line", async () => {
  const realm = startRealm();
  const { run } = shellOn(realm);
  await realm.as(people.bo).say(inDeploy, "[two](https://a.example/<b>) `code`");
  await realm
    .as(people.bo)
    .say(inDeploy, "# not a heading\n\n[x](y) <b>*bold*\u202e\u001b[31m ~~a~~ &lt; |");
  const [once, again] = [
    await run(["digest", ...since, "--markdown"]),
    await run(["digest", ...since, "--markdown"]),
  ];
  expect(once.out).toBe(again.out);
  expect(once.out.split("\n## ").find((part) => part.startsWith("#dev"))).toMatchInlineSnapshot(`
    "#dev › deploy

    4 messages: Bo Lindt 3, Cleo Vane 1

    - **First** [Bo Lindt, Fri 20 Nov 2026, 11:25](http://realm.test/#narrow/channel/2-dev/topic/deploy/near/104): rolling
    - **Last** [Bo Lindt, Fri 20 Nov 2026, 11:42](http://realm.test/#narrow/channel/2-dev/topic/deploy/near/115): not a heading x \\<b\\>bold‹U+202E›␛\\[31m a \\< \\|
    - **Link** [Bo Lindt, Fri 20 Nov 2026, 11:42](http://realm.test/#narrow/channel/2-dev/topic/deploy/near/114): [two](<https://a.example/%3Cb%3E>)
    "
  `);
});

test("what is older than a page is fetched, and nothing from before the time is told", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  await clock.pass("1 d");
  const bo = realm.as(people.bo);
  for (let at = 0; at < 601; at += 1) await bo.say(inDeploy, `${at}`);
  const { run } = shellOn(realm, { clock });
  const { out, err } = await run(["digest", "--json=messages,first"]);
  expect(err).toMatch(/^weir: Since [^\n]+\n$/);
  expect(out).toMatch(/^{"messages":601,"first":{"message_id":114,/);
});

test("without the server, what was seen is told, and where messages may be missing", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const archive = await usedArchive(realm, clock);
  const { run, network } = shellOn(realm, { clock, archive });
  network.plug(false);
  const { code, out, err } = await run(["digest", ...since]);
  expect(code).toBe(0);
  expect(out).toContain("#dev > deploy\tfirst\tBo Lindt\trolling");
  expect(err).toMatch(
    /The server cannot be reached\. These are messages that weir has seen until /,
  );
  expect(err).toMatch(/Messages may be missing before [^\n]+ and after [^\n]+\.\n$/);
});

test("without a time, it tells what happened since the user was in the chat last", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const { run, disk } = shellOn(realm, { clock });
  const at = clock.now() - 5 * 60_000;
  await disk.open().putValue("here", { until: clock.now(), before: at });
  const { out, err } = await run(["digest", "--json=messages"]);
  expect(err).toBe("weir: Since Fri 20 Nov, 11:37.\n");
  expect(json({ code: 0, out, err }).map(({ messages }) => messages)).toEqual([2, 1]);
});

test("nothing is told where nothing was ever seen, and a time to come is refused", async () => {
  const { run, network } = shellOn(startRealm());
  expect(await run(["digest", "--since", "tomorrow"])).toMatchObject({ code: 2, out: "" });
  expect((await run(["digest", "--since", "blah"])).err).toBe(
    'weir: "blah" is not a time. Examples: yesterday 18:00, 2h, mon, 2026-11-01.\n',
  );
  network.plug(false);
  expect(await run(["digest"])).toMatchObject({ code: 3, out: "" });
});
