/** Notifications in a terminal that speaks kitty's protocol: buttons, what is read elsewhere, and answers that nobody gave. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../support/any-text.ts";
import { kitty, notifyingTerminal } from "../support/notifying-terminal.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

/** What a terminal or another program may say, and nobody has chosen. */
function notAnswers(name: string): fc.Arbitrary<string> {
  const strange = anyText(20).map((text) => text.replace(/[\p{Cc};]/gu, "."));
  const other = fc.oneof(
    fc.constantFrom("weir", "0", `${name}0`, name.slice(0, -1), name.toUpperCase(), "*"),
    strange,
  );
  const text = fc.oneof(fc.constantFrom("", "1", "2", "3", "4"), strange);
  return fc.oneof(
    fc.tuple(other, text).map(([wrong, what]) => `i=${wrong};${what}`),
    // The right name, but about something else, or a button that is not there.
    fc.constantFrom("p=alive", "p=title", "p=body", "p=icon").map((part) => `i=${name}:${part};1`),
    fc.constantFrom("4", "9", "-1", "01", "1;", "Done", "1 ").map((what) => `i=${name};${what}`),
    fc.tuple(strange, text).map(([fields, what]) => `${fields};${what}`),
  );
}

test("a notification is answered by its buttons, and by nothing else", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  const person = await startInTerminal({ environment: robin.environment });
  const desktop = notifyingTerminal({ says: (sequence) => person.sends(sequence, 1) });
  person.terminal.parser.registerOscHandler(99, (text) => {
    desktop.writes(`\x1b]99;${text}\x1b\\`);
    return true;
  });
  await person.sees(/live/);
  person.sends(`\x1b]99;i=weir-asks:p=?;${kitty}\x1b\\`, 1);
  const mention = `@**${(await robin.get("/users/me"))["full_name"]}**`;
  const goesAway = () => {
    person.sends("\x1b[O", 1);
    return person.untilIdle();
  };
  const shown = () => desktop.shown().at(-1)!;
  await goesAway();
  await ana.says([robin.id], "Are you there?");
  await person.sees(() => desktop.shown().length === 1);
  expect(shown()).toMatchObject({
    title: "Ana Ruiz",
    body: "Are you there?",
    buttons: ["Done", "Reply", "Later"],
  });

  // A message that knows the name, and whatever else says something.
  const { name } = shown();
  await ana.says([robin.id], `\x1b]99;i=${name};1\x1b\\ ]99;i=${name};1`);
  for (const said of fc.sample(notAnswers(name), { numRuns: 1_000, seed: 99 }))
    person.sends(`\x1b]99;${said}\x1b\\`, 1);
  await person.untilIdle();
  expect(await robin.unread()).toHaveLength(2);
  expect(person.text()).toContain("Inbox");

  desktop.clicks(shown(), "Reply");
  await person.untilIdle();
  await person.types("Yes, with soup.");
  await person.does("composer.send");
  await person.sees((lines) => !lines.some((line) => /sending|queued/.test(line)));
  const { messages } = await ana.get("/messages", {
    narrow: [{ operator: "dm", operand: [robin.id] }],
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  });
  expect(messages.at(-1).content).toBe("Yes, with soup.");

  await person.presses("g", "i");
  await goesAway();
  const id = await ana.says("general > lunch", `${mention} soup is ready`);
  await person.sees(() => desktop.shown().length === 1);
  await robin.post("/messages/flags", { op: "add", flag: "read", messages: [id] });
  await person.sees(() => desktop.shown().length === 0);

  await ana.says("general > lunch", `${mention} it is getting cold`);
  await person.sees(() => desktop.shown().length === 1);
  desktop.clicks(shown(), "Done");
  await person.saw(/Done #general › lunch \(1\)/);
  await person.untilIdle();
  expect(await robin.unread()).toEqual([]);

  await goesAway();
  await ana.says("general > lunch", `${mention} and now it is gone`);
  await person.sees(() => desktop.shown().length === 1);
  await person.quits();
  expect(desktop.shown()).toEqual([]);
});
