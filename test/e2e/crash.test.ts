/** A program that is killed while somebody types. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("what was typed before a kill -9 stands in its composer at the next start", async () => {
  const realm = await serveRealm();
  const { environment } = realm.as("Robin");
  await realm.as("Ana").says("general > lunch", "write me a long answer");
  const home = folder();
  const first = await sitDown({ home, environment });
  await first.sees(/live/);
  await first.does("triage.next", "message.reply");
  await first.types("It began on a Tuesday. The pool was");
  first.kill("SIGKILL");
  await first.ended;

  const second = await sitDown({ home, environment });
  await second.sees(/live/);
  await second.does("palette.open");
  await second.types("lunch");
  await second.presses("Enter");
  await second.sees("It began on a Tuesday. The pool was");
  await second.does("message.reply");
  await second.types(" dry.");
  expect(second.text()).toContain("It began on a Tuesday. The pool was dry.");
});
