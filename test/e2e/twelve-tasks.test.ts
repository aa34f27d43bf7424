/**
 * The key presses of the most frequent tasks, each from the row or conversation where it begins. Getting there and typed
 * text are not counted.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const neighbours = Array.from({ length: 10 }, (_, at) => `ten ${at}`);

/** Rows are sorted newest first, so the last message is in the first row of its stream. */
async function filled() {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  const subscriptions = [{ name: "alpha" }, { name: "beta" }];
  const principals = [ana.id, robin.id];
  await robin.post("/users/me/subscriptions", { subscriptions, principals });
  const topics = [
    ...["alpha > zebra", "alpha > links", "alpha > after", "alpha > ask", "alpha > watched"],
    ...[
      "alpha > next",
      "alpha > noisy",
      ...neighbours.toReversed().map((name) => `alpha > ${name}`),
    ],
    ...["alpha > fourth", "alpha > third", "alpha > second", "alpha > first"],
    ...["beta > one", "beta > two", "beta > three"],
  ];
  for (const topic of topics) {
    const text = topic.endsWith("links") ? "https://a.example/1 https://b.example/2" : topic;
    await ana.says(topic, text);
  }
  const at = folder();
  const [browser, opened] = [join(at, "browser"), join(at, "opened")];
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${opened}.new; mv ${opened}.new ${opened}\n`);
  chmodSync(browser, 0o755);
  const environment = { ...robin.environment, BROWSER: browser };
  const person = await startInTerminal({ environment, columns: 100, rows: 40 });
  await person.sees(/live/);
  return { ana, robin, person, opened };
}

/** Without the sidebar beside it. */
const cursor = (person: TerminalUser) =>
  (person.lines().find((line) => /│▌|^▌.*│ *$/.test(line)) ?? "").replace(/^.*│▌/, "▌");

/** Moves the cursor of the inbox to a topic's row. */
async function standsOn(person: TerminalUser, topic: string): Promise<void> {
  await person.presses("g", "i", "g", "g");
  for (let at = 0; at < 40 && !cursor(person).includes(`› ${topic} `); at += 1) {
    const rows = person.lines().map((line) => line.slice(line.indexOf("│")));
    const below =
      rows.findIndex((row) => row.includes(`› ${topic} `)) -
      rows.findIndex((row) => row.startsWith("│▌"));
    // Headings are between the rows, so there are at least half as many.
    await person.presses(...(below > 4 ? String(Math.floor(below / 2)) : ""), "j");
  }
  expect(cursor(person)).toContain(`› ${topic} `);
}

/** Topics of a stream with unread messages. */
async function unreadTopics(robin: Correspondent, stream: string): Promise<readonly string[]> {
  const narrow = [
    { operator: "stream", operand: stream },
    { operator: "is", operand: "unread" },
  ];
  const page = { anchor: "newest", num_before: 100, num_after: 0, narrow };
  const { messages } = await robin.get("/messages", page);
  return messages.map(({ subject }: { subject: string }) => subject).toReversed();
}

async function policies(robin: Correspondent) {
  const { user_topics: all } = await robin.post("/register", { event_types: ["user_topic"] });
  return Object.fromEntries(
    all.map((each: { topic_name: string; visibility_policy: number }) => [
      each.topic_name,
      each.visibility_policy,
    ]),
  );
}

test("the most frequent tasks take at most 25 presses in total", async () => {
  const { robin, person, opened } = await filled();
  let presses = 0;
  const does = async (...keys: string[]) => {
    presses += keys.length;
    await person.presses(...keys);
  };
  const unread = (stream = "alpha") => unreadTopics(robin, stream);

  // On the row of "first": open the first unread.
  await standsOn(person, "first");
  await does("Enter");
  await person.sees(/│ +#alpha › first/);

  // In "first": done and next.
  await does("e");
  await person.sees(/│ +#alpha › second/);
  expect(await unread()).not.toContain("first");

  // On the row of "third": done without opening it.
  await standsOn(person, "third");
  await does("e");
  await person.saw("Done #alpha › third (1)");
  expect(cursor(person)).toContain("› fourth ");
  expect(await unread()).not.toContain("third");

  // On the row of "ten 0": clear ten neighbours, and undo it.
  await standsOn(person, "ten 0");
  const before = await unread();
  const shown = () => [person.lines()[0], person.lines().find((line) => line.includes("› ten 0 "))];
  const shownBefore = shown();
  await does("1", "0", "e");
  await person.saw("Done 10 conversations (10)");
  expect(await unread()).toEqual(before.filter((topic) => !neighbours.includes(topic)));
  await does("u");
  await person.saw("Undid: Done 10 conversations (10)");
  expect(await unread()).toEqual(before);
  await expect.poll(shown).toEqual(shownBefore);

  // On the row of "two": clear its whole stream.
  await standsOn(person, "two");
  await does("h", "e");
  await person.saw("Done #beta (3)");
  expect(await unread("beta")).toEqual([]);

  // On the row of "noisy": mute and go on.
  await standsOn(person, "noisy");
  await does("m");
  await person.saw("Muted #alpha › noisy");
  expect(cursor(person)).toContain("› next ");
  expect(await policies(robin)).toEqual({ noisy: 1 });

  // On the row of "watched": follow.
  await standsOn(person, "watched");
  await does("f");
  await person.saw("Followed #alpha › watched");
  expect(await policies(robin)).toMatchObject({ watched: 3 });

  // In "ask": reply, send, done and next.
  await standsOn(person, "ask");
  await person.presses("Enter");
  await person.sees(/│ +#alpha › ask/);
  await does("r");
  await person.types("yes");
  await does("^S");
  await person.sees(/│ +#alpha › after/);
  await expect.poll(() => robin.reads("alpha > ask")).toContain("yes");
  expect(await unread()).not.toContain("ask");

  // Anywhere: jump to a topic by five letters.
  await does("^K", "z", "e", "b", "r", "a", "Enter");
  await person.sees(/│ +#alpha › zebra/);

  // In "links": open the second link.
  await standsOn(person, "links");
  await person.presses("Enter");
  await person.sees(/│ +#alpha › links/);
  await does("o", "2");
  await expect.poll(() => existsSync(opened)).toBe(true);
  expect(readFileSync(opened, "utf8")).toBe("https://b.example/2");

  // On the row of "next": bring it back tomorrow at nine.
  await standsOn(person, "next");
  await does("b", "t");
  await person.saw(/Snoozed until .*, 9:00: #alpha › next/);
  await person.sees(/│.*✓ › next +until \w+ 9:00/);

  expect(presses).toBeLessThanOrEqual(25);
});
