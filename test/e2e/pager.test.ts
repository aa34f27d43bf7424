/** Wide code in one's own pager. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("n and | show the code in the pager, which has the terminal until it ends", async () => {
  const path = join(folder(), "pager");
  writeFileSync(path, '#!/bin/sh\ncat; printf "end of pager"; head -c 1 < /dev/tty > /dev/null\n');
  chmodSync(path, 0o755);
  const realm = await serveRealm();
  await realm.as("Ana").says("general > notes", "```\nwide = code\n```");
  const { environment } = realm.as("Robin");
  const person = await sitDown({ environment: { ...environment, PAGER: path } });
  await person.sees(/live/);
  await person.presses("n");
  await person.sees("wide = code");
  person.sends("|", 1);
  await person.sees("end of pager");
  expect(person.terminal.buffer.active.type).toBe("normal");
  person.sends("\r", 0);
  await person.sees(/live/);
  expect(person.terminal.buffer.active.type).toBe("alternate");
});
