/** `weir groups add` and `remove` of people of whom some are in the group, or not in it, already. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { startRealm } from "../../support/realm.ts";
import { json, shellOn } from "../../support/verb.ts";

const administrator = "cleo@small.example";

test.each([
  [["@bo"], [], "@Bo Lindt is in the group crew already.\n"],
  [["@ana", "@bo"], [], "2 people are in the group crew already.\n"],
  [
    ["@bo", "@don"],
    ["Don Marsh"],
    "Added @Don Marsh to the group crew, which now has 3 members. @Bo Lindt is in the group crew already. To undo: weir groups remove 1 14\n",
  ],
])(
  "adding %j to a group tells who was there already, and undoes only the rest",
  async (who, added, says) => {
    const args = ["groups", "add", "crew", ...who];
    const shell = () => shellOn(startRealm(), { email: administrator, columns: 160 });
    expect(await shell().run(args)).toMatchObject({ code: 0, out: says });
    const { people } = json(await shell().run([...args, "--json"]))[0] ?? {};
    expect(people).toEqual(added);
  },
);

test("nobody is removed from a group together with somebody who is not in it", async () => {
  const { run } = shellOn(startRealm(), { email: administrator });
  const ran = await run(["groups", "remove", "crew", "@bo", "@don"]);
  expect(ran).toMatchObject({ code: 1, err: "weir: @Don Marsh is not in the group crew.\n" });
  const [crew] = json(await run(["groups", "--json"]));
  expect(crew?.["members"]).toEqual(["Ana Ruiz", "Bo Lindt"]);
});

test.each([200, since.groupManagers - 1])(
  "at level %d, who may manage a group is told to be of later servers",
  async (level) => {
    const { run } = shellOn(startRealm({ level }), { email: "cleo@small.example" });
    expect(await run(["groups", "edit", "crew", "--managers", "@bo"])).toMatchObject({
      code: 1,
      out: "",
      err: "weir: This server is too old for it (from level 305 on).\n",
    });
  },
);

test("a field that a server ignores is named once, whatever its parameters are called", async () => {
  const ignoring = JSON.stringify({
    result: "success",
    msg: "",
    ignored_parameters_unsupported: ["add", "delete"],
  });
  const answer = (call: string) => (/^POST .*members$/.test(call) ? ignoring : undefined);
  const { run } = shellOn(startRealm(), { email: administrator, answer });
  expect(await run(["groups", "add", "crew", "@don"])).toMatchObject({
    code: 7,
    err: "weir: Not saved, because this server does not support it: Members.\n",
  });
});
