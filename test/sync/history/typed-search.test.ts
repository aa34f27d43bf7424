/** Searching while the query is typed. */
import { expect, test } from "vitest";
import { inputOf } from "#editor/input.ts";
import type { SearchTerm } from "#model/narrow.ts";
import { changeScreen } from "#store/store.ts";
import { startWithArchive, words } from "../../support/small-archive.ts";

async function startTyping(...texts: string[]) {
  const small = await startWithArchive(...texts);
  const { store, clock } = small;
  /** Each of them before there is an answer for the one before. */
  const types = async (...all: readonly SearchTerm[][]) => {
    for (const terms of all)
      changeScreen(store, (screen) => ({
        ...screen,
        dialog: { kind: "search", input: inputOf("x"), chosen: -1, terms },
      }));
    await clock.pass(10);
  };
  const dialog = () => {
    const { screen } = store.getState();
    return screen.dialog?.kind === "search" ? screen.dialog : undefined;
  };
  const hits = () => dialog()?.hits?.messages.map(({ content }) => content);
  const before = small.sent(/^GET \/messages$/);
  const asked = () => small.sent(/^GET \/messages$/) - before;
  return { ...small, types, hits, dialog, asked };
}

test("what is typed is found at once, and the answer for the last text stays", async () => {
  const { types, hits, dialog } = await startTyping("a pool", "a pump", "東京の天気");
  await types([words("po")], [words("pu")], [words("pum")]);
  expect(hits()).toEqual(["a pump"]);
  expect(dialog()?.hits?.terms).toEqual([words("pum")]);
  await types([words("天気")]);
  expect(hits()).toEqual(["東京の天気"]);
});

test("after a pause the server is asked once, for what was typed last", async () => {
  const { types, dialog, clock, asked } = await startTyping("a pool");
  await types([words("second")]);
  await clock.pass("400 ms");
  await types([words("buzz")]);
  await clock.pass("400 ms");
  expect([asked(), dialog()?.answer]).toEqual([0, undefined]);
  await clock.pass("1 s");
  const { answer } = dialog() ?? {};
  expect(asked()).toBe(1);
  expect(answer).toMatchObject({
    kind: "found",
    messages: [{ content: "buzz buzz" }, { content: "buzz" }],
    more: false,
  });
});

test("a further key drops an answer that is on its way, and a choice keeps the list as it is", async () => {
  const { types, dialog, client, clock, store } = await startTyping("a pool");
  client.network.line("silent");
  await types([words("buzz")]);
  await clock.pass("1 s");
  await types([words("second")]);
  client.network.line("well");
  await clock.pass("500 ms");
  expect(dialog()?.answer).toBeUndefined();
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "search"
      ? { ...screen, dialog: { ...screen.dialog, chosen: 0 } }
      : screen,
  );
  await clock.pass("5 s");
  expect(dialog()?.answer).toBeUndefined();
});

test("the server is not asked while it cannot be reached, nor for patterns", async () => {
  const { types, dialog, client, clock, asked } = await startTyping("a pool");
  await types([{ operator: "pattern", operand: "po+l" }]);
  expect(dialog()?.answer).toEqual({ kind: "not asked" });
  client.network.plug(false);
  await clock.pass("1 min");
  await types([words("buzz")]);
  expect(dialog()?.answer).toEqual({ kind: "not asked" });
  await clock.pass("5 s");
  expect(asked()).toBe(0);
});
