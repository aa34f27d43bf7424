import { expect, test } from "vitest";
import type { Event } from "#wire/events.ts";
import type { UserId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { step } from "../support/picture.ts";

const bot = {
  ...{ user_id: 7, email: "gull-bot@a.test", full_name: "Gull", bot_type: 2, api_key: "secret" },
  ...{ default_sending_stream: "dev", default_events_register_stream: null },
};
const kept = { id: 7, type: 2, sendingStream: "dev", hearingStream: undefined };

const botsAfter = (...events: readonly Event[]) =>
  events.reduce((picture, event) => step(picture, event), make.picture({ realm_bots: [bot] })).bots;

test("a register tells which bots the person keeps, and their keys are left behind", () => {
  const { bots } = make.picture({ realm_bots: [bot] });
  expect([...bots.values()]).toEqual([{ ...kept, hearsAllPublic: false }]);
  expect(JSON.stringify([...bots])).not.toContain("secret");
});

test("bots come, change and go", () => {
  const other = { ...bot, user_id: 8, default_all_public_streams: true };
  const added = make.event("realm_bot", { op: "add", bot: other });
  expect(botsAfter(added).get(8 as UserId)).toMatchObject({ hearsAllPublic: true });
  const quiet = { user_id: 7, default_sending_stream: null };
  const changed = make.event("realm_bot", { op: "update", bot: quiet });
  expect(botsAfter(changed).get(7 as UserId)).toMatchObject({ sendingStream: undefined });
  const gone = make.event("realm_bot", { op: "delete", bot: { user_id: 7 } });
  expect(botsAfter(added, gone).size).toBe(1);
});

test.each([
  { op: "update", bot: { user_id: 7, full_name: "Tern" } },
  { op: "update", bot: { user_id: 7, default_sending_stream: "dev" } },
  { op: "update", bot: { user_id: 9, default_sending_stream: "dev" } },
  { op: "delete", bot: { user_id: 9 } },
])("%j changes nothing that is kept of bots", (told) => {
  const picture = make.picture({ realm_bots: [bot] });
  expect(step(picture, make.event("realm_bot", told))).toBe(picture);
});
