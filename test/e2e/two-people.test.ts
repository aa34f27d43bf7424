/** Two people at two terminals, and a server that goes away between them. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { startRealm } from "../support/realm-process.ts";
import { type Person, sitDown } from "../support/terminal.ts";

async function says(person: Person, text: string): Promise<void> {
  await person.does("message.reply");
  await person.types(text);
  await person.does("composer.send", "composer.leave");
}

test("both come back by themselves when the server does, and what was typed meanwhile goes out once", async () => {
  const realm = await startRealm({ seed: "empty", state: `${folder()}/realm.jsonl` });
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await ana.says("general > lunch", "let us talk");
  await robin.says("general > lunch", "let us");
  const open = async ({ environment }: typeof robin) => {
    const person = await sitDown({ environment: { ...environment, WEIR_CLOCK_RATE: "10" } });
    await person.sees(/live/);
    await person.does("triage.next");
    await person.sees("let us talk");
    return person;
  };
  const people = [await open(robin), await open(ana)] as const;
  const [one, other] = people;
  await says(one, "soup?");
  await other.sees("soup?");
  await says(other, "soup.");
  await one.sees("soup.");

  await realm.stops();
  for (const person of people) await person.sees(/offline|stale since/);
  await says(one, "and bread?");
  await says(other, "or rice?");
  for (const person of people) await person.sees(/1 waiting/);
  await realm.startsAgain();
  await one.sees("or rice?", 30_000);
  await one.sees((lines) => !/waiting|queued|sending/.test(lines.join()), 20_000);
  await other.sees("and bread?", 30_000);
  for (const person of people) {
    await person.sees(
      (lines) => / live /.test(lines[0] ?? "") && !/waiting|queued|sending/.test(lines.join()),
    );
  }
  const texts = await ana.reads("general > lunch");
  expect(texts.slice(0, 4)).toEqual(["let us talk", "let us", "soup?", "soup."]);
  expect(texts.slice(4).toSorted()).toEqual(["and bread?", "or rice?"]);
});
