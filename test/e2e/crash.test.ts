/** The program is killed: typed text, undo and snoozes are restored at the next start. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("after a kill -9 the composer has the typed text without the undone paste, and snoozed conversations stay hidden", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  for (const topic of ["lunch", "tea", "dinner"])
    await ana.says(`general > ${topic}`, `about ${topic}`);
  const seat = { environment: realm.as("Robin").environment, home: folder() };
  const first = await startInTerminal(seat);
  await first.sees(/▌.*› dinner/);
  await first.presses("b", "t");
  await first.saw("Snoozed #general › dinner until");
  await first.sees(/▌.*› tea/);
  await first.presses("j", "Enter", "r");
  await first.types("It began on a Tuesday. The pool was");
  await first.pastes("all of\rthe secrets\r");
  await first.sees("the secrets");
  await first.presses("^_");
  first.kill("SIGKILL");
  await first.ended;

  const second = await startInTerminal(seat);
  await second.sees(/live/);
  await second.sees("It began on a Tuesday. The pool was");
  expect(second.text()).not.toContain("secrets");
  await second.presses("r");
  await second.types(" dry.");
  expect(second.text()).toContain("It began on a Tuesday. The pool was dry.");

  await second.presses("Esc", "g", "i");
  await second.sees(/▌.*› tea/);
  expect(second.text()).not.toContain("about dinner");
  await second.presses("b", "b");
  await second.types("in 3 days");
  await second.sees(/in 3 days/);
  await second.presses("Enter");
  await second.saw("Snoozed #general › tea until");
  await second.presses("u");
  await second.sees(/▌.*› tea/);
  await second.presses("[");
  await second.sees("SNOOZED");
  await second.sees(/▌.*dinner/);
  await second.presses("b", "n");
  await second.saw("Unsnoozed");
});
