/** Writing: the message stands there at once, goes out once, and comes back through the queue. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("a message goes from the composer to the server and comes back as part of the conversation", async () => {
  const realm = await serveRealm("demo");
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  const person = await sitDown({ environment: robin.environment, columns: 100, rows: 30 });
  await person.sees(/live/);

  await person.does("palette.open");
  await person.types("rust or go");
  await person.presses("Enter");
  await person.sees("#backend › rust or go");
  await person.does("message.reply");
  await person.types("Rust, and I will write **all** of it.");
  await person.does("composer.send");

  await person.sees(
    (lines) => lines.filter((line) => line.includes("Rust, and I will")).length === 1,
  );
  await person.sees((lines) => !lines.some((line) => /sending|queued/.test(line)));
  const texts = await ana.reads("backend > rust or go");
  expect(texts.filter((text) => text.includes("Rust, and I"))).toHaveLength(1);
  expect(texts.at(-1)).toBe("Rust, and I will write **all** of it.");
});
