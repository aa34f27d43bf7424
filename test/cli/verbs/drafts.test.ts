import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { startRealm } from "../../support/realm.ts";
import { shellOn } from "../../support/verb.ts";

test("a server that stores no drafts is said to, whatever is wanted of them", async () => {
  const { run } = shellOn(startRealm({ level: since.sharedDrafts - 1 }));
  const lack = "weir: This server does not store drafts: it has level 86 and needs 87.\n";
  expect(await run(["drafts"])).toMatchObject({ code: 0, out: "", err: lack });
  const added = await run(["drafts", "add", "#dev > deploy", "half a"]);
  expect(added).toMatchObject({ code: 1, out: "", err: lack });
});
