/** Two clients of one user edit the same draft. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("if two clients edit a draft, one text wins, the other becomes a second draft, and both show a toast", async () => {
  const realm = await serveRealm();
  const robin = realm.as("Robin");
  await realm.as("Ana").says("general > lunch", "where?");
  const open = async () => {
    const person = await startInTerminal({ environment: robin.environment, columns: 110 });
    await person.sees(/live/);
    await person.does("palette.open");
    await person.types("lunch");
    await person.presses("Enter");
    await person.does("message.reply");
    return person;
  };
  const [one, other] = [await open(), await open()];
  await one.types("at noon");
  await other.sees(/› at noon/);
  await one.types(" at the river");
  await one.untilIdle();
  await other.types(" in the park");
  for (const person of [one, other]) {
    await person.sees(/another draft is kept +g d/);
    await person.sees(/Another client edited this draft, too/);
  }
  // Drafts have timestamps in seconds, so either text may be the newest.
  const isRiver = one.text().includes("› at noon at the river");
  const texts = ["at noon at the river", "at noon in the park"];
  const [newest, kept] = isRiver ? texts : texts.toReversed();
  for (const person of [one, other]) {
    await person.sees(`› ${newest}`);
    await person.presses("Esc", "g", "d");
    await person.sees(`(other text) ${kept}`);
  }
  const { drafts } = await robin.get("/drafts");
  expect(drafts.map(({ content }: { readonly content: string }) => content).toSorted()).toEqual(
    texts,
  );
  const isOnKept = one.lines().some((line) => /▌.*\(other text\)/.test(line));
  await one.presses(...(isOnKept ? [] : ["j"]), "Enter");
  await one.sees(`› ${kept}`);
  await one.sees(/another draft is kept/);
});
