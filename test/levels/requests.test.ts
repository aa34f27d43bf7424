/** What the same command sends, or who may give it, just below a level and at it. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { since } from "#wire/levels.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { ownMessage, startSmall } from "../support/small-client.ts";
import { json, shellOn } from "../support/verb.ts";

const around = (level: number) => [level - 1, level] as const;

/** The realm, and verbs as somebody there; the bodies of requests that change something. */
function at(level: number) {
  const started = startRealm({ level });
  const bodies: string[] = [];
  const { realm } = started;
  const fetch: typeof realm.fetch = async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.clone().text();
    if (body !== "" && !/\/(?:register|events)$/.test(pathname))
      bodies.push(`${pathname.replace("/api/v1", "")} ${decodeURIComponent(body)}`);
    return realm.fetch(request);
  };
  const watched = { ...started, realm: { ...realm, fetch } };
  const run = (who: string, ...line: readonly string[]) =>
    shellOn(watched, { email: `${who}@small.example` }).run(line);
  return { ...started, bodies, run };
}

test("320: permissions of streams are changed with the value that they replace", async () => {
  const sentAt = async (level: number) => {
    const { run, bodies } = at(level);
    expect((await run("cleo", "streams", "edit", "#dev", "--removers", "moderators")).code).toBe(0);
    return bodies;
  };
  const [older, newer] = await Promise.all(around(since.settingChanges).map(sentAt));
  expect(older).toEqual([expect.stringMatching(/^\/streams\/2 can_remove_subscribers_group=\d+$/)]);
  expect(newer).toEqual([
    expect.stringMatching(/^\/streams\/2 can_remove_subscribers_group=\{"new":\d+,"old":\d+\}$/),
  ]);
});

test("311: members and subgroups of a group are changed by one request", async () => {
  const sentAt = async (level: number) => {
    const { run, bodies, as } = at(level);
    await as(people.cleo).post("/user_groups/create", {
      name: "rowers",
      description: "",
      members: [people.don],
    });
    const edit = ["groups", "edit", "crew", "--members", "@don", "--subgroups", "rowers"];
    expect(await run("cleo", ...edit)).toMatchObject({ code: 0 });
    return bodies.map((body) => body.split(" ")[0]);
  };
  const [older, newer] = await Promise.all(around(since.subgroupsOfMembers).map(sentAt));
  expect(older).toEqual(["/user_groups/1/members", "/user_groups/1/subgroups"]);
  expect(newer).toEqual(["/user_groups/1/members"]);
});

test("319: links name the kind of place as all clients of the level read it", async () => {
  const linkAt = async (level: number) => {
    const sent = await at(level).run("ana", "send", "#dev > x", "y", "--json=link");
    return String(json(sent)[0]?.["link"]).replace(/^.*#/, "#");
  };
  expect(await Promise.all(around(since.channelLinks).map(linkAt))).toEqual([
    "#narrow/stream/2-dev/topic/x/near/114",
    "#narrow/channel/2-dev/topic/x/near/114",
  ]);
});

test.each([
  ["a time zone", 80, ["settings", "edit", "--timezone", "Europe/Berlin"], /from level 80 on/],
  ["what Enter does", 81, ["settings", "edit", "--no-enter-sends"], /from level 81 on/],
  [
    "typing",
    105,
    ["settings", "edit", "--no-send-private-typing-notifications"],
    /from level 105 on/,
  ],
  ["people", 48, ["mute", "@bo"], /cannot mute people/],
])(
  "servers that would ignore or not know it are not asked to change %s, below %i",
  async (_, first, line, problem) => {
    const { run, bodies } = at(first - 1);
    const { code, out, err } = await run("ana", ...line);
    expect([code, out, bodies]).toEqual([1, "", []]);
    expect(err).toMatch(problem);
    expect((await at(first).run("ana", ...line)).code).toBe(0);
  },
);

test("299: a policy says who may create groups, then a permission", async () => {
  const tries = async (level: number, setting: string, value: unknown) => {
    const { run, realm, bodies } = at(level);
    realm.control.setRealm(setting, value);
    const { code, err } = await run("ana", "groups", "create", "rowers", "@bo");
    return [code, err, bodies.length];
  };
  const [older, newer] = around(since.groupCreators);
  const nobody = { direct_members: [], direct_subgroups: [] };
  expect(await tries(older, "user_group_edit_policy", 1)).toEqual([0, "", 1]);
  expect(await tries(older, "user_group_edit_policy", 2)).toEqual([
    1,
    expect.stringContaining("administrators may create groups"),
    0,
  ]);
  const one = { direct_members: [people.ana], direct_subgroups: [] };
  expect(await tries(newer, "can_create_groups", one)).toEqual([0, "", 1]);
  expect(await tries(newer, "can_create_groups", nobody)).toEqual([
    1,
    expect.stringContaining("may create groups"),
    0,
  ]);
});

test("305: who is in a group may change it, then who has its permission", async () => {
  const edits = async (level: number) => {
    const { run, bodies } = at(level);
    const { code } = await run("bo", "groups", "edit", "crew", "--description", "Oars");
    return [code, bodies.length];
  };
  expect(await Promise.all(around(since.groupManagers).map(edits))).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test("354: who may add people to a private stream with shared history can read it", async () => {
  const reads = async (level: number) => {
    const { run, as } = at(level);
    const one = { direct_members: [people.bo], direct_subgroups: [] };
    await as(people.cleo).patch(`/streams/${streams.secret}`, {
      can_add_subscribers_group: { new: one },
      is_private: true,
      history_public_to_subscribers: true,
    });
    const { code, out } = await run("bo", "read", "#secret > plans", "--json=content");
    return [code, out];
  };
  const [older, newer] = await Promise.all(around(since.contentAccess).map(reads));
  expect(older).toEqual([2, ""]);
  expect(newer).toEqual([0, '{"content":"hidden"}\n']);
});

test("365: what was only moved is not taken for edited, on either side", async () => {
  const marks = async (level: number) => {
    const { ana, own, store, settles } = await startSmall({ level, first: ownMessage });
    const marked = () => {
      const { editedAt, movedAt } = get(store.getState().view.messages, own) ?? {};
      return [editedAt !== undefined, movedAt !== undefined];
    };
    await ana.patch(`/messages/${own}`, { topic: "z" });
    await settles();
    const moved = marked();
    await ana.patch(`/messages/${own}`, { content: "other words" });
    await settles();
    return [moved, marked()];
  };
  for (const found of await Promise.all(around(since.moveTimes).map(marks)))
    expect(found).toEqual([
      [false, true],
      [true, true],
    ]);
});
