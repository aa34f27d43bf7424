/** An administrator's chores by literal keys, judged by what the realm tells others. */
import { expect, test } from "vitest";
import { startRealm } from "../support/realm-process.ts";
import { sitDown } from "../support/terminal.ts";

async function owning() {
  const realm = await startRealm({ seed: "empty" });
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const person = await sitDown({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/live/);
  return { ana, robin, person };
}

test("a stream is made, somebody added to it, described anew and archived", async () => {
  const { ana, robin, person } = await owning();
  const streams = async () => (await ana.get("/users/me/subscriptions"))["subscriptions"];
  await person.presses("g", "b", "+");
  await person.sees("New stream");
  await person.types("garden");
  await person.presses("Tab");
  await person.types("green things");
  await person.presses("^S");
  await person.sees("Created #garden");
  await person.presses("g", "g", "i", "a");
  await person.types("ana");
  await person.presses("Enter", "^S");
  await person.sees("Changed who is in #garden");
  expect(await streams()).toMatchObject([{ name: "garden" }, { name: "general" }]);
  await person.presses("E", "Tab", "^U");
  await person.types("all that grows");
  await person.presses("^S");
  await person.sees("Changed #garden");
  expect(await streams()).toMatchObject([{ description: "all that grows" }, {}]);
  await person.presses("D", "Shift+Tab", "Enter");
  await person.sees("Archived #garden");
  expect((await robin.get("/streams"))["streams"]).toHaveLength(1);
});

test("somebody is renamed, deactivated and brought back", async () => {
  const { ana, robin, person } = await owning();
  const stored = async () => (await robin.get(`/users/${ana.id}`))["user"];
  await person.presses("g", "p", "E", "^U");
  await person.types("Ana Maria");
  await person.presses("^S");
  await person.sees("Changed Ana");
  expect(await stored()).toMatchObject({ full_name: "Ana Maria" });
  await person.presses("D", "Shift+Tab", "Enter");
  await person.sees("Deactivated Ana Maria");
  expect(await stored()).toMatchObject({ is_active: false });
  await person.presses("[", "j", "k", "D", "Shift+Tab", "Enter");
  await person.sees("Brought Ana Maria back");
  expect(await stored()).toMatchObject({ is_active: true });
});
