/** Where symbols are ASCII, texts have no others either, whoever wrote them. */
import { expect, test } from "vitest";
import { cellsFor, standardRules } from "#base/cells.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { asciiGlyphs, consoleGlyphs, substitutesOf } from "#theme/glyphs.ts";
import { dialogCases, startAsking } from "../support/dialog-cases.ts";
import { startPair } from "../support/happenings.ts";
import { listPlaces } from "../support/list-places.ts";
import { showScreen } from "../support/screen.tsx";
import { inDeploy } from "../support/small-client.ts";

/** Signs, arrows and typographic punctuation, and what each set has of them. */
const strange = {
  ascii: /[\u00b7\u00d7\u2010-\u2bff]/,
  console: /(?![│─┌┐└┘├┼┤•·↑↓])[\u00d7\u2010-\u2bff]/,
} as const;
const glyphsOf = { ascii: asciiGlyphs, console: consoleGlyphs } as const;

type Asking = Pick<Awaited<ReturnType<typeof startPair>>, "store" | "clock">;

async function screensOn({ store, clock }: Asking) {
  watchLists(store);
  const sets = ["ascii", "console"] as const;
  const screens = await Promise.all(
    sets.map((set) => {
      const rules = { ...standardRules, ellipsis: "~", emojiName: () => "emoji" };
      const cells = cellsFor({ ...rules, instead: substitutesOf[set] });
      return showScreen(store, { columns: 120, rows: 40, clock, cells, glyphs: glyphsOf[set] });
    }),
  );
  return {
    found: async () => {
      for (const screen of screens) await screen.settles();
      return screens.flatMap((screen, at) =>
        screen.whole.lines().filter((line) => strange[sets[at] ?? "ascii"].test(line)),
      );
    },
    ends: () => {
      for (const screen of screens) screen.ends();
    },
  };
}

test.each(dialogCases)("the dialog %s", async (_, each) => {
  const asking = await startAsking(each);
  const { found, ends } = await screensOn(asking);
  await each.opens(asking);
  expect(await found()).toEqual([]);
  ends();
});

test("every list, a conversation, and toasts", async () => {
  const pair = await startPair();
  const text = "“They’re open” — from 9–17, ≤ 3 × a day … → home • ‘so’ ✓";
  await pair.bo.say(inDeploy, text);
  const { found, ends } = await screensOn(pair);
  for (const [, place] of listPlaces) {
    goTo(pair.store, place);
    await pair.clock.pass("2 s");
    expect(await found()).toEqual([]);
  }
  pair.client.open({ kind: "topic", ...inDeploy } as never);
  showToast(pair.store, `Set status ${text}`);
  await pair.clock.pass("1 s");
  expect(await found()).toEqual([]);
  ends();
});
