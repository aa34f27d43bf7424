import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

const lunch = { streamId: streams.dev, topic: "lunch" };

async function withWidget(text: string) {
  const realm = startRealm();
  const shell = shellOn(realm, { columns: 120 });
  const id = String(await realm.as(people.bo).say(lunch, text));
  const seen = async () =>
    json(await shell.run(["vote", id, "--json=text,votes,mine"])).map((row) => Object.values(row));
  return { ...shell, realm, id, seen };
}

test("votes by number or text, and their removal", async () => {
  const { run, id, seen } = await withWidget("/poll Lunch?\nsoup\nsalad\n1");
  expect((await run(["vote", id, "2", "sou"])).out).toBe(
    `Voted in #dev > lunch: “salad”, “soup”. To undo: weir vote ${id} 2 soup --undo\n`,
  );
  expect(await seen()).toEqual([
    ["soup", 1, true],
    ["salad", 1, true],
    ["1", 0, false],
  ]);
  expect((await run(["vote", id, "2"])).out).toBe("Nothing was changed.\n");
  // A number that is an option's text is that option.
  await run(["vote", id, "1"]);
  await run(["vote", id, "2", "soup", "--undo"]);
  expect((await seen()).map(([, , mine]) => mine)).toEqual([false, false, true]);
  expect((await run(["vote", id])).out).toMatch(/^1 +0 .*soup\n2 +0 .*salad\n3 +1 .*yours.* +1\n$/);
});

test("of a poll of numbers, the vote that is taken back is the one that was given", async () => {
  const { run, id, seen } = await withWidget("/poll How many?\n2\n3\n4");
  const { out } = await run(["vote", id, "3"]);
  expect(out).toBe(`Voted in #dev > lunch: “3”. To undo: weir vote ${id} 3 --undo\n`);
  await run(["vote", id, "3", "--undo"]);
  expect((await seen()).map(([, , mine]) => mine)).toEqual([false, false, false]);
});

test("tasks are checked once, and unchecked", async () => {
  const { run, id, seen } = await withWidget("/todo Boat\nrepair\nclean");
  await run(["vote", id, "repair"]);
  await run(["vote", id, "1"]);
  expect(await seen()).toEqual([
    ["repair", null, true],
    ["clean", null, false],
  ]);
  await run(["vote", id, "1", "--undo"]);
  expect((await seen())[0]).toEqual(["repair", null, false]);
});

test.each([
  ["pizza", 2, 'There is no option "pizza"'],
  ["9", 2, 'There is no option "9"'],
])("%s is refused with what there is", async (typed, code, sentence) => {
  const { run, id, seen } = await withWidget("/poll Lunch?\nsoup\nsalad");
  const ran = await run(["vote", id, "soup", typed]);
  expect(ran).toMatchObject({ code, err: expect.stringContaining(sentence) });
  expect((await seen()).map(([, votes]) => votes)).toEqual([0, 0]);
});

test("a message without choices is refused", async () => {
  const { run, id } = await withWidget("Lunch?");
  expect(await run(["vote", id, "1"])).toMatchObject({
    code: 1,
    err: `weir: Message ${id} is neither a poll nor a to-do list.\n`,
  });
});
