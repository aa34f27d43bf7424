/** Muting, following, resolving and marking as unread by literal keys, checked against the realm's state. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("m, f and ! act on the topics of rows, U marks the visible messages as unread, and u undoes each in one step", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const robin = realm.as("Robin");
  for (const topic of ["lunch", "dinner"])
    for (const word of ["one", "two", "three"])
      await ana.says(`general > ${topic}`, `${topic} ${word}`);
  const person = await startInTerminal({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/6 unread/);
  /** Policies by topic: 1 muted, 3 followed; others are omitted. */
  const policies = async () => {
    const { user_topics: all } = await robin.post("/register", { event_types: ["user_topic"] });
    const said = all.filter((each: { visibility_policy: number }) => each.visibility_policy > 0);
    return said.map((each: { topic_name: string; visibility_policy: number }) => [
      each.topic_name,
      each.visibility_policy,
    ]);
  };
  await person.presses("2", "m");
  await person.saw("Muted 2 topics");
  expect(await policies()).toEqual([
    ["dinner", 1],
    ["lunch", 1],
  ]);
  await person.presses("u");
  await person.saw("Undid: Muted 2 topics");
  expect(await policies()).toEqual([]);
  await person.presses("f");
  await person.saw("Followed #general › dinner");
  expect(await policies()).toEqual([["dinner", 3]]);
  await person.presses("u");
  await person.saw("Undid: Followed #general › dinner");
  expect(await policies()).toEqual([]);

  // Resolving renames the topic of the row, and undo restores its name.
  await person.presses("!");
  await person.sees(/│▌.*✔ dinner/);
  expect(await robin.reads("general > ✔ dinner")).toContain("dinner one");
  await person.presses("u");
  await person.sees(/│▌.*› dinner/);
  expect(await robin.reads("general > dinner")).toContain("dinner one");

  await person.presses("j", "Enter");
  await person.sees("lunch three");
  await person.sees(/› lunch +│/);
  const before = await robin.unread();
  await person.presses("j", "U");
  await person.saw("Marked #general › lunch unread (2)");
  expect(await robin.unread()).toHaveLength(before.length + 2);
  await person.presses("c", "Esc");
  expect(await robin.unread()).toHaveLength(before.length + 2);
  await person.presses("u");
  expect(await robin.unread()).toEqual(before);
});
