import { expect, test } from "vitest";
import { describeJson, describeText, listJson, listText } from "#cli/api-list.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { createScheduled } from "#wire/endpoints/drafts.ts";
import { deleteTopic, updateStream } from "#wire/endpoints/streams.ts";

test("the list has one line per call with its level, grouped by heading", () => {
  const lines = listText().split("\n");
  const calls = lines.filter((line) => line.startsWith("  "));
  expect(calls).toHaveLength(endpoints.length);
  expect(lines[0]).toBe("API document");
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}POST +\/scheduled_messages +from 179 +schedules a message$/),
  );
  const column = calls.map((line) => line.indexOf("/"));
  expect(new Set(column).size).toBe(1);
});

test("the list as JSON has the same calls", () => {
  expect(listJson()).toHaveLength(endpoints.length);
  expect(listJson()).toContainEqual({
    method: "POST",
    path: "/scheduled_messages",
    heading: "POST /scheduled_messages — create a scheduled message",
    summary: "schedules a message",
    since: 179,
    until: null,
    available: null,
  });
});

test("a description lists parameters, answer, errors and limits", () => {
  const text = describeText(createScheduled);
  expect(text).toMatch(/^POST \/scheduled_messages\n/);
  expect(text).toContain("Levels: from 179");
  expect(text).toMatch(/scheduled_delivery_timestamp +needed +JSON +integer +UNIX seconds/);
  expect(text).toMatch(/scheduled_message_id +integer/);
  expect(text).toMatch(/400 +STREAM_DOES_NOT_EXIST +Channel with ID '<id>' does not exist/);
  expect(text).toMatch(/Topic length +max_topic_length from the register response/);
});

test("a description lists levels of parameters, and whether a call works in batches", () => {
  expect(describeText(updateStream)).toMatch(/can_remove_subscribers_group_id +JSON +161–196/);
  expect(describeText(deleteTopic)).toContain("Works in batches");
});

test("calls that the account's server does not support are marked, in the list and in descriptions", () => {
  const lines = (level: number) =>
    listText(level)
      .split("\n")
      .filter((line) => line.includes("not on your server"))
      .map((line) => line.trim().replace(/ +/g, " "));
  expect(lines(183)).toContain(
    "PATCH /scheduled_messages/{scheduled_message_id} from 184 (not on your server) edits a scheduled message",
  );
  expect(lines(183).length).toBeLessThan(lines(170).length);
  expect(lines(278)).toContain(
    "POST /user_groups/{user_group_id}/deactivate from 290 (not on your server) deactivates a group",
  );
  expect(listJson(294)).toContainEqual(
    expect.objectContaining({ path: "/user_groups/{user_group_id}", until: 293, available: false }),
  );
  const described = describeText(createScheduled, 178);
  expect(described).toContain(
    "Levels: from 179; your server has level 178 and does not support it.",
  );
  expect(describeText(createScheduled, 179)).toMatch(
    /read_by_sender +JSON +from 236 +boolean +not on your server/,
  );
  expect(describeJson(updateStream, 197)).toMatchObject({ available: true });
});

test("a description as JSON survives serialization", () => {
  const described = JSON.parse(JSON.stringify(describeJson(createScheduled)));
  expect(described.parameters[0]).toMatchObject({
    name: "type",
    required: true,
    encoding: "plain",
  });
  expect(described.errors.length).toBeGreaterThan(3);
});
