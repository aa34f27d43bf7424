/** Groups that nobody needs: deleted by older servers, deactivated and reactivated by newer ones, and never offered else. */
import { expect, test } from "vitest";
import { deleteGroup, groupInUse } from "#wire/endpoints/groups.ts";
import { since } from "#wire/levels.ts";
import { menuIn } from "../support/menu.ts";
import { startRealm } from "../support/realm.ts";
import { startSmall } from "../support/small-client.ts";
import { shellOn } from "../support/verb.ts";

const { until: lastDeleting = 0 } = deleteGroup;

test.each([since.groupDeactivation - 1, lastDeleting])(
  "at level %d a group is deleted, by the verb and on the screen",
  async (level) => {
    const realm = startRealm({ level });
    const { run } = shellOn(realm, { email: "cleo@small.example" });
    for (const other of ["deactivate", "reactivate"])
      expect(await run(["groups", other, "crew"])).toMatchObject({
        code: 1,
        err: `weir: The group cannot be ${other}d: here, groups are deleted (weir groups delete crew).\n`,
      });
    expect(await run(["groups", "delete", "crew"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("permanently deleted"),
    });
    expect((await run(["groups", "delete", "crew", "--yes"])).code).toBe(0);
    expect((await run(["groups", "--json=name"])).out).toBe("");
    expect(await asked(level)).toMatchObject({
      title: "Delete @crew?",
      items: [expect.anything(), "d Delete the group"],
    });
  },
);

test.each([lastDeleting + 1, since.groupReactivation - 1, since.groupReactivation])(
  "at level %d a group is deactivated, and nobody is offered to delete it",
  async (level) => {
    const realm = startRealm({ level });
    const { run, network } = shellOn(realm, { email: "cleo@small.example" });
    expect(await run(["groups", "delete", "crew", "--yes"])).toMatchObject({
      code: 1,
      err: "weir: The group cannot be permanently deleted: here, groups are deactivated (weir groups deactivate crew).\n",
    });
    expect(await run(["groups", "reactivate", "crew", "--verbose"])).toMatchObject({
      code: 0,
      err: "weir: The group crew is not deactivated.\n",
    });
    expect(network.sent.filter((call) => /^\w+ \/user_groups/.test(call))).toEqual([]);
    expect((await run(["groups", "deactivate", "crew"])).code).toBe(0);
    for (const [step = "", code] of [
      ["deactivate", 0],
      ["delete", 1],
    ] as const)
      expect(await run(["groups", step, "crew", "--verbose"])).toMatchObject({
        code,
        err: "weir: The group crew is deactivated already.\n",
      });
    const isBack = level >= since.groupReactivation;
    expect((await run(["groups", "reactivate", "crew"])).code).toBe(isBack ? 0 : 1);
    expect((await run(["groups", "--json=name"])).out).toBe(isBack ? '{"name":"crew"}\n' : "");
    expect(await asked(level)).toMatchObject({
      title: "Deactivate @crew?",
      lines: [
        expect.anything(),
        isBack ? "It can be reactivated." : "This server cannot reactivate it.",
      ],
      items: [expect.anything(), "d Deactivate the group"],
    });
  },
);

test("uses of a group that weir does not know are told as such, beside those that it knows", async () => {
  const inDev = { type: "channel", channel_id: 1, settings: ["can_send_message_group"] };
  const said = await refusedFor([inDev, { type: "planet", planet_id: 7 }, null, "x"]);
  expect(said).toBe(
    "weir: The group is in use: who may send message in #general; and elsewhere.\n",
  );
  expect(await refusedFor([null, { type: "planet" }])).toBe("weir: It is in use.\n");
});

/** What a verb says if a server gives these objections to deactivating a group. */
async function refusedFor(objections: readonly unknown[]) {
  const body = { result: "error", code: groupInUse.code, msg: "It is in use.", objections };
  const answer = (call: string) =>
    call.endsWith("/deactivate") ? JSON.stringify(body) : undefined;
  const { run } = shellOn(startRealm({ level: 500 }), { email: "cleo@small.example", answer });
  return (await run(["groups", "deactivate", "crew"])).err;
}

/** What `D` asks on a group in the list. */
async function asked(level: number) {
  const { press, goes, store } = await startSmall({ who: "cleo", level });
  press("g", "U");
  goes("group:1");
  press("D");
  return menuIn(store);
}
