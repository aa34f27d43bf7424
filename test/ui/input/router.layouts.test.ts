/** Single keys on keyboards of other scripts: bytes in, commands out. */
import { describe, expect, test } from "vitest";
import { keysOn, layoutNames, layoutsFor } from "#base/keyboard-layouts.ts";
import { keymapOf, type Overrides } from "#commands/keymap.ts";
import { commands } from "#commands/tables/commands.ts";
import { composerEditor } from "#store/composer.ts";
import type { Screen } from "#store/screen.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { inputLine, portsFor } from "../../support/key-presser.ts";

const replica = acme();
const reading = readingScreen(deployWindow, idsOf(replica, deployWindow)[3]);

let ran: string[] = [];
const noting = commands.map((command) => ({
  ...command,
  run: ({ count }: { readonly count: number }) => void ran.push(`${count} ${command.id}`),
}));
const keymap = keymapOf(noting);

/** A terminal whose commands are only noted, with their count. Only one at a time can be used. */
function start(screen: Partial<Screen>, overrides?: Overrides, setting: "auto" | "off" = "auto") {
  const store = storeOf(replica, screen);
  const clock = fakeClock();
  const own: string[] = [];
  ran = own;
  const line = inputLine(
    {
      ...portsFor(store, undefined, clock),
      keymap: overrides === undefined ? keymap : keymapOf(noting, overrides),
      layouts: layoutsFor(setting, "C.UTF-8"),
    },
    clock,
  );
  line.listens();
  return { store, ran: own, ...line };
}

/** The commands that each single letter runs. */
function ranBy(bytes: string, screen: Partial<Screen>): readonly string[] {
  const { sends, ran, store } = start(screen);
  sends(bytes);
  const { pending } = store.getState().screen.pressed;
  return pending === "" ? ran : [`pending ${pending}`];
}

const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];

describe.each(layoutNames)("the keys of %s", (layout) => {
  test.each([
    ["the reader", reading],
    ["the sidebar", { focus: "sidebar" }],
    ["a list", { place: { kind: "inbox" } }],
  ] as const)("do in %s what the Latin ones do", (_, screen) => {
    for (const letter of letters) {
      const character = keysOn(layout, [letter]);
      if (character === undefined) continue;
      const { sends, ran, store } = start(screen as Partial<Screen>);
      store.setState((state) => ({
        ...state,
        screen: { ...state.screen, pressed: { ...state.screen.pressed, layout } },
      }));
      sends(character);
      const { pending } = store.getState().screen.pressed;
      const result = pending === "" ? ran : [`pending ${pending}`];
      expect(result, `${character} for ${letter}`).toEqual(
        ranBy(letter, screen as Partial<Screen>),
      );
    }
  });
});

test("sequences and counts work, also with a Latin letter between the others", () => {
  const { sends, ran } = start(reading);
  sends("3о");
  sends("пп");
  sends("пg");
  sends("gп");
  expect(ran).toEqual([
    ...ranBy("3j", reading),
    ...["gg", "gg", "gg"].flatMap((keys) => ranBy(keys, reading)),
  ]);
});

test("an unknown character says that it is not bound, and nothing runs", () => {
  const { sends, ran, store } = start(reading);
  sends("你好");
  expect(ran).toEqual([]);
  expect(store.getState().screen.toast?.text).toContain("is not bound here");
});

test("in the composer letters are text, and Ctrl with a letter is a key", () => {
  const { sends, ran, store } = start({ ...reading, focus: "composer" });
  sends("оп");
  expect(composerEditor(store.getState().screen).text).toBe("оп");
  sends("\x1b[1083;5u");
  expect(ran).toEqual(ranBy("\x0b", { ...reading, focus: "composer" }));
});

test("a key that the user has bound to the letter wins", () => {
  const { sends, ran } = start(reading, { "program.leave": ["о"] });
  sends("о");
  expect(ran).toEqual(["1 program.leave"]);
});

test("off leaves the letters alone", () => {
  const { sends, ran } = start(reading, {}, "off");
  sends("о");
  expect(ran).toEqual([]);
});

test("says once which keyboard is understood", async () => {
  const { sends, store, clock } = start(reading);
  sends("о");
  expect(store.getState().screen.toast?.text).toBe("Russian keyboard: о is the key j.");
  expect(store.getState().screen.pressed.layout).toBe("russian");
  await clock.pass(20_000);
  sends("л");
  expect(store.getState().screen.toast?.text ?? "").not.toContain("keyboard");
});
