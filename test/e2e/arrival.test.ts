/** Reading while others write. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("a message from another client appears while the conversation is read, and moves nothing above it", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  for (const text of ["one", "two", "three"]) await ana.says("general > lunch", text);
  const person = await sitDown({ environment: robin.environment });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("three");
  await person.rests();
  const placeOf = (text: string) => person.lines().findIndex((line) => line.trim().endsWith(text));
  const before = ["one", "two", "three"].map(placeOf);

  await ana.says("general > lunch", "four, and it is getting cold");
  await person.sees("four, and it is getting cold");
  expect(["one", "two", "three"].map(placeOf)).toEqual(before);
});
