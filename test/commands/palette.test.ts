import { expect, test } from "vitest";
import { paletteChoices, paletteFacts } from "#commands/palette.ts";
import { changeScreen } from "#store/store.ts";
import { acme, backend, deployWindow, design, storeOf } from "../support/acme.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";

function opened() {
  const store = storeOf(acme());
  const press = keyPresser(store);
  const choices = (text: string) =>
    paletteChoices(paletteFacts(store.getState()), ownKeys, text).map(
      ({ kind, title, detail }) => `${kind} ${title}${detail === "" ? "" : ` | ${detail}`}`,
    );
  const place = () => store.getState().screen.place;
  return { store, press, choices, place };
}

test.each([
  ["sched", { kind: "scheduled" }],
  ["recent", { kind: "recent" }],
  ["everyth", { kind: "narrow", narrow: { kind: "all" } }],
  ["mentio", { kind: "narrow", narrow: { kind: "mentions" } }],
])("%s in the palette opens the place of that name", (typed, expected) => {
  const { press, place } = opened();
  press("^K", ...typed, "Enter");
  expect(place()).toMatchObject(expected);
});

test("the palette lists recently opened conversations first, without the open one", () => {
  const { store, choices } = opened();
  const flaky = { kind: "topic", streamId: backend, topic: "flaky tests" } as const;
  const icons = { kind: "topic", streamId: design, topic: "icons" } as const;
  changeScreen(store, (screen) => ({
    ...screen,
    back: [flaky, icons, deployWindow].map((narrow) => ({ kind: "narrow", narrow }) as const),
    place: { kind: "narrow", narrow: deployWindow },
  }));
  expect(choices("").slice(0, 2)).toEqual(["topic icons | design", "topic flaky tests | backend"]);
  expect(choices("").filter((each) => each.includes("flaky"))).toHaveLength(1);
});

test("after > the palette lists commands with their keys, and Enter runs the selected one", () => {
  const { press, choices, place, store } = opened();
  expect(choices(">")[0]).toBe("command Mark as done, and go to the next | e");
  expect(choices(">snooze tomorrow")).toEqual(["command Snooze until tomorrow | b t"]);
  press("^K", ..."> go to starred", "Enter");
  expect(place()).toMatchObject({ narrow: { kind: "starred" } });
  expect(store.getState().screen.dialog).toBeUndefined();
});
