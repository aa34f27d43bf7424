/** Verbs that change something, checked against the realm's state afterwards. */
import { beforeEach, expect, test } from "vitest";
import { documentLevel } from "#wire/error-texts.ts";
import type { UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type StartedRealm, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { json, type Shell, shellOn } from "../support/verb.ts";
import { beforePermissions } from "../support/versions.ts";

let realm: StartedRealm;
let shell: Shell;
beforeEach(() => {
  realm = startRealm();
  shell = shellOn(realm);
});

const done = async (...argv: string[]) => {
  const ran = await shell.run(argv);
  expect(ran).toMatchObject({ code: 0, err: "" });
  return ran;
};
const rows = async (...argv: string[]) => json(await done(...argv, "--json"));
const user = async (id: number) => (await realm.as(people.don).get(`/users/${id}`)).body["user"];

test("done marks a topic, a stream or everything as read", async () => {
  const calls: string[] = [];
  shell = shellOn(realm, { onRequest: (call) => void calls.push(call) });
  const [before] = await rows("inbox");
  await done("done", "#dev > deploy");
  expect(calls).toContain("POST /mark_topic_as_read");
  await realm.as(people.bo).say({ streamId: streams.dev, topic: "rust" }, "another");
  expect(await rows("done", "#dev")).toMatchObject([{ place: "#dev", read: 2 }]);
  expect(calls).toContain("POST /mark_stream_as_read");
  const places = (await rows("inbox")).map((row) => row["place"]);
  expect(places).not.toContain("#dev > deploy");
  expect(before).toBeDefined();
  await done("done", "--all");
  expect(await rows("inbox")).toEqual([]);
});

test("done --undo says what stays read because its stream was left, with the stream's name", async () => {
  realm = startRealm({ level: since.ignoredStreams });
  shell = shellOn(realm);
  await done("done", "#dev > deploy");
  await done("streams", "remove", "#dev");
  const err = "weir: Messages in #dev stay read: you are not subscribed.\n";
  expect(await shell.run(["done", "--undo"])).toMatchObject({ code: 1, out: "", err });
});

test("mute and follow change topics, streams and people, and --undo reverts them", async () => {
  const policy = async () =>
    (await rows("topics", "#dev")).find(({ topic }) => topic === "deploy")?.["policy"];
  await done("mute", "#dev > depl");
  expect(await policy()).toBe("muted");
  await done("follow", "#dev > deploy");
  expect(await policy()).toBe("followed");
  await done("follow", "#dev > deploy", "--undo");
  expect(await policy()).toBe("muted");
  await done("mute", "#dev > deploy", "--undo");
  expect(await policy()).toBeNull();
  await done("mute", "#dev");
  expect((await rows("streams")).find(({ name }) => name === "dev")).toMatchObject({ muted: true });
  await done("mute", "@bo");
  await done("mute", "@bo", "--undo");
});

test("react and star accept IDs and links, and are idempotent", async () => {
  const [message] = await rows("read", "#dev > deploy", "-n", "1");
  const [id, link] = [String(message?.["id"]), String(message?.["link"])];
  const said = async (...line: string[]) => (await shell.run([...line, "-v"])).err;
  expect(await said("react", id, "thumbs_up")).toMatch(/^weir: Added :\+1: to message \d+ of /);
  expect(await said("react", id, "+1", "🎉")).toMatch(
    /^weir: Added :tada: to message .+\. You have reacted with :\+1: to it already\.\n$/,
  );
  expect(await said("react", link, ":thumbs_up:")).toMatch(
    /^weir: You have reacted with :\+1: to message \d+ of .+ in #dev > deploy already\.\n$/,
  );
  expect(await said("react", link, "fire", "--undo")).toMatch(
    /^weir: You have not reacted with :fire: /,
  );
  expect(await said("star", link)).toBe(`weir: Starred 1 message: ${id} in #dev > deploy.\n`);
  expect(await said("star", id)).toBe(`weir: Starred already: ${id} in #dev > deploy.\n`);
  const [after] = await rows("read", id);
  expect(after).toMatchObject({ starred: true });
  expect(Object.values(after?.["reactions"] ?? {})).toEqual([1, 1]);
  expect((await shell.run(["react", id, "thumbs_upp"])).err).toContain("Did you mean thumbs_up?");
});

test("the status is set, shown and cleared", async () => {
  await done("status", "on", "call", "--emoji", "fire");
  expect(await rows("status")).toEqual([
    { text: "on call", emoji: "fire", until: null, account: null },
  ]);
  await done("status", "--clear");
  expect(await rows("status")).toEqual([{ text: null, emoji: null, until: null, account: null }]);
});

test("a message is scheduled, changed and deleted", async () => {
  const added = await shell.run(["schedule", "add", "--at", "in 2h", "#dev > later", "soon"]);
  expect(added).toMatchObject({ code: 0, err: expect.stringMatching(/^weir: For .*\.\n$/) });
  const id = added.out.trim();
  expect(await shell.run(["schedule", "edit", id, "--at", "in 3h", "later"])).toMatchObject({
    code: 0,
  });
  expect(await rows("schedule", "list")).toMatchObject([
    { place: "#dev > later", content: "later" },
  ]);
  await done("schedule", "delete", id);
  expect(await rows("schedule")).toEqual([]);
  expect(await shell.run(["schedule", "add", "--at", "yesterday", "#dev > x", "y"])).toMatchObject({
    code: 2,
  });
});

test("a draft is created for a place, and its text replaced", async () => {
  const { out } = await done("drafts", "add", "#dev > deploy", "half", "a");
  const id = out.trim();
  const [draft] = (await rows("drafts")).filter((row) => `${row["id"]}` === id);
  expect(draft).toMatchObject({ place: "#dev > deploy", content: "half a" });
  const edited = await shell.run(["drafts", "edit", id], "from\na file\n");
  expect(edited).toMatchObject({ code: 0, err: "" });
  expect((await done("drafts", "show", id)).out).toBe("from\na file\n");
});

test("people show accepts a name, an email or an ID", async () => {
  const calls: string[] = [];
  shell = shellOn(realm, { onRequest: (call) => void calls.push(call) });
  for (const name of ["@bo", "bo@small.example", `${people.bo}`])
    expect(await rows("people", "show", name)).toMatchObject([
      { id: people.bo, name: "Bo Lindt", role: "member" },
    ]);
  expect(calls).toContain("GET /users/bo%40small.example");
  expect(calls).toContain(`GET /users/${people.bo}`);
  expect((await done("people", "show", "@bo")).out).toContain("name\tBo Lindt\n");
  expect(await shell.run(["people", "show", "999"])).toMatchObject({ code: 1 });
});

test.each([
  [72, null],
  [73, true],
  [362, true],
  [363, null],
])(
  "people show at level %d says whether they are a billing administrator: %j",
  async (level, told) => {
    const started = startRealm({ level });
    started.realm.control.setBilling({ userId: people.bo, isBillingAdmin: true });
    const { run } = shellOn(started);
    const argv = ["people", "show", "@bo"];
    expect(json(await run([...argv, "--json=billing_admin"]))).toEqual([{ billing_admin: told }]);
    const { out } = await run(argv);
    expect(out.includes("billing admin\tyes\n")).toBe(told === true);
  },
);

test("up to the last level of the document, administrators change a stream's retention", async () => {
  const edited = async (level: number) => {
    const { run } = shellOn(startRealm({ level }), { email: "cleo@small.example" });
    const { code, err } = await run(["streams", "edit", "#dev", "--retention", "30"]);
    const [dev] = json(await run(["streams", "--all", "--json=name,retention_days"])).filter(
      ({ name }) => name === "dev",
    );
    return { code, err, days: dev?.["retention_days"] };
  };
  expect(await edited(documentLevel)).toEqual({ code: 0, err: "", days: 30 });
  expect(await edited(documentLevel + 1)).toEqual({
    code: 1,
    err: "weir: Only owners may change the retention.\n",
    days: null,
  });
});

test.each([0, 38])("at level %d, people show finds the person among all", async (level) => {
  const old = shellOn(startRealm({ level }));
  for (const name of ["@bo", "Bo@small.example", `${people.bo}`])
    expect(json(await old.run(["people", "show", name, "--json=id,name"]))).toEqual([
      { id: people.bo, name: "Bo Lindt" },
    ]);
  expect(await old.run(["people", "show", "999"])).toMatchObject({ code: 1 });
  expect(await old.run(["people", "show", "no@small.example"])).toMatchObject({ code: 2 });
});

test("a draft is shown and deleted", async () => {
  const [draft] = await rows("drafts");
  const id = String(draft?.["id"]);
  expect((await done("drafts", "show", id)).out).toBe("half a\n");
  await done("drafts", "delete", id);
  expect(await rows("drafts", "list")).toEqual([]);
});

test("upload prints a Markdown link to the file", async () => {
  shell.files.set("a.txt", new TextEncoder().encode("hello"));
  expect((await done("upload", "a.txt")).out).toMatch(/^\[a\.txt\]\(\/user_uploads\/.*\)\n$/);
});

test("a file above the server's limit, or an empty one, is refused before it is read", async () => {
  shell.files.set("large.bin", new Uint8Array(25 * 1_048_576 + 1));
  shell.files.set("empty.txt", new Uint8Array());
  expect(await shell.run(["upload", "large.bin"])).toMatchObject({
    code: 1,
    err: "weir: large.bin has 25.1 MiB; this server takes files of up to 25.0 MiB.\n",
  });
  shell.files.set("a.txt", new TextEncoder().encode("hello"));
  for (const file of ["large.bin", "gone.txt"])
    expect(await shell.run(["upload", "a.txt", file])).toMatchObject({ code: 1, out: "" });
  expect(await shell.run(["upload", "empty.txt"])).toMatchObject({
    code: 1,
    err: "weir: empty.txt is empty.\n",
  });
  expect(shell.network.sent).not.toContain("POST /user_uploads");
});

const asAdministrator = () => {
  shell = shellOn(realm, { email: "cleo@small.example", columns: 120 });
};

test("streams and topics are created, changed and deleted", async () => {
  realm = startRealm({ level: beforePermissions });
  asAdministrator();
  await done(
    "streams",
    "create",
    "garden",
    "--description",
    "grows",
    "--add",
    "@bo",
    "--privacy",
    "private",
  );
  await done("streams", "add", "#garden", "group:crew", "@don");
  await done("streams", "remove", "#garden", "@don");
  for (const [names, ran] of [
    [["@don"], { code: 0, out: "@Don Marsh is not in ◈garden.\n" }],
    [["@don", "@gus"], { code: 0, out: "2 people are not in ◈garden.\n" }],
    [
      ["@don", "@bo"],
      { code: 1, err: "weir: 1 of them was not in #garden. The others were removed.\n" },
    ],
  ] as const)
    expect(await shell.run(["streams", "remove", "#garden", ...names])).toMatchObject(ran);
  await done("streams", "add", "#garden", "@bo");
  const own = await shellOn(realm, { columns: 80 }).run(["streams", "remove", "#other"]);
  expect(own).toMatchObject({ code: 0, out: "You are not in #other.\n" });
  await done("streams", "update", "#garden", "--name", "orchard", "--posting", "administrators");
  const orchard = (await rows("streams")).find(({ name }) => name === "orchard");
  expect(orchard).toMatchObject({ description: "grows", private: true, post_policy: 2 });
  const { body } = await realm.as(people.bo).get(`/streams/${orchard?.["id"]}/members`);
  expect(body["subscribers"].toSorted()).toEqual([people.ana, people.bo, people.cleo]);
  expect(await shell.run(["streams", "create", "Dev"])).toMatchObject({ code: 1 });

  await done("topics", "move", "#dev > deploy", "rollout");
  await done("topics", "resolve", "#dev > rollout");
  await done("topics", "move", "#dev > noise", "#general > noise");
  const topics = (await rows("topics", "#dev")).map(({ topic }) => topic);
  expect(topics).toContain("✔ rollout");
  expect(topics).not.toContain("noise");
  expect(await shell.run(["topics", "delete", "#general > noise"])).toMatchObject({ code: 2 });
  await done("topics", "delete", "#general > noise", "--yes");
  expect((await rows("topics", "#general")).map(({ topic }) => topic)).not.toContain("noise");
  await done("streams", "archive", "#orchard", "--yes");
  expect((await rows("streams")).map(({ name }) => name)).not.toContain("orchard");
  expect(streams.dev).toBe(2);
});

test("people, groups and profile fields are created, changed and deactivated", async () => {
  realm = startRealm({ level: beforePermissions });
  asAdministrator();
  await done("people", "rename", "@don", "Don", "Quick");
  await done("people", "role", "@don", "member");
  expect(await user(people.don)).toMatchObject({ full_name: "Don Quick", role: 400 });
  await done("people", "deactivate", "@bo", "--yes");
  expect(await user(people.bo)).toMatchObject({ is_active: false });
  await done("people", "reactivate", "@Bo Lindt");
  expect(await user(people.bo)).toMatchObject({ is_active: true });

  await done("groups", "create", "rowers", "@don", "--description", "in the boat");
  await done("groups", "add", "rowers", "@ana", "@bo");
  await done("groups", "remove", "rowers", "@don");
  await done("groups", "update", "rowers", "--name", "sailors");
  expect((await rows("groups")).find(({ name }) => name === "sailors")).toMatchObject({
    members: ["Ana Ruiz", "Bo Lindt"],
    description: "in the boat",
  });
  await done("groups", "delete", "sailors", "--yes");
  expect((await rows("groups")).map(({ name }) => name)).not.toContain("sailors");

  await done("fields", "create", "Team", "--type", "options", "--option", "Ops", "--option", "Art");
  await done("fields", "update", "Team", "--hint", "Where you sit", "--summary");
  const team = (await rows("fields")).find(({ name }) => name === "Team");
  expect(team).toMatchObject({ type: "options", hint: "Where you sit", in_summary: true });
  expect(JSON.parse(String(team?.["data"]))).toMatchObject({ 1: { text: "Ops", order: "1" } });
  await done("fields", "delete", "Team", "--yes");
  expect((await rows("fields")).map(({ name }) => name)).not.toContain("Team");
});

test("snippets are saved, changed and deleted by name or ID", async () => {
  realm = startRealm();
  asAdministrator();
  const { out } = await done("snippets", "add", "My", "week", "--text", "Pages:\n- 0");
  expect(out).toContain("weir snippets delete 1 --yes");
  expect(await rows("snippets")).toMatchObject([{ id: 1, name: "My week", text: "Pages:\n- 0" }]);
  const changed = await done("snippets", "edit", "my week", "--name", "Week");
  expect(changed.out).toContain("weir snippets edit 1 --name 'My week'");
  const same = await done("snippets", "add", "Week", "--text", "another");
  expect(same.out).toContain("weir snippets delete 2 --yes");
  await done("snippets", "delete", "2", "--yes");
  await done("snippets", "delete", "Week", "--yes");
  expect(await rows("snippets")).toEqual([]);
});

test("a snippet that is too long, or has no name, is refused with a sentence", async () => {
  realm = startRealm();
  asAdministrator();
  const long = await shell.run(["snippets", "add", "Long", "--text", "x".repeat(100_000)]);
  expect(long).toMatchObject({
    code: 1,
    err: expect.stringContaining("Text is too long (limit: 10000"),
  });
  expect((await shell.run(["snippets", "add", " ", "--text", "x"])).err).toContain(
    "Name cannot be blank",
  );
  expect(await shell.run(["snippets", "add", "Farewell"])).toMatchObject({
    code: 2,
    err: "weir: Specify --text: Text cannot be blank. See weir snippets add --help.\n",
  });
  expect(await rows("snippets")).toEqual([]);
});

test("administrators say whether a stream notifies the mobile devices of those who join it", async () => {
  realm = startRealm({ level: since.pushDefault });
  asAdministrator();
  const { out } = await done("streams", "edit", "#dev", "--mobile-default");
  expect(out).toContain("weir streams edit 2 --no-mobile-default");
  await done("streams", "create", "garden", "--mobile-default", "--add", "@bo");
  const body = await realm.as(people.bo).register();
  const all = body["subscriptions"] as { name: string; [key: string]: unknown }[];
  const of = (name: string) => all.find((one) => one.name === name);
  expect(of("dev")).toMatchObject({ default_push_notifications: true, push_notifications: null });
  expect(of("garden")).toMatchObject({
    default_push_notifications: true,
    push_notifications: true,
  });
  realm = startRealm({ level: since.pushDefault - 1 });
  asAdministrator();
  expect(await shell.run(["streams", "edit", "#dev", "--mobile-default"])).toMatchObject({
    code: 1,
    err: "weir: This server is too old for it (from level 507 on).\n",
  });
});

test("what somebody wrote is deleted with their account if that is asked for, which is final", async () => {
  const told = async () => {
    const { body } = await realm.as(people.ana).get("/messages", {
      anchor: "newest",
      num_before: 50,
      num_after: 0,
      narrow: JSON.stringify([{ operator: "sender", operand: people.bo }]),
    });
    return (body["messages"] as { type: string }[]).map(({ type }) => type);
  };
  realm = startRealm({ level: since.deletionWithAccount - 1 });
  asAdministrator();
  const argv = ["people", "deactivate", "@bo", "--delete-profile", "--delete-public"];
  expect(await shell.run([...argv, "--yes"])).toMatchObject({
    code: 1,
    err: "weir: This server is too old for it (from level 459 on).\n",
  });
  expect(await user(people.bo)).toMatchObject({ is_active: true });

  realm = startRealm({ level: since.deletionWithAccount });
  asAdministrator();
  expect(new Set(await told())).toEqual(new Set(["stream", "private"]));
  expect((await shell.run(argv)).err).toContain("could not be restored. Add --yes");
  const { out } = await done(...argv, "--yes");
  expect(out).toContain("Deactivated Bo Lindt. What was deleted stays deleted.");
  expect(await user(people.bo)).toMatchObject({ full_name: "Deleted user", is_active: false });
  expect(new Set(await told())).toEqual(new Set(["private"]));
});

test("words and options of older versions mean what they meant", async () => {
  realm = startRealm({ level: beforePermissions });
  asAdministrator();
  const dev = async () => (await rows("streams")).find(({ name }) => name === "dev");
  await done("streams", "update", "#dev", "--privacy", "private", "--history", "shared");
  expect(await dev()).toMatchObject({ private: true, history_public: true });
  await done("streams", "update", "#dev", "--history", "protected", "--posting", "moderators");
  expect(await dev()).toMatchObject({ private: true, history_public: false, post_policy: 4 });
  await done("streams", "update", "#dev", "--posting", "anyone");
  expect(await dev()).toMatchObject({ post_policy: 1 });
  const url = "https://code.example/%(username)s";
  await done("fields", "create", "Code", "--type", "account", "--url", url);
  const code = (await rows("fields")).find(({ name }) => name === "Code");
  expect(JSON.parse(String(code?.["data"]))).toEqual({ subtype: "custom", url_pattern: url });
});

test("what an edit prints undoes it", async () => {
  shell = shellOn(realm, { email: "cleo@small.example", columns: 200 });
  const { out } = await done("streams", "edit", "#dev", "--posting", "moderators", "--mute");
  expect(out).toBe(
    "Changed #dev. May post: Moderators. To undo: weir streams edit 2 --posting everybody --no-mute\n",
  );
  await done("streams", "edit", "2", "--posting", "everybody", "--no-mute");
  const dev = (await rows("streams")).find(({ name }) => name === "dev");
  expect(dev).toMatchObject({ post_policy: 1, muted: false });
});

test("people edit changes the status of others from level 407 on, and people show names their streams", async () => {
  realm = startRealm({ level: since.streamsOfPeople });
  const { run } = shellOn(realm, { email: "cleo@small.example" });
  const changed = await run(["people", "edit", "@bo", "--status", "at sea"]);
  expect(changed).toMatchObject({ code: 0 });
  const [bo] = json(await run(["people", "show", "@bo", "--json=status,streams"]));
  expect(bo).toEqual({ status: "at sea", streams: ["general", "dev", "news", "other"] });
  const long = await run(["people", "edit", "@bo", "--status", "x".repeat(61)]);
  expect([long.code, long.err]).toEqual([1, expect.stringContaining("limit: 60 characters")]);
  const mine = await shellOn(realm).run(["people", "edit", "@bo", "--status", "ashore"]);
  expect([mine.code, mine.err]).toEqual([1, expect.stringContaining("Only administrators may")]);
});

test.each([
  [since.streamsOfBots - 1, null],
  [since.streamsOfBots, []],
])("people show at level %d names the streams of a bot: %j", async (level, streamsOfBot) => {
  realm = startRealm({ level });
  const { run } = shellOn(realm);
  const [robot] = json(await run(["people", "show", String(people.robot), "--json=streams"]));
  expect(robot).toEqual({ streams: streamsOfBot });
});

test("a server without web-public streams makes one private, too", async () => {
  realm = startRealm({ level: 97 });
  shell = shellOn(realm, { email: "cleo@small.example" });
  await done("streams", "edit", "#dev", "--privacy", "private");
  await done("streams", "create", "cave", "--privacy", "private");
  const isPrivate = (await rows("streams")).map((row) => [row["name"], row["private"]]);
  expect(isPrivate).toEqual(
    expect.arrayContaining([
      ["dev", true],
      ["cave", true],
      ["news", false],
    ]),
  );
});

test("what the server ignored of a change is exit code 7 and named, and the rest is saved", async () => {
  const { server } = realm.realm.control;
  // It is downgraded between the register and the change.
  const onRequest = (call: string) => {
    if (call.startsWith("PATCH /streams/")) server.level = 180;
  };
  shell = shellOn(realm, { email: "cleo@small.example", onRequest });
  const edit = ["streams", "edit", "#dev", "--description", "code", "--removers", "moderators"];
  expect(await shell.run(edit)).toMatchObject({
    code: 7,
    out: "",
    err: expect.stringMatching(/does not support it: May remove\. The rest was saved\.\n$/),
  });
  expect(server.state.streams.byId.get(streams.dev)?.description).toBe("code");
});

test("a server of before level 9 gets the addresses of those who are added and removed", async () => {
  realm = startRealm({ level: since.integerPrincipals - 1 });
  shell = shellOn(realm, { email: "cleo@small.example" });
  const { state } = realm.realm.control.server;
  const isIn = (who: number) => state.streams.byId.get(streams.dev)?.subscribers.has(who as UserId);
  await done("streams", "remove", "#dev", "@bo");
  await done("streams", "add", "#dev", "@don");
  expect([isIn(people.bo), isIn(people.don)]).toEqual([false, true]);
});

test("a status's emoji is refused where the server has none, and nothing is saved", async () => {
  realm = startRealm({ level: 85 });
  shell = shellOn(realm);
  expect(await shell.run(["status", "lunch", "--emoji", "tada"])).toMatchObject({
    code: 1,
    err: "weir: This server does not support emoji in statuses: it has level 85 and needs 86.\n",
  });
  expect(await rows("status")).not.toMatchObject([{ text: "lunch" }]);
  await done("status", "lunch");
  await done("status", "--clear");
  expect(await rows("status")).toMatchObject([{ text: null }]);
});

test("a rejected change is exit code 1 with the server's message", async () => {
  shell = shellOn(realm, { email: "bo@small.example" });
  const ran = await shell.run(["people", "rename", "@don", "X Y"]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toMatch(/^weir: .+\n$/);
});

test("a link to a stream is accepted wherever a stream is", async () => {
  const [message] = await rows("read", "#dev > deploy", "-n", "1");
  const inIt = String(message?.["link"]);
  expect((await rows("topics", inIt)).map(({ stream }) => stream)).toContain("dev");
  const link = inIt.replace(/\/topic.*$/, "");
  asAdministrator();
  await done("streams", "update", link, "--description", "by link");
  expect((await rows("streams")).find(({ name }) => name === "dev")).toMatchObject({
    description: "by link",
  });
});

test("a link to a message leads to where the message was moved", async () => {
  const [message] = await rows("read", "#dev > deploy", "-n", "1");
  const link = String(message?.["link"]);
  asAdministrator();
  await done("topics", "resolve", link);
  await done("send", link, "after the move");
  expect((await rows("read", link)).map(({ topic, content }) => [topic, content])).toContainEqual([
    "✔ deploy",
    "after the move",
  ]);
  await done("topics", "resolve", link, "--undo");
  expect((await rows("topics", "#dev")).map(({ topic }) => topic)).toContain("deploy");
});

test("topics of archived streams are read, and listed where the server lists them", async () => {
  const runAt = async (level: number, ...argv: readonly string[]) => {
    const { run } = shellOn(startRealm({ level }), { email: "cleo@small.example" });
    await run(["streams", "archive", "#dev", "--yes"]);
    return run(argv);
  };
  const older = since.archivedLists - 1;
  for (const level of [since.archivedStreams, older, since.archivedLists])
    expect((await runAt(level, "read", "#dev > deploy")).out).toContain("rolling");
  expect((await runAt(since.archivedLists, "topics", "#dev")).out).toContain("deploy");
  expect(await runAt(older, "topics", "#dev")).toMatchObject({
    code: 1,
    err: `weir: This server does not list the topics of archived streams: it has level ${older} and needs ${since.archivedLists}.\n`,
  });
});

test("streams archive and unarchive a stream, which can be read and listed meanwhile, and not be written to", async () => {
  realm = startRealm({ level: since.archivedLists });
  shell = shellOn(realm);
  const cleo = shellOn(realm, { email: "cleo@small.example", columns: 120 });
  const names = async (...argv: string[]) =>
    (await rows("streams", ...argv)).map(({ name }) => name);
  expect(await shell.run(["streams", "--archived"])).toMatchObject({ out: "" });
  expect(await cleo.run(["streams", "archive", "#dev", "--yes"])).toMatchObject({
    code: 0,
    out: "Archived #dev. To undo: weir streams unarchive '#dev'\n",
  });
  expect(await names()).not.toContain("dev");
  expect(await rows("streams", "--archived")).toMatchObject([
    { name: "dev", archived: true, subscribed: true, subscriber_count: 3 },
  ]);
  for (const reading of [
    ["read", "#dev > deploy"],
    ["read", "#de > deploy"],
    ["search", "stream:de rolling"],
  ])
    expect((await rows(...reading)).length, reading.join(" ")).toBeGreaterThan(0);
  for (const acting of [
    ["send", "#dev > deploy", "more"],
    ["send", "#de > deploy", "more"],
    ["streams", "edit", "#dev", "--description", "new"],
    ["streams", "add", "#de", "@cleo"],
  ])
    expect(await shell.run(acting), acting.join(" ")).toMatchObject({
      code: 1,
      err: expect.stringContaining("#dev is archived."),
    });
  expect(await shell.run(["streams", "unarchive", "#dev"])).toMatchObject({ code: 1 });
  expect(await cleo.run(["streams", "archive", "#dev", "--yes"])).toMatchObject({
    code: 0,
    out: "#dev is archived already.\n",
  });
  expect(await cleo.run(["streams", "unarchive", "#dev"])).toMatchObject({
    code: 0,
    out: "Unarchived #dev. To undo: weir streams archive '#dev' --yes\n",
  });
  expect(await names()).toContain("dev");
});

test("an older server cannot unarchive a stream, and weir says so", async () => {
  realm = startRealm({ level: since.unarchiving - 1 });
  const cleo = shellOn(realm, { email: "cleo@small.example", columns: 120 });
  expect(await cleo.run(["streams", "archive", "#dev", "--yes"])).toMatchObject({
    out: "Archived #dev.\n",
  });
  expect(await cleo.run(["streams", "unarchive", "#dev"])).toMatchObject({
    err: "weir: This server cannot unarchive streams: it has level 387 and needs 388.\n",
  });
});
