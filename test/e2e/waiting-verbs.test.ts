/** Verbs that the server tells to wait: a process in which only a timer is left must not exit as if it were done. */
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** Waits pass three times as fast. So do deadlines, which a busy machine must meet. */
const rate = { WEIR_CLOCK_RATE: "3" };

test("a verb waits as long as the server asks, and is then carried out once", async () => {
  const realm = await serveRealm();
  const robin = realm.as("Robin");
  const environment = { HOME: folder(), ...robin.environment, ...rate };
  await realm.as("Ana").says("general > lunch", "soup?");
  const limited = { kind: "rate limit", retryAfter: 1 } as const;

  await realm.fault({ ...limited, method: "POST", path: "/messages" });
  const sent = await run(["send", "#general > lunch", "yes"], environment);
  expect(sent).toMatchObject({ code: 0, err: "" });
  expect(await robin.reads("general > lunch")).toEqual(["soup?", "yes"]);

  await realm.fault({ ...limited, method: "POST", path: "/messages" });
  const fields = ["-f", "type=direct", "-f", `to=[${robin.id}]`, "-f", "content=note"];
  expect(await run(["api", "POST", "/messages", ...fields], environment)).toMatchObject({
    code: 0,
    err: "",
  });
});

test("on a terminal a verb says that it waits", async () => {
  const realm = await serveRealm();
  const environment = { ...realm.as("Robin").environment, ...rate };
  await realm.fault({ kind: "rate limit", retryAfter: 4, method: "POST", path: "/messages" });
  const person = await startInTerminal({ argv: ["send", "#general > lunch", "yes"], environment });
  await person.sees(/weir: The server asks weir to wait; continuing in \d seconds?\./);
  expect((await person.ended).code).toBe(0);
  expect(await realm.as("Robin").reads("general > lunch")).toEqual(["yes"]);
});

test("a verb that may not wait long enough fails", async () => {
  const realm = await serveRealm();
  const robin = realm.as("Robin");
  const environment = { HOME: folder(), ...robin.environment, ...rate };
  await realm.fault({ kind: "rate limit", retryAfter: 300 });
  const { code, out, err } = await run(["status", "busy", "--timeout", "30"], environment);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^weir: The server asks you to wait 5 minutes\.\n$/);
});
