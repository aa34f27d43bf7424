import { expect, test } from "vitest";
import { editorOf } from "#editor/editor.ts";
import { narrowKey } from "#model/narrow.ts";
import { following } from "#store/following.ts";
import type { Screen } from "#store/screen.ts";
import { emptyScreen } from "../support/empty-screen.ts";
import * as make from "../support/make.ts";

const [streamId, elsewhere] = [make.general, make.backend];
const boats = { kind: "topic", streamId, topic: "boats" } as const;
const ships = { kind: "topic", streamId: elsewhere, topic: "ships" } as const;
const move = { from: { streamId, topic: "Boats" }, to: { streamId: elsewhere, topic: "ships" } };
const reader = { selected: undefined, top: undefined, newFrom: undefined };

const reading: Screen = {
  ...emptyScreen,
  place: { kind: "narrow", narrow: boats },
  back: [{ kind: "inbox" }, { kind: "narrow", narrow: boats }],
  readers: new Map([[narrowKey(boats), reader]]),
  address: boats,
  editors: new Map([[narrowKey(boats), editorOf("half a")]]),
};

test("the open topic, what is written in it and the way back follow it", () => {
  const after = following(reading, move);
  expect(after.place).toEqual({ kind: "narrow", narrow: ships });
  expect(after.back).toEqual([{ kind: "inbox" }, { kind: "narrow", narrow: ships }]);
  expect(after.address).toEqual(ships);
  expect(after.readers).toEqual(new Map([[narrowKey(ships), reader]]));
  expect([...after.editors].map(([key, { text }]) => [key, text])).toEqual([
    [narrowKey(ships), "half a"],
  ]);
});

test("a text that stands where the topic goes is not written over", () => {
  const editors = new Map(reading.editors).set(narrowKey(ships), editorOf("older"));
  const after = following({ ...reading, editors }, move);
  expect(after.editors.get(narrowKey(ships))?.text).toBe("older");
  expect(after.editors.get(narrowKey(boats))?.text).toBe("half a");
});

test("a screen that shows something else is left as it is", () => {
  const screen: Screen = { ...emptyScreen, place: { kind: "inbox" } };
  expect(following(screen, move)).toBe(screen);
});
