/** Permissions of today's servers, through the verbs and the realm: what is asked for is what the server has afterwards. */
import { beforeEach, expect, test } from "vitest";
import { type StartedRealm, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { type Shell, shellOn } from "../support/verb.ts";

const email = (who: keyof typeof people) => `${who}@small.example`;

let realm: StartedRealm;
const as = (who: keyof typeof people): Shell => shellOn(realm, { email: email(who) });

beforeEach(() => {
  realm = startRealm({ level: 500 });
});

async function done(who: keyof typeof people, ...words: readonly string[]) {
  const ran = await as(who).run(words);
  expect(ran).toMatchObject({ code: 0 });
  return ran;
}

async function settingOf(name: string, stream: number = streams.dev): Promise<unknown> {
  const { body } = await realm.as(people.cleo).get(`/streams/${stream}`);
  return body["stream"][name];
}

async function systemGroup(name: string): Promise<number> {
  const { body } = await realm.as(people.cleo).get("/user_groups");
  return body["user_groups"].find((group: { name: string }) => group.name === `role:${name}`).id;
}

test("an announcement channel is one: who may post is created and changed as a permission", async () => {
  await done("cleo", "streams", "create", "alerts", "--posting", "administrators", "--add", "@ana");
  const refused = await as("ana").run(["send", "#alerts > x", "hello"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain("You do not have permission to post in this channel.");
  await done("cleo", "streams", "edit", "#alerts", "--posting", "moderators", "--posting", "@ana");
  await done("ana", "send", "#alerts > x", "hello");
  const bo = await realm.as(people.bo).post("/messages", {
    type: "stream",
    to: "alerts",
    topic: "x",
    content: "hello",
  });
  expect(bo.body["msg"]).toBe("You do not have permission to post in this channel.");
  await done("cleo", "streams", "edit", "#alerts", "--posting", "anyone");
  expect(await settingOf("can_send_message_group", 7)).toBe(await systemGroup("everyone"));
});

test("who may remove others is sent with what it replaces, as a group or as people and groups", async () => {
  const shell = shellOn(realm, { email: email("cleo") });
  await shell.run(["streams", "edit", "#dev", "--removers", "moderators"]);
  expect(await settingOf("can_remove_subscribers_group")).toBe(await systemGroup("moderators"));
  const both = ["--removers", "moderators", "--removers", "group:crew", "--removers", "@bo"];
  const terminal = shellOn(realm, { email: email("cleo"), columns: 200 });
  const { out } = await terminal.run(["streams", "edit", "#dev", ...both]);
  expect(await settingOf("can_remove_subscribers_group")).toEqual({
    direct_members: [people.bo],
    direct_subgroups: [1, await systemGroup("moderators")],
  });
  // Undone by the command that the report names.
  expect(out).toContain("weir streams edit 2 --removers moderators");
  const refused = await as("cleo").run([
    "streams",
    "edit",
    "#dev",
    "--administrators",
    "everybody",
  ]);
  expect(refused.err).toContain("Everybody cannot have this permission.");
  expect((await as("cleo").run(["streams", "edit", "#dev", "--removers", "x"])).code).toBe(2);
});

test("a stale value is refused by the server, and nothing is overwritten", async () => {
  const { patch } = realm.as(people.cleo);
  const moderators = await systemGroup("moderators");
  const stale = { new: moderators, old: moderators };
  const { body } = await patch(`/streams/${streams.dev}`, {
    can_remove_subscribers_group: JSON.stringify(stale),
  });
  expect(body["code"]).toBe("EXPECTATION_MISMATCH");
  expect(await settingOf("can_remove_subscribers_group")).toBe(await systemGroup("administrators"));
});

test("a verb that somebody else was quicker than says the value that is there, and changes nothing", async () => {
  let isOvertaken = false;
  const shell = shellOn(realm, {
    email: email("cleo"),
    onRequest: (call) => {
      if (isOvertaken || !call.startsWith("PATCH /streams")) return;
      isOvertaken = true;
      void realm.as(people.cleo).patch(`/streams/${streams.dev}`, {
        can_remove_subscribers_group: {
          new: { direct_members: [people.bo], direct_subgroups: [] },
        },
      });
    },
  });
  const { code, err } = await shell.run(["streams", "edit", "#dev", "--removers", "moderators"]);
  expect(code).toBe(1);
  expect(err).toContain(
    "changed it in the meantime, and it was not saved. Now: May remove: Bo Lindt.",
  );
  expect(await settingOf("can_remove_subscribers_group")).toEqual({
    direct_members: [people.bo],
    direct_subgroups: [],
  });
});

test("a channel administrator changes and archives it, and others are told who may", async () => {
  const edit = ["streams", "edit", "#dev", "--description", "News"];
  const refused = await as("bo").run(edit);
  expect(refused.err).toContain("Only administrators may change streams.");
  await done("cleo", "streams", "edit", "#dev", "--administrators", "@bo");
  await done("bo", ...edit);
  const { err } = await as("ana").run([...edit, "--name", "news of dev"]);
  expect(err).toContain("Only administrators and Bo Lindt may change streams.");
  await done("bo", "streams", "archive", "#dev", "--yes");
});

test("who may delete any message deletes those of others, in the realm or in one stream", async () => {
  const sent = () => realm.as(people.bo).say({ streamId: streams.dev, topic: "x" }, "mine");
  const deletion = async () => {
    const { body } = await realm.as(people.ana).delete(`/messages/${await sent()}`);
    return body["result"];
  };
  expect(await deletion()).toBe("error");
  await done("cleo", "streams", "edit", "#dev", "--deleters", "@ana");
  expect(await deletion()).toBe("success");
  await done("cleo", "streams", "edit", "#dev", "--deleters", "nobody");
  expect(await deletion()).toBe("error");
  realm.realm.control.setRealm("can_delete_any_message_group", await systemGroup("members"));
  expect(await deletion()).toBe("success");
});

test("a group is deactivated instead of deleted, not while it is in use, and reactivated", async () => {
  const refused = await as("don").run(["groups", "delete", "crew", "--yes"]);
  expect(refused.err).toContain("weir groups deactivate crew");
  expect((await as("ana").run(["groups", "deactivate", "crew"])).err).toContain(
    "Only owners and Cleo Vane may deactivate groups.",
  );
  realm.realm.control.setRealm("can_manage_all_groups", await systemGroup("moderators"));
  await done("cleo", "streams", "edit", "#dev", "--posting", "group:crew");
  expect((await as("don").run(["groups", "deactivate", "crew"])).err).toContain(
    "The group is in use: who may send message in #dev.",
  );
  await done("cleo", "streams", "edit", "#dev", "--posting", "everybody");
  await done("don", "groups", "deactivate", "crew");
  expect((await done("don", "groups", "--json")).out).toBe("");
  await done("don", "groups", "reactivate", "crew");
  expect((await done("don", "groups", "--json")).out).toContain('"crew"');
});

test("who may join a group joins and leaves it; its manager changes who may", async () => {
  expect((await as("don").run(["groups", "join", "crew"])).err).toContain("may join this group");
  realm.realm.control.setRealm("can_manage_all_groups", await systemGroup("administrators"));
  await done("cleo", "groups", "edit", "crew", "--joiners", "members", "--managers", "@bo");
  await done("don", "groups", "join", "crew");
  await done("don", "groups", "leave", "crew");
  expect((await as("don").run(["groups", "add", "crew", "@cleo"])).code).toBe(1);
  await done("bo", "groups", "add", "crew", "@cleo");
});

test("a stream is created for others alone, and a name that is taken subscribes nobody", async () => {
  const rest = ["--add", "@ana", "--no-join", "--no-notify", "--topics", "always-empty"];
  const { out } = await done("cleo", "streams", "create", "alerts", ...rest);
  expect(out).toBe("7\n");
  const { body } = await realm.as(people.cleo).get("/streams/7/members");
  expect(body["subscribers"]).toEqual([people.ana]);
  expect(await settingOf("topics_policy", 7)).toBe("empty_topic_only");
  const again = { name: "Alerts", subscribers: [people.bo] };
  const refused = await realm.as(people.cleo).post("/channels/create", again);
  expect(refused.body).toMatchObject({ result: "error", msg: "Channel name already in use." });
  await done("cleo", "streams", "add", "#alerts", "@don", "--no-notify");
  await done("cleo", "streams", "edit", "#alerts", "--topics", "never-empty");
  expect(await settingOf("topics_policy", 7)).toBe("disable_empty_topic");
});

test("where creating subscribes, nobody can be left out, and an older server has no such rules", async () => {
  realm = startRealm({ level: 416 });
  const out = await as("cleo").run(["streams", "create", "alerts", "--no-join"]);
  expect(out).toMatchObject({ code: 1 });
  expect(out.err).toContain("This server is too old for it (from level 417 on).");
  realm = startRealm({ level: 391 });
  const quiet = await as("cleo").run(["streams", "add", "#dev", "@don", "--no-notify"]);
  expect([quiet.code, quiet.err]).toEqual([1, expect.stringMatching(/\(from level 397 on\)/)]);
  const ruled = await as("cleo").run(["streams", "edit", "#dev", "--topics", "never-empty"]);
  expect([ruled.code, ruled.err]).toEqual([1, expect.stringMatching(/\(from level 392 on\)/)]);
  await done("cleo", "streams", "create", "alerts", "--add", "@ana");
  const { body } = await realm.as(people.cleo).get("/streams/7/members");
  expect(body["subscribers"]).toEqual([people.ana, people.cleo]);
});
