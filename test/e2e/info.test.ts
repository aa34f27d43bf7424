/** What is known of a message beside its text. */
import { test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("n and i show reactions, what an edit changed, and who read it", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const id = await ana.says("general > notes", "rolling forward");
  await ana.patch(`/messages/${id}`, { content: "rolling back" });
  await ana.post(`/messages/${id}/reactions`, { emoji_name: "+1" });
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.presses("n", "i");
  await person.sees("- rolling forward");
  await person.sees("+ rolling back");
  await person.sees(/👍 +Ana/);
  await person.sees("Read by");
});
