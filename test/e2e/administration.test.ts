/** Administration by literal keys, checked against the realm's answers to others. */
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import type { ServedRealm } from "../support/realm-control.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

type Desk = {
  readonly realm: ServedRealm;
  readonly ana: Correspondent;
  readonly robin: Correspondent;
  readonly person: TerminalUser;
};

/** Fills in the fields of a form in order, and submits it. */
async function fills(person: TerminalUser, ...texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await person.presses("Tab", "^U");
    await person.types(text);
  }
  await person.presses("^S");
}

/**
 * An administrator manages streams, topics, groups, fields and people by keys; refreshing fetches them, and everything
 * is marked as read.
 */
test("an administrator manages streams, topics, groups, fields and people by keys", async () => {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  for (const word of ["soup", "or", "salad"]) await ana.says("general > lunch", word);
  await ana.says("general > noise", "beep");
  const person = await startInTerminal({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/live/);
  const desk = { realm, ana, robin, person };
  await marksAsRead(desk);
  await keepsStreams(desk);
  await keepsTopics(desk);
  await keepsGroupsAndFields(desk);
  await asksAnew(desk);
  await keepsPeople(desk);
});

async function marksAsRead({ ana, robin, person }: Desk): Promise<void> {
  await person.presses("A");
  await person.sees("Mark all of #general › ");
  await person.presses("Shift+Tab", "Enter");
  await person.saw("as read");
  await expect.poll(async () => (await robin.unread()).length).toBeLessThan(4);
  await ana.says("general > lunch", "soup again");
  await person.presses("g", "b", "A");
  await person.sees("Mark all of #general as read?");
  await person.presses("Shift+Tab", "Enter");
  await person.saw("Marked #general as read");
  expect(await robin.unread()).toEqual([]);
  await ana.says([robin.id], "hello?");
  await person.presses("g", "i", "^L", "^A", "A");
  await person.sees("Mark all of your messages as read?");
  await person.presses("Shift+Tab", "Enter");
  await person.saw("Marked everything as read");
  expect(await robin.unread()).toEqual([]);
}

async function asksAnew({ realm, ana, person }: Desk): Promise<void> {
  await person.presses("g", "b");
  await realm.fault({ kind: "bad gateway", method: "GET", path: "/streams" });
  await person.presses("^L");
  await person.saw("The server failed (status 502).");
  await person.presses("g", "p", "]", "g", "g");
  await realm.fault({ kind: "truncate", method: "GET", path: "/users" });
  await person.presses("^L");
  await person.saw("damaged or incomplete");
  const delayMs = 1_500;
  await realm.fault({ kind: "delay", method: "GET", path: `/users/${ana.id}`, delayMs });
  const opened = performance.now();
  await person.presses("Enter");
  await person.untilIdle();
  expect(performance.now() - opened).toBeGreaterThan(delayMs - 100);
  await person.presses("Esc", "/");
  await person.types("nobody@nowhere.example");
  await person.presses("Enter");
  await person.sees("No such user");
  await person.presses("Esc");
}

async function keepsStreams({ ana, robin, person }: Desk): Promise<void> {
  const streams = async () => (await ana.get("/users/me/subscriptions"))["subscriptions"];
  await person.presses("g", "b", "+");
  await person.sees("New stream");
  await fills(person, "garden", "green things");
  await person.saw("Created #garden");
  // Its events may come one after the other, and the rows of a list stay until it is refreshed.
  await person.sees(/# garden/);
  await person.presses("^L");
  await person.sees(/│.*# garden/);
  await person.presses("g", "g", "i", "a");
  await person.types("ana");
  await person.presses("Enter", "^S");
  await person.saw("Changed who is in #garden");
  expect(await streams()).toMatchObject([{ name: "garden" }, { name: "general" }]);
  await person.presses("E", "Tab", "^U");
  await person.types("all that grows");
  await person.presses("^S");
  await person.saw("Changed #garden");
  expect(await streams()).toMatchObject([{ description: "all that grows" }, {}]);
  await person.presses("D", "Shift+Tab", "Enter");
  await person.saw("Archived #garden");
  expect((await robin.get("/streams"))["streams"]).toHaveLength(1);
}

async function keepsTopics({ ana, person }: Desk): Promise<void> {
  await person.presses("^K");
  await person.types("lunch");
  await person.presses("Enter");
  await person.sees("salad");
  await person.presses("g", "g", "T", "^W");
  await person.types("dinner");
  await person.presses("Enter", "n", "a");
  await person.sees(/│ #general › dinner/);
  await person.untilIdle();
  expect(await ana.reads("general > dinner")).toEqual(["soup", "or", "salad", "soup again"]);
  await person.presses("g", "T", "G", "D");
  await person.sees("Delete topic #general › noise?");
  await person.presses("Shift+Tab", "Enter");
  await person.untilIdle();
  expect(await ana.reads("general > noise")).toEqual([]);
}

async function keepsGroupsAndFields({ ana, person }: Desk): Promise<void> {
  await person.presses("g", "U", "+");
  await fills(person, "crew", "everybody on deck", "Ana Ruiz");
  await person.saw("Created @crew");
  await person.sees(/│.*crew +everybody/);
  const groups = async () => (await ana.get("/user_groups"))["user_groups"];
  const crew = async () =>
    (await groups()).find((each: { description: string }) => /deck/.test(each.description));
  expect(await crew()).toMatchObject({ name: "crew", members: [ana.id] });
  await person.presses("g", "g", "E", "^U");
  await fills(person, "rowers");
  await person.saw("Changed @rowers");
  expect(await crew()).toMatchObject({ name: "rowers" });

  await person.presses("g", "f", "+");
  await fills(person, "Team");
  await person.sees(/Team +Short text/);
  const { custom_fields: fields } = await ana.get("/realm/profile_fields");
  expect(fields).toMatchObject([{ name: "Team" }]);
}

async function keepsPeople({ ana, robin, person }: Desk): Promise<void> {
  const stored = async () => (await robin.get(`/users/${ana.id}`))["user"];
  await person.presses("g", "p", "g", "g", "E", "^U");
  await person.types("Ana Maria");
  await person.presses("^S");
  await person.saw("Changed Ana Maria");
  await person.sees(/Ana Maria +member/);
  expect(await stored()).toMatchObject({ full_name: "Ana Maria" });
  await person.presses("D", "Shift+Tab", "Enter");
  await person.saw("Deactivated Ana Maria");
  expect(await stored()).toMatchObject({ is_active: false });
  await person.sees(/Ana Maria +deactivated/);
  await person.presses("D", "Shift+Tab", "Enter");
  await person.saw("Brought Ana Maria back");
  expect(await stored()).toMatchObject({ is_active: true });
}
