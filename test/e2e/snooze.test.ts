/** Snoozing with literal keys, over a kill -9 and up to its time. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("a snoozed topic stays hidden after kill -9, and u in a typed time's step brings it back", async () => {
  const realm = await serveRealm();
  const { environment } = realm.as("Robin");
  const ana = realm.as("Ana");
  for (const topic of ["lunch", "dinner"]) await ana.says(`general > ${topic}`, `about ${topic}`);
  const home = folder();
  const first = await sitDown({ home, environment, columns: 80, rows: 24 });
  await first.sees(/▌.*› dinner/);
  await first.presses("b", "t");
  await first.sees("Snoozed #general › dinner until");
  await first.sees(/▌.*› lunch/);
  first.kill("SIGKILL");
  await first.ended;

  const second = await sitDown({ home, environment, columns: 80, rows: 24 });
  await second.sees(/▌.*› lunch/);
  expect(second.text()).not.toContain("about dinner");
  await second.presses("b", "b");
  await second.types("in 3 days");
  await second.sees(/in 3 days/);
  await second.presses("Enter");
  await second.sees("Snoozed #general › lunch until");
  await second.presses("u");
  await second.sees(/▌.*› lunch/);
  await second.presses("[");
  await second.sees("SNOOZED");
  await second.sees(/▌.*dinner/);
  await second.presses("b", "n");
  await second.sees("Unsnoozed");
});
