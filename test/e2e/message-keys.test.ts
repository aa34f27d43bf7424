/** Topics and messages by literal keys, checked against the realm's state. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import type { Correspondent } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import type { ServedRealm } from "../support/realm-control.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/**
 * M, f and ! act on the topics of rows, U marks the visible messages as unread, E and Up edit, D deletes, > quotes, T
 * moves with later messages, u undoes each in one step, and ^G u uploads; drafts are saved, reactions added, a
 * scheduled message deleted, a stream left, and a person is found, messaged and muted.
 */
test("topics and messages are changed by literal keys, and u undoes each", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  for (const topic of ["breakfast", "dinner"])
    for (const word of ["one", "two", "three"])
      await ana.says(`general > ${topic}`, `${topic} ${word}`);
  const person = await startInTerminal({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/6 unread/);
  await actsOnTopics(person, robin);

  await robin.says("general > lunch", "at noon?");
  await robin.says("general > lunch", "or at on");
  await ana.says("general > lunch", "noon is fine");
  const quoted = await ana.says("general > tea", "look:\n```\nsoup\n```");
  await ana.says("general > tea", "it is green");
  await person.sees(/› tea +2/);
  await editsAndDeletes(person, () => robin.reads("general > lunch"));

  await person.presses("Esc");
  await goesTo(person, "tea");
  await person.sees("it is green");
  const near = `${realm.url}/#narrow/channel/\\d+-general/topic/tea/near/${quoted}`;
  const said = `^@_\\*\\*Ana[^|]*\\|${ana.id}\\*\\* \\[said\\]\\(${near}\\):\n`;
  await quotesAndMoves(person, robin, said);
  await uploads(person, robin);
  await keepsOwnThings(person, realm);
});

async function actsOnTopics(person: TerminalUser, robin: Correspondent): Promise<void> {
  /** Policies by topic: 1 muted, 3 followed; others are omitted. */
  const policies = async (): Promise<Readonly<Record<string, number>>> => {
    const { user_topics: all } = await robin.post("/register", { event_types: ["user_topic"] });
    const said = all.filter((each: { visibility_policy: number }) => each.visibility_policy > 0);
    return Object.fromEntries(
      said.map((each: { topic_name: string; visibility_policy: number }) => [
        each.topic_name,
        each.visibility_policy,
      ]),
    );
  };
  await person.presses("2", "m");
  await person.saw("Muted 2 topics");
  expect(await policies()).toEqual({ dinner: 1, breakfast: 1 });
  await person.presses("u");
  await person.saw("Undid: Muted 2 topics");
  expect(await policies()).toEqual({});
  await person.presses("f");
  await person.saw("Followed #general › dinner");
  expect(await policies()).toEqual({ dinner: 3 });
  await person.presses("u");
  await person.saw("Undid: Followed #general › dinner");
  expect(await policies()).toEqual({});

  // Resolving renames the topic of the row, and undo restores its name.
  await person.presses("!");
  await person.sees(/│▌.*✔ dinner/);
  expect(await robin.reads("general > ✔ dinner")).toContain("dinner one");
  await person.presses("u");
  await person.sees(/│▌.*› dinner/);
  expect(await robin.reads("general > dinner")).toContain("dinner one");

  await person.presses("j", "Enter");
  await person.sees("breakfast three");
  await person.sees(/› breakfast +│/);
  const before = await robin.unread();
  await person.presses("j", "U");
  await person.saw("Marked #general › breakfast unread (2)");
  expect(await robin.unread()).toHaveLength(before.length + 2);
  await person.presses("c", "Esc");
  expect(await robin.unread()).toHaveLength(before.length + 2);
  await person.presses("u");
  expect(await robin.unread()).toEqual(before);
}

async function goesTo(person: TerminalUser, topic: string): Promise<void> {
  await person.presses("^K");
  await person.types(topic);
  await person.presses("Enter");
}

async function editsAndDeletes(person: TerminalUser, texts: () => Promise<readonly string[]>) {
  await goesTo(person, "lunch");
  await person.sees("noon is fine");
  await person.presses("j", "E");
  await person.sees(/Editing your \u201c.*\u201d in #general › lunch/);
  await person.presses("^W");
  await person.types("one");
  await person.presses("Enter");
  await person.saw("Edited in #general › lunch");
  expect(await texts()).toEqual(["at noon?", "or at one", "noon is fine"]);
  await person.presses("u");
  await person.saw("Undid: Edited in #general › lunch");
  expect(await texts()).toEqual(["at noon?", "or at on", "noon is fine"]);
  await person.presses("r", "Up");
  await person.types("e");
  await person.presses("Enter");
  await person.saw("Edited in #general › lunch");
  expect(await texts()).toEqual(["at noon?", "or at one", "noon is fine"]);

  // An unfinished edit is restored by the next E.
  await person.presses("E");
  await person.types(" o'clock");
  await person.presses("Esc");
  await person.saw("Your edit is kept");
  await person.presses("E");
  await person.sees("› or at one o'clock");
  await person.presses("Esc");

  await person.presses("D");
  await person.sees(/Delete your \u201cor at one\u201d\?/);
  await person.presses("Esc");
  expect(await texts()).toHaveLength(3);
  await person.presses("D", "d");
  await person.saw("Deleted the message.");
  expect(await texts()).toEqual(["at noon?", "noon is fine"]);
}

async function quotesAndMoves(person: TerminalUser, robin: Correspondent, said: string) {
  const tea = () => robin.reads("general > tea");
  await person.presses("g", "g", ">");
  await person.types("yes");
  await person.presses("Enter");
  await person.sees(/│.*yes/);
  await person.sees((lines) => !/sending|queued/.test(lines.join()));
  await expect
    .poll(async () => (await tea()).at(-1))
    .toMatch(new RegExp(`${said}\`\`\`\`quote\nlook:\n\`\`\`\nsoup\n\`\`\`\n\`\`\`\`\nyes$`));

  await person.presses("k");
  await person.presses("T", "^W");
  await person.types("soup");
  await person.presses("Enter", "n", "l");
  await person.saw("Moved 2 messages to #general › soup");
  expect(await tea()).toHaveLength(1);
  expect(await robin.reads("general > soup")).toHaveLength(2);
  await person.presses("u");
  await person.saw("Undid: Moved 2 messages");
  expect(await tea()).toHaveLength(3);
}

async function uploads(person: TerminalUser, robin: Correspondent) {
  const home = folder();
  writeFileSync(join(home, "menu of the day.txt"), "soup\n".repeat(50_000));
  await person.presses("r");
  await person.types("see ");
  await person.presses("^G", "u");
  await person.types(`${home}/menu`);
  await person.sees("menu of the day.txt");
  // The folder was listed after its path was typed: nothing is selected in it.
  await person.presses("Down", "Enter");
  // An address is wrapped where the line ends, and its length differs.
  const pane = (lines: readonly string[]) => lines.map((line) => line.split("│")[1]?.trim());
  await person.sees((lines) => pane(lines).join("").includes("menu-of-the-day.txt)"));
  await person.presses("Enter");
  await expect
    .poll(async () => (await robin.reads("general > tea")).at(-1))
    .toMatch(/^see \[menu of the day\.txt\]\(/);
  const { attachments } = await robin.get("/attachments");
  expect(attachments).toMatchObject([{ name: "menu of the day.txt", size: 250_000 }]);
}

/** Drafts, reactions, scheduled messages, subscriptions and people. */
async function keepsOwnThings(person: TerminalUser, realm: ServedRealm) {
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const id = await ana.says("general > supper", "late soup?");
  const in2Hours = Math.floor(systemClock.now() / 1000) + 7_200;
  const later = { type: "direct", to: [ana.id], content: "soon" };
  await robin.post("/scheduled_messages", { ...later, scheduled_delivery_timestamp: in2Hours });
  await person.presses("Esc");
  await person.sees(/› supper +1/);
  const drafts = async () =>
    (await robin.get("/drafts"))["drafts"].map((draft: { content: string }) => draft.content);
  await goesTo(person, "supper");
  await person.sees("late soup?");
  await person.presses("r");
  await person.types("half a");
  await person.presses("Esc");
  await expect.poll(drafts).toContain("half a");
  await person.presses("r");
  await person.types(" sentence");
  await person.presses("Esc");
  await expect.poll(drafts).toContain("half a sentence");

  await person.presses("+");
  await person.untilIdle();
  const { message } = await robin.get(`/messages/${id}`);
  expect(message.reactions).toMatchObject([{ emoji_name: "+1", user_id: robin.id }]);

  await person.presses("g", "t");
  await person.sees("soon");
  // Without an answer, the list shows whether it was deleted.
  await realm.fault({ kind: "drop after", method: "DELETE", path: "/scheduled_messages" });
  await person.presses("D");
  await expect
    .poll(async () => (await robin.get("/scheduled_messages"))["scheduled_messages"])
    .toEqual([]);
  await person.sees("Nothing is scheduled.");

  await person.presses("g", "b");
  await person.sees("# general");
  await person.presses("S");
  await person.untilIdle();
  expect((await robin.get("/users/me/subscriptions"))["subscriptions"]).toEqual([]);

  await person.presses("g", "p", "/");
  await person.types("ruiz");
  await person.sees("1 of ");
  await person.presses("Enter");
  await person.sees("ana@empty.example");
  await person.presses("m");
  await person.saw("Muted Ana Ruiz");
  const { muted_users: muted } = await robin.post("/register", { event_types: ["muted_users"] });
  expect(muted.map((each: { id: number }) => each.id)).toEqual([ana.id]);
  const unreadBefore = (await ana.unread()).length;
  await person.presses("m", "x");
  await person.types("hello");
  await person.presses("Enter");
  await person.untilIdle();
  expect(await ana.unread()).toHaveLength(unreadBefore + 1);
}
