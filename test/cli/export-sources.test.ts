import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messageFields } from "#cli/message-fields.ts";
import { archiveIn } from "../support/archive-in.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, inDeploy } from "../support/small-client.ts";
import { json, shellOn } from "../support/verb.ts";

const topic = "#dev > deploy";
const offline = "weir: The server cannot be reached. These are messages that weir has seen until ";

/** A shell of an account whose client has read the topic. */
async function afterUse() {
  const clock = fakeClock();
  const started = startRealm({ clock });
  const files = folder();
  const use = async (visits: () => Promise<void>) => {
    const client = startClient({ clock, realm: started.realm, archive: archiveIn(files) });
    await clock.pass("10 s");
    client.open(deploy);
    await clock.pass("10 s");
    await visits();
    const stopped = client.session.stop();
    await clock.pass("1 s");
    await stopped;
  };
  await use(async () => undefined);
  const shell = shellOn(started, { clock, archive: archiveIn(files) });
  return { ...shell, ...started, clock, use, bo: started.as(people.bo) };
}

test("without the server, what was seen is exported, in the same words", async () => {
  const { run, network } = await afterUse();
  const online = json(await run(["export", topic]));
  network.plug(false);
  const { code, out, err } = await run(["export", topic]);
  expect({ code, rows: json({ code, out, err }) }).toEqual({ code: 0, rows: online });
  expect(Object.keys(online[0] ?? {})).toEqual([...messageFields]);
  expect(err.startsWith(offline)).toBe(true);
  expect(err.split("\n").slice(1)).toEqual(["weir: Exported 2 messages.", ""]);
  const never = await run(["export", "#other"]);
  expect(never.out).toBe("");
  expect(never.err).toContain("Others may be missing");
});

test("a file gets nothing after which something is missing, and the rest once the server is back", async () => {
  const { run, network, bo, use, clock } = await afterUse();
  const path = join(folder(), "deploy.jsonl");
  for (let at = 0; at < 150; at += 1) await bo.say(inDeploy, `unseen ${at}`);
  // The newest messages are seen, and those before them are not.
  await use(async () => {
    await bo.say(inDeploy, "seen again");
    await clock.pass("5 s");
  });
  network.plug(false);
  const all = await run(["export", topic]);
  const file = await run(["export", topic, "--to", path, "--json"]);
  const exported = json({ ...file, out: readFileSync(path, "utf8") });
  expect(all.err).toContain("Others may be missing");
  expect(exported).toEqual(json(all).slice(0, exported.length));
  expect(exported.length).toBeLessThan(json(all).length);
  expect(file.err).toContain("The file ends before the first message that weir has not seen");
  network.plug(true);
  await run(["export", topic, "--to", path]);
  expect(readFileSync(path, "utf8")).toBe((await run(["export", topic])).out);
});

test("without the server and without an archive, the exit code says so", async () => {
  const clock = fakeClock();
  const { run, network } = shellOn(startRealm({ clock }), { clock });
  network.plug(false);
  expect(await run(["export", topic])).toMatchObject({ code: 3, out: "" });
});
