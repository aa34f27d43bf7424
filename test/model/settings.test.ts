import { expect, test } from "vitest";
import type { Replica } from "#model/replica.ts";
import { emptyReplica } from "#model/replica.ts";
import { hourStyleOf } from "#model/settings.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

test("modern and both legacy setting events are applied", () => {
  let replica = make.replica({
    user_settings: { enter_sends: false, twenty_four_hour_time: false },
  });
  replica = step(replica, make.event("user_settings", { property: "enter_sends", value: true }));
  const display = { setting_name: "twenty_four_hour_time", setting: true };
  replica = step(replica, make.event("update_display_settings", display));
  const notify = { notification_name: "presence_enabled", setting: false };
  replica = step(replica, make.event("update_global_notifications", notify));
  expect(replica.settings).toEqual({
    enter_sends: true,
    twenty_four_hour_time: true,
    presence_enabled: false,
  });
  const again = make.event("user_settings", { property: "enter_sends", value: true });
  expect(step(replica, again)).toBe(replica);
});

test("realm settings change one by one or together, and alert words as a whole", () => {
  const one = step(
    make.replica(),
    make.event("realm", { op: "update", property: "name", value: "A" }),
  );
  const data = { name: "B", mandatory_topics: true };
  const two = step(one, make.event("realm", { op: "update_dict", property: "default", data }));
  expect([one.realm.name, two.realm.name]).toEqual(["A", "B"]);
  expect(two.organization.settings).toMatchObject({ name: "B", mandatory_topics: true });
  const known = make.event("realm", { op: "update", property: "mandatory_topics", value: true });
  expect(step(two, known)).toBe(two);
  const end = make.event("realm", { op: "deactivated", realm_id: 1 });
  expect(step(two, end)).toBe(two);
  const words = make.event("alert_words", { alert_words: ["tea"] });
  expect(step(two, words).alertWords).toEqual(["tea"]);
});

test("the word for fences without one changes what messages show; other settings do not", () => {
  const before = make.replica();
  const set = (property: string) => make.event("realm", { op: "update", property, value: "math" });
  const { namesRevision } = step(before, set("default_code_block_language"));
  expect(namesRevision).toBe(before.namesRevision + 1);
  expect(step(before, set("default_language")).namesRevision).toBe(before.namesRevision);
});

test("custom emoji change as a whole, or one by one with the capability for that", () => {
  const emoji = (id: string, name: string) => ({ id, name, source_url: "", deactivated: false });
  const whole = { op: "update", realm_emoji: { "7": emoji("7", "party_crab") } } as const;
  const one = step(make.replica(), make.event("realm_emoji", whole));
  const added = { op: "add", emoji: emoji("8", "tide") } as const;
  const two = step(one, make.event("realm_emoji", added));
  const change = { op: "update_one", emoji_id: "7", data: { deactivated: true } } as const;
  const three = step(two, make.event("realm_emoji", change));
  expect(three.organization.emoji).toEqual({
    "7": { ...emoji("7", "party_crab"), deactivated: true },
    "8": emoji("8", "tide"),
  });
  // What is drawn with their names is drawn again.
  expect(three.namesRevision).toBe(one.namesRevision + 2);
  const unknown = make.event("realm_emoji", { ...change, emoji_id: "9" });
  expect(step(three, unknown)).toBe(three);
});

test("a restart event changes the feature level, and a heartbeat changes nothing", () => {
  const restart = make.event("restart", {
    svc_feature_level: 300,
    svc_version: "10.0",
    server_generation: 8,
  });
  const after = step(make.replica(), restart);
  expect(after.realm).toMatchObject({ featureLevel: 300, generation: 8 });
  expect(step(after, make.event("heartbeat"))).toBe(after);
});

// The style of times by the user's settings on the server, or by the system's defaults.

const defaults = { twentyFour: true, timeZone: "UTC" };
const replica = (settings: Replica["settings"]) => ({ ...emptyReplica, settings });

test("settings determine the style, which keeps its identity", () => {
  const tokyo = replica({ twenty_four_hour_time: false, timezone: "Asia/Tokyo" });
  expect(hourStyleOf(tokyo, defaults)).toEqual({ twentyFour: false, timeZone: "Asia/Tokyo" });
  expect(hourStyleOf({ ...tokyo }, defaults)).toBe(hourStyleOf(tokyo, defaults));
});

test.each([{}, { timezone: "" }, { timezone: "Moon/Crater" }])(
  "with %j the system's defaults apply",
  (settings) => {
    expect(hourStyleOf(replica(settings), defaults)).toEqual(defaults);
  },
);

test("styles are cached separately for different defaults", () => {
  const unset = replica({});
  const first = hourStyleOf(unset, defaults);
  hourStyleOf(unset, { twentyFour: true });
  expect(hourStyleOf(unset, defaults)).toBe(first);
});
