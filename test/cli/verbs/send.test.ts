import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm, whileClockRuns } from "../../support/realm.ts";
import { full } from "../../support/storage.ts";
import { json, shellOn } from "../../support/verb.ts";

test("the text is read from arguments or standard input, also as -", async () => {
  const { run } = shellOn(startRealm());
  await run(["send", "#dev > notes", "one", "two"]);
  await run(["send", "#dev > notes"], "from a file\nwith lines\n");
  await run(["send", "#dev > notes", "-"], "dash");
  const sent = json(await run(["read", "#dev > notes", "--json=content"]));
  expect(sent.map((row) => row["content"])).toEqual(["one two", "from a file\nwith lines", "dash"]);
  expect(await run(["send", "#dev > notes"])).toMatchObject({ code: 2, out: "" });
});

test.each([
  [["@bo,@cleo", "@don", "was", "fired"], "@Bo Lindt, @Cleo Vane", "@don was fired"],
  [
    ["@bo", "cleo@small.example", "has been fired"],
    "@Bo Lindt",
    "cleo@small.example has been fired",
  ],
  [["@bo", "@12:00", "we meet"], "@Bo Lindt", "@12:00 we meet"],
  [["@bo", "@Cleo Vane"], "@Bo Lindt", "@Cleo Vane"],
  [["--to", "@bo, cleo@small.example", "@don", "hi"], "@Bo Lindt, @Cleo Vane", "@don hi"],
  [["#dev > x", "@bo", "late"], "#dev > x", "@bo late"],
] as const)(
  "recipients are in the first argument or in --to: weir send %j",
  async (argv, place, content) => {
    const { run } = shellOn(startRealm());
    const [sent] = json(await run(["send", ...argv, "--json=id,place"]));
    expect(sent).toMatchObject({ place });
    expect(json(await run(["read", `${sent?.["id"]}`, "--json=content"]))).toEqual([{ content }]);
  },
);

test("a pipe gets the message's ID, and a terminal, or -v, is told whom it reached", async () => {
  const realm = startRealm();
  const { run } = shellOn(realm);
  expect((await run(["send", "#dev > x", "y"])).out).toMatch(/^\d+\n$/);
  expect((await run(["send", "-v", "#dev > x", "y"])).err).toMatch(
    /: Sent to #dev > x \(\d+\)\.\n$/,
  );
  const { out } = await shellOn(realm, { columns: 80 }).run(["send", "#dev > x", "y"]);
  expect(out).toMatch(/^Sent to #dev > x \(\d+\)\.\n$/);
});

test.each([
  [since.messageUrls - 1, "#narrow/channel/2-dev/topic/x/near/114"],
  [since.messageUrls, "#narrow/near/114"],
])("at level %d the JSON has a link: the server's, if it gives one", async (level, end) => {
  const { run } = shellOn(startRealm({ level }));
  const [sent] = json(await run(["send", "#dev > x", "y", "--json=id,link"]));
  expect(sent).toEqual({ id: 114, link: expect.stringMatching(/^http.*near\/114$/) });
  expect(String(sent?.["link"]).endsWith(end)).toBe(true);
});

test("without a topic where there is no empty one, or above a limit, nothing is sent", async () => {
  const { run, network } = shellOn(startRealm({ level: since.emptyTopics - 1 }));
  expect(await run(["send", "#dev", "text"])).toMatchObject({ code: 2 });
  expect(await run(["send", "#dev > x", "y".repeat(10_001)])).toMatchObject({ code: 2 });
  expect(network.sent).not.toContain("POST /messages");
});

test("a send without an answer is exit code 5, stays in the outbox, and is sent once", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock });
  const { run, network, disk } = shellOn(realm, {
    clock,
    onRequest: (call, { line }) => line(call === "POST /messages" ? "deaf" : "well"),
  });
  const { code, err } = await whileClockRuns(clock, run(["send", "#dev > doubt", "once"]));
  expect(code).toBe(5);
  expect(err).toMatch(/^weir: .* may have been made; it is not repeated\.\n$/);
  expect(network.sent.filter((call) => call === "POST /messages")).toHaveLength(1);
  expect([...disk.intents.values()]).toMatchObject([{ phase: "unconfirmed", attempts: 1 }]);
});

test("a reply is sent to the message's conversation", async () => {
  const { run } = shellOn(startRealm());
  const [message] = json(await run(["read", "@bo", "-n", "1", "--json=id"]));
  await run(["reply", String(message?.["id"]), "heard"]);
  const [last] = json(await run(["read", "@bo", "-n", "1", "--json=content"]));
  expect(last).toEqual({ content: "heard" });
});

test("offline, --queue leaves the message in the outbox; without it nothing is queued", async () => {
  const { run, network, disk } = shellOn(startRealm());
  await run(["send", "#dev > queue", "first"]);
  network.plug(false);
  expect(await run(["send", "#dev > queue", "no"])).toMatchObject({ code: 3, out: "" });
  expect(disk.intents.size).toBe(0);
  expect(await run(["send", "--queue", "#dev > queue", "later"])).toMatchObject({
    code: 0,
    out: "queued\n",
  });
  expect([...disk.intents.values()]).toMatchObject([
    { phase: "waiting", action: { kind: "send", content: "later", address: { topic: "queue" } } },
  ]);
});

test("offline, what the disk does not take is not called queued", async () => {
  const { run, network, disk } = shellOn(startRealm());
  await run(["send", "#dev > queue", "first"]);
  network.plug(false);
  disk.fail(full);
  const { code, out, err } = await run(["send", "--queue", "#dev > queue", "later"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/\nweir: The disk is full\.\n$/);
});

test("offline, a name that is not cached is not reported as unknown", async () => {
  const { run, network, disk } = shellOn(startRealm());
  network.plug(false);
  const { code, err } = await run(["send", "--queue", "#dev > queue", "later"]);
  expect(code).toBe(3);
  expect(err).toMatch(/^weir: Cannot connect: .* According to cached names: There is no/);
  expect(disk.intents.size).toBe(0);
});
