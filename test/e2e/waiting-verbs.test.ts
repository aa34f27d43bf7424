/** Verbs that the server tells to wait: a process in which only a timer is left must not exit as if it were done. */
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** Waits pass three times as fast. So do deadlines, which a busy machine must meet. */
const rate = { WEIR_CLOCK_RATE: "3" };

test("a verb that waits as long as the server asks says so on a terminal, and is then carried out once", async () => {
  const realm = await serveRealm();
  const robin = realm.as("Robin");
  const environment = { HOME: folder(), ...robin.environment, ...rate };
  const limited = { kind: "rate limit", method: "POST", path: "/messages" } as const;
  await realm.fault({ ...limited, retryAfter: 4 });
  const person = await startInTerminal({ argv: ["send", "#general > lunch", "yes"], environment });
  await person.sees(/weir: The server asks weir to wait; continuing in \d seconds?\./);
  expect((await person.ended).code).toBe(0);
  expect(await robin.reads("general > lunch")).toEqual(["yes"]);

  await realm.fault({ ...limited, retryAfter: 1 });
  const fields = ["-f", "type=direct", "-f", `to=[${robin.id}]`, "-f", "content=note"];
  expect(await run(["api", "POST", "/messages", ...fields], environment)).toMatchObject({
    code: 0,
    err: "",
  });
});
