import { expect, test } from "vitest";
import { askedEvents, askedState, isWide } from "#wire/event-types.ts";
import { events } from "#wire/events.ts";

test("every event that can be decoded is asked for, except two; a slow line asks for three less", () => {
  const asked = new Set<string>(askedEvents);
  expect(Object.keys(events).filter((name) => !asked.has(name))).toEqual([
    "attachment",
    "heartbeat",
  ]);
  expect(askedEvents.filter(isWide)).toEqual(["presence", "typing", "typing_edit_message"]);
  expect(askedState.filter(isWide)).toEqual(["presence"]);
});
