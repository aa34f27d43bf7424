/** People by literal keys: found, looked at, written to and muted. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("g p and a few letters find a person, whose card writes and mutes", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const person = await sitDown({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/live/);
  await person.presses("g", "p", "/");
  await person.types("ruiz");
  await person.sees("1 found");
  await person.presses("Enter");
  await person.sees("ana@empty.example");
  await person.presses("m");
  await person.sees("Muted Ana Ruiz");
  const { muted_users: muted } = await robin.post("/register", { event_types: ["muted_users"] });
  expect(muted.map((each: { id: number }) => each.id)).toEqual([ana.id]);
  await person.presses("m", "x");
  await person.types("hello");
  await person.presses("Enter");
  await person.rests();
  expect(await ana.unread()).toHaveLength(1);
});
