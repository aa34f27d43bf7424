/** The server sums up a topic, where it can and the user may have it. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { menuIn } from "../../support/menu.ts";
import { showScreen } from "../../support/screen.tsx";
import { startSmall } from "../../support/small-client.ts";

type Options = Parameters<typeof startSmall>[0];

/** A client with the list of what happened open, on a row of #dev › deploy. */
async function catchingUp(options: Options = {}) {
  const world = await startSmall({ level: since.summaries, ...options });
  const { store, press, settles, clock, goes } = world;
  press("g", ".");
  await settles();
  goes("people 104");
  return { ...world, menu: () => menuIn(store, clock.now()) };
}

test("the server's answer is labelled as what it is, and its HTML is text", async () => {
  const { store, press, settles, menu, sent, goes, client } = await catchingUp();
  press("g", "g", "S");
  expect(menu()?.items[1]).toBe("s By the server: a topic");
  press("s");
  expect(store.getState().screen).toMatchObject({ dialog: { kind: "menu" } });
  press("Esc");
  goes("people 104");
  press("S");
  expect(menu()?.items).toEqual([
    expect.stringMatching(/^c By your program: all since /),
    "s By the server: #dev › deploy",
  ]);
  press("s");
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  await settles();
  await screen.settles();
  for (const words of [
    "#dev › deploy, summed up by the server",
    "A program of the server wrote it: it quotes nobody, and may be wrong.",
    "2 messages of 2 people.",
  ])
    expect(screen.whole.shows(words), words).toBe(true);
  expect(sent(/^GET \/messages\/summary/)).toBe(1);
  press("Esc");
  client.network.plug(false);
  press("S", "s");
  await settles();
  await screen.settles();
  expect(screen.whole.shows("2 messages of 2 people.")).toBe(false);
  expect(screen.whole.shows("loading")).toBe(false);
});

test("closing the dialog asks for it no more", async () => {
  const { store, press, settles } = await catchingUp();
  press("S", "s", "Esc");
  await settles();
  expect(store.getState().screen.dialog).toBeUndefined();
});

test("it is offered only where the server can, and to whom it is permitted", async () => {
  const below = await catchingUp({ level: since.summaries - 1 });
  below.press("S");
  expect(below.toast()).toMatch(/^Name a summary_command/);

  const hidden = await catchingUp({
    first: async (as) => {
      await as(11).patch("/settings", { hide_ai_features: true });
    },
  });
  hidden.press("S");
  expect(hidden.toast()).toMatch(/^Name a summary_command/);
});

test("a refusal is a sentence in the dialog", async () => {
  const { store, press, settles, ana } = await catchingUp();
  press("S");
  await ana.patch("/settings", { hide_ai_features: true });
  press("s");
  await settles();
  const { dialog } = store.getState().screen;
  expect(dialog).toMatchObject({
    about: { content: { kind: "failed", sentence: "Insufficient permission" } },
  });
});
