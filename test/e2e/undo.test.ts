/** Done and undone, a key each. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("e marks a conversation as done and u makes unread exactly what it had read", async () => {
  const realm = await serveRealm("demo");
  const robin = realm.as("Robin");
  const before = await robin.unread();
  const person = await sitDown({ environment: robin.environment, columns: 120, rows: 40 });
  await person.sees("NEEDS YOU");
  await person.sees(/@ Noor Haddad +✎ A customer/);
  const sums = () => /\d+ need you · \d+ unread/.exec(person.lines()[0] ?? "")?.[0];
  const sumsBefore = sums();
  const row = () => person.lines().find((line) => / [@✓] Noor Haddad/.test(line)) ?? "none";
  const rowBefore = row();

  const start = person.keys();
  await person.does("triage.done");
  await person.sees(/Done .* u undo/);
  expect(row()).toBe("none");
  const less = await robin.unread();
  expect(less.length).toBeLessThan(before.length);
  await person.does("triage.undo");
  expect(person.keys() - start).toBe(2);
  await person.sees(() => sums() === sumsBefore);
  expect(await robin.unread()).toEqual(before);
  expect(row().replace("▌", " ").trimEnd()).toBe(rowBefore.replace("▌", " ").trimEnd());
});
