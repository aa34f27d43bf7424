/** What counts as having shown a row of the document, and what does not: tried on made-up exchanges. */
import { expect, test } from "vitest";
import type { Body } from "../support/realm.ts";
import { coveragePage, covered } from "./coverage.ts";
import { said } from "./rows.ts";
import { type Exchange, valuesAt } from "./trace.ts";

function exchange(call: string, sent: Body, body: Body, more: Partial<Exchange> = {}): Exchange {
  return { by: "a case", call, sent, level: 184, status: 200, body, ...more };
}

const played = (proves: readonly string[] = []) => [
  { name: "a case", says: "something", about: [], proves, play: async () => undefined },
];

/** The keys of the rows that these exchanges show. */
function shown(trace: readonly Exchange[], proves: readonly string[] = []): readonly string[] {
  const rows = covered(trace, played(proves));
  return rows.flatMap(({ key, by }) => (by.length > 0 ? [key] : []));
}

const success = { result: "success", msg: "" };

test("the document has as many rows as were counted by hand, each under a key of its own", () => {
  const count = (kind: string) => said.filter((row) => row.kind === kind).length;
  const kinds = ["endpoint", "error", "limit", "state", "event", "person", "level"];
  expect(kinds.map(count)).toEqual([26, 24, 8, 11, 5, 6, 37]);
  expect(new Set(said.map(({ key }) => key)).size).toBe(said.length);
});

test("nothing is shown by nothing, and the page says so heading by heading", () => {
  expect(shown([])).toEqual([]);
  const headings = coveragePage(covered([], [])).match(/^\| (?:GET|POST|PATCH|DELETE) .*/gm) ?? [];
  expect(headings).toHaveLength(26);
  for (const line of headings) expect(line).toMatch(/ \| 0 of \d+ \| 0 \| /);
});

test("a parameter is shown by a request that had it and succeeded", () => {
  const key = "POST /users/me/status away";
  const call = "POST /users/me/status";
  expect(shown([exchange(call, { away: true }, success)])).toContain(key);
  expect(shown([exchange(call, { away: undefined }, success)])).not.toContain(key);
  expect(shown([exchange(call, { away: true }, { result: "error", msg: "" })])).not.toContain(key);
});

test("a field is shown by an answer that had it at its place, if only as null", () => {
  const answer = { ...success, messages: [{ id: 1, reactions: [] }, { avatar_url: null }] };
  const keys = shown([exchange("GET /messages", {}, answer)]);
  expect(keys).toContain("GET /messages → messages[].avatar_url");
  expect(keys).not.toContain("GET /messages → messages[].reactions[].emoji_name");
  expect(valuesAt(answer, "messages[].id")).toEqual([1]);
});

test("an error is shown by its text, its code and its further keys together, up to the document's level", () => {
  const key = "error send message: stream does not exist";
  const right = {
    result: "error",
    msg: "Stream 'x' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    stream: "x",
  };
  const isShown = (body: Body, level = 184) =>
    shown([exchange("POST /messages", {}, body, { level, status: 400 })]).includes(key);
  expect(isShown(right)).toBe(true);
  expect(isShown(right, 185)).toBe(false);
  expect(isShown({ ...right, code: "BAD_REQUEST" })).toBe(false);
  expect(isShown({ ...right, msg: "Channel 'x' does not exist" })).toBe(false);
  expect(isShown({ ...right, stream: 5 })).toBe(false);
});

test("an error of two calls is shown when both gave it", () => {
  const key = "error create/edit scheduled message: user does not exist";
  const body = { result: "error", msg: "Invalid user ID 9", code: "BAD_REQUEST" };
  const created = exchange("POST /scheduled_messages", {}, body, { status: 400 });
  const edited = { ...created, call: "PATCH /scheduled_messages/{scheduled_message_id}" };
  expect(shown([created])).not.toContain(key);
  expect(shown([created, edited])).toContain(key);
});

test("a limit is shown by a case that claims it and asks just at it and just beyond", () => {
  const key = "limit Status text length";
  const ask = (length: number, body: Body) =>
    exchange("POST /users/me/status", { status_text: "s".repeat(length) }, body);
  const refused = { result: "error", msg: "" };
  const whole = [ask(60, success), ask(61, refused)];
  expect(shown(whole, [key])).toContain(key);
  expect(shown(whole)).not.toContain(key);
  expect(shown([ask(59, success), ask(61, refused)], [key])).not.toContain(key);
  expect(shown([ask(60, success), ask(62, refused)], [key])).not.toContain(key);
  expect(shown([ask(60, refused), ask(61, refused)], [key])).not.toContain(key);
});

test("a level is shown by a case that claims it and asks on both sides of it", () => {
  const at = (level: number) => exchange("GET /users", {}, success, { level });
  expect(shown([at(58), at(59)], ["level 59"])).toContain("level 59");
  expect(shown([at(57), at(59)], ["level 59"])).not.toContain("level 59");
  expect(shown([at(58), at(59)])).not.toContain("level 59");
});

test("an event is shown when all of its fields came, in one or between several", () => {
  const key = "event update_display_settings";
  const event = { type: "update_display_settings", setting_name: "a", setting: 1 };
  const heard = (...events: readonly Body[]) =>
    shown([exchange("GET /events", {}, { ...success, events })]);
  expect(heard(event)).not.toContain(key);
  expect(heard(event, { ...event, language_name: "German" })).toContain(key);
});

test("a case cannot claim what the document does not say", () => {
  expect(() => covered([], played(["limit Patience"]))).toThrow('claims "limit Patience"');
});
