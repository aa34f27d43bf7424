/** Nobody who types lines is told a key of the screen: every dialog, list and filter is heard with keys that nothing else is called. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { definitionOf } from "#commands/lists/definitions.ts";
import { filtersIn } from "#commands/lists/list.ts";
import { setFilter } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import { withKeys } from "#commands/sentences.ts";
import { commands } from "#commands/tables/commands.ts";
import { typedName } from "#plain/answers.ts";
import { root, tracked } from "../conventions/tree.ts";
import { startAsking } from "../support/asking.ts";
import { dialogCases } from "../support/dialog-cases.ts";
import { sentAndScheduled } from "../support/happenings.ts";
import { listPlaces } from "../support/list-places.ts";
import { speakWith } from "../support/plain-client.ts";
import { startSmall } from "../support/small-client.ts";

/** A letter for each command, from a script that is spoken nowhere here. */
const first = 0x4e00;
const overrides = Object.fromEntries(
  commands.map(({ id }, at) => [id, [String.fromCodePoint(first + at)]]),
);

/** The keys above, and those of terminals; the letter before a menu's choice is typed, and `Enter sends` is a setting. */
const key =
  /[\u4e00-\u9fff]|\^[A-Z]\b|\b(?:Enter(?! sends)|Esc|Tab|Space|PageDown|Home|F\d+)\b|\b[gyzb] [a-z]\b/;
/** The letter of a choice, and in lists of commands what a line can be. */
const typed = /^(\d+\. )[\u4e00-\u9fff], | \([\u4e00-\u9fff]\)$/;
const keysIn = (said: string) =>
  said
    .split("\n")
    .filter((line) => key.test(line.replace(typed, "$1")))
    .map((line) =>
      line.replace(/[\u4e00-\u9fff]/g, (sign) => `{${commands[sign.charCodeAt(0) - first]?.id}}`),
    );

test.each(dialogCases)("%s", async (_, each) => {
  const asking = await startAsking(each);
  const { store, clock } = asking;
  await each.opens(asking);
  await clock.pass("2 s");
  const { output, types } = speakWith(store, clock, { keys: { commands, overrides } });
  expect(keysIn(output() + (await types("?")))).toEqual([]);
});

test.each(listPlaces)("%s", async (_, place) => {
  const { store, clock } = await startSmall({ first: sentAndScheduled });
  const { types, output } = speakWith(store, clock, { keys: { commands, overrides } });
  goTo(store, place);
  await clock.pass("2 s");
  for (const filter of filtersIn(definitionOf(place), store.getState())) {
    setFilter(store, place, filter.key);
    expect(keysIn(output() + (await types("again", "?", "commands")))).toEqual([]);
  }
});

test("in a conversation, while writing, and after each way to end", async () => {
  const { store, clock } = await startSmall();
  const { types, output } = speakWith(store, clock, { keys: { commands, overrides } });
  const lines = ["inbox", "1", "?", "commands", "reply", "?", ":commands", "so", "reply", ":clear"];
  const said = output() + (await types(...lines, "", "edit 1", ":clear", "", "quit (twice)"));
  expect(keysIn(said)).toEqual([]);
});

const all = { commands, overrides, typed: (id: string) => typedName(commands, id) };

test("a sentence names what is typed for a command, and what only a screen has is left out", () => {
  expect(withKeys(all, "{message.reply} writes|; {program.repaint} shows more|.")).toBe(
    '"reply" writes; "again" shows more.',
  );
  expect(withKeys(all, "Cleared|: {edit.yank} restores it|.")).toBe("Cleared.");
  expect(withKeys(all, "{composer.recipient} changes it.")).toBe(
    '":Change the recipient" changes it.',
  );
});

/** Floors whose sentences both a screen and a voice may say; words that are looked for in messages are none. */
const spoken = /^src\/(?:commands|journal|model|plain|store|sync)\//;
const sentences = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

test("no sentence has a key in it that was not looked up", () => {
  const found = tracked()
    .filter((path) => spoken.test(path) && path.endsWith(".ts") && !path.endsWith("/languages.ts"))
    .flatMap((path) => readFileSync(root + path, "utf8").match(sentences) ?? [])
    .filter((text) => / [a-z]{2,} /.test(text) && key.test(text));
  expect(found).toEqual([]);
});
