/** Quoting, moving and uploading with literal keys, judged by what the realm holds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

async function talking() {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  await robin.says("general > lunch", "at noon?");
  const quoted = await ana.says("general > lunch", "look:\n```\nsoup\n```");
  await ana.says("general > lunch", "noon is fine");
  const person = await sitDown({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/3 unread/);
  await person.presses("Enter");
  await person.sees("noon is fine");
  await person.presses("j");
  return { realm, person, robin, ana, quoted, lunch: () => robin.reads("general > lunch") };
}

test("> quotes the selected message, T moves it with the later ones, and u brings them back", async () => {
  const { realm, person, robin, ana, quoted, lunch } = await talking();
  await person.presses(">");
  await person.types("yes");
  await person.presses("Enter");
  await person.sees(/│.*yes/);
  const near = `${realm.url}/#narrow/stream/\\d+-general/topic/lunch/near/${quoted}`;
  const said = `^@_\\*\\*Ana[^|]*\\|${ana.id}\\*\\* \\[said\\]\\(${near}\\):\n`;
  await expect
    .poll(async () => (await lunch()).at(-1))
    .toMatch(new RegExp(`${said}\`\`\`\`quote\nlook:\n\`\`\`\nsoup\n\`\`\`\n\`\`\`\`\nyes$`));

  await person.presses("Esc", "k", "k");
  await person.presses("T", "^W");
  await person.types("soup");
  await person.presses("Enter", "n", "l");
  await person.sees("Moved the messages to #general › soup");
  expect(await lunch()).toEqual(["at noon?"]);
  expect(await robin.reads("general > soup")).toHaveLength(3);
  await person.presses("u");
  await person.sees("Undid: Moved the messages");
  expect(await lunch()).toHaveLength(4);
});

test("^G u uploads the file of a path, and the message links to it", async () => {
  const home = folder();
  writeFileSync(join(home, "menu of the day.txt"), "soup\n".repeat(50_000));
  const { person, robin, lunch } = await talking();
  await person.presses("r");
  await person.types("see ");
  await person.presses("^G", "u");
  await person.types(`${home}/menu`);
  await person.sees("menu of the day.txt");
  await person.presses("Enter");
  await person.sees("menu-of-the-day.txt)");
  await person.presses("Enter");
  await expect.poll(async () => (await lunch()).at(-1)).toMatch(/^see \[menu of the day\.txt\]\(/);
  const { attachments } = await robin.get("/attachments");
  expect(attachments).toMatchObject([{ name: "menu of the day.txt", size: 250_000 }]);
});
