/** Nothing is on the screen that no line reaches: the tables of commands, dialogs, forms, menus and lists are walked. */
import { expect, test } from "vitest";
import type { Context } from "#commands/command.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { choicesIn } from "#commands/keys/inputs.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { filtersIn } from "#commands/lists/list.ts";
import { setFilter } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import { commands } from "#commands/tables/commands.ts";
import { commandNamed } from "#plain/answers.ts";
import { saidUnits } from "#plain/rows.ts";
import { openList } from "#store/lists.ts";
import { changeScreen } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { startAsking } from "../support/asking.ts";
import { dialogCases } from "../support/dialog-cases.ts";
import { sentAndScheduled } from "../support/happenings.ts";
import { ownKeys, portsFor } from "../support/key-presser.ts";
import { listPlaces } from "../support/list-places.ts";
import { speakWith } from "../support/plain-client.ts";
import { panesOf } from "../support/screen.tsx";
import { startSmall } from "../support/small-client.ts";

/** What only moves on a screen, or edits a line that the terminal edits: the rest is reached by its name. */
const ofScreens = /^(?:edit|scroll|pane)\.|^message\.(?:left|right)$|^list\.out$/;

test("every command can be given by its name wherever its key works", () => {
  const { context } = portsFor(storeOf(acme()));
  const unreached = commands
    .filter(({ screenOnly }) => screenOnly !== true)
    .flatMap((command) =>
      command.where
        .filter((where: Context) =>
          [command.title, command.id].every((name) => {
            const found = commandNamed(context, where, name);
            return found.kind !== "command" || found.command.id !== command.id;
          }),
        )
        .map((where) => `${command.id} in ${where}`),
    );
  expect(unreached).toEqual([]);
  const hidden = commands.filter(
    ({ screenOnly, id }) => screenOnly === true && !ofScreens.test(id),
  );
  expect(hidden).toEqual([]);
});

const words = (text: string) => text.match(/[\p{L}\p{N}@.,'’-]*[\p{L}\p{N}]/gu) ?? [];

test.each(dialogCases)(
  "%s: every row of the screen is said, every choice by its number",
  async (_, each) => {
    const asking = await startAsking(each);
    const { store, clock } = asking;
    await each.opens(asking);
    await clock.pass("2 s");
    changeScreen(store, (screen) => ({
      ...screen,
      terminal: { ...screen.terminal, columns: 160, rows: 60 },
    }));
    const opened = panesOf(clock).dialog(store.getState());
    const { output } = speakWith(store, clock);
    const said = output();
    const { rows = [], list = [] } = opened?.content ?? {};
    const spans = rows.flatMap(({ left = [], right = [] }) => [...left, ...right]);
    // Keys are not said: what is typed instead is.
    const known = new Set([...words(said), ...commands.flatMap(({ keys }) => keys.flatMap(words))]);
    const missing = spans.flatMap(({ text }) =>
      words(saidUnits(text)).filter((word) => !known.has(word)),
    );
    expect(missing).toEqual([]);

    const state = store.getState();
    const { dialog } = state.screen;
    const form = dialog?.kind === "form" ? shownForm(state.view, dialog) : undefined;
    const count =
      form === undefined
        ? choicesIn(state, { clock, keys: ownKeys }).length
        : form.now.fields.length + form.answers.length;
    const numbers = [...said.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    const more = Number(/(\d+) more, :page down/.exec(said)?.[1] ?? 0);
    expect(numbers.length + more).toBeGreaterThanOrEqual(count);
    expect(numbers.slice(0, 3)).toEqual([1, 2, 3].slice(0, numbers.length));
    expect(list.length === 0 || numbers.length > 0).toBe(true);
  },
);

test.each(listPlaces)(
  "%s: every row is said with its number, and every filter by its name",
  async (_, place) => {
    const { store, clock } = await startSmall({ first: sentAndScheduled });
    const { types, output } = speakWith(store, clock);
    output();
    goTo(store, place);
    await clock.pass("2 s");
    const filters = filtersIn(definitionOf(place), store.getState());
    for (const { key, title } of filters) {
      setFilter(store, place, key);
      output();
      const lines = await types("again");
      expect(lines).toContain(`, ${title.toLowerCase()}, `);
      const rows = openList(store.getState().screen)?.rows.length ?? 0;
      const numbers = [...lines.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(Array.from({ length: rows }, (_, at) => at + 1));
    }
  },
);
