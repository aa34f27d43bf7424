import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { createBodies } from "#ui/bodies.ts";
import { acme, ana, backend, bo, withMessages, you } from "../support/acme.ts";
import * as make from "../support/make.ts";
import { step } from "../support/picture.ts";
import { lunchId, lunchPoll } from "../support/polls.ts";
import { styleOf } from "../support/screen.tsx";

test("a body and a preview call people what they are called now", () => {
  const said = { by: ana, text: "ask @**Bo Lindqvist**", to: { streamId: backend, topic: "t" } };
  const before = withMessages(acme(), [{ ...said, at: "11:41" }], 2001);
  const message = get(before.messages, make.message({ id: 2001 }).id);
  if (message === undefined) throw new RangeError("The message is not there.");
  const bodies = createBodies(styleOf({}), () => undefined);
  expect(bodies.previewOf(before, message)).toContain("@Bo Lindqvist");
  const person = { user_id: bo, full_name: "Bosse" };
  const event = make.event("realm_user", { id: before.lastEvent + 1, op: "update", person });
  const after = step(before, event);
  expect(bodies.previewOf(after, message)).toContain("@Bosse");
  expect(bodies.of(after, message, 60)[0]?.text).toContain("@Bosse");
});

test("a poll shows its options with who is for them, and changes with each vote", () => {
  const bodies = createBodies(styleOf({}), () => undefined);
  const linesOf = (picture: ReturnType<typeof lunchPoll>) => {
    const message = get(picture.messages, lunchId);
    if (message === undefined) throw new RangeError("The message is not there.");
    const lines = bodies.of(picture, message, 60).map(({ text }) => stripVTControlCharacters(text));
    return { lines, preview: bodies.previewOf(picture, message) };
  };
  const before = lunchPoll();
  expect(linesOf(before)).toMatchInlineSnapshot(`
    {
      "lines": [
        "Lunch?",
        "☑ soup␛[2J  2  Bo Lindqvist, you",
        "☐ salad  0",
      ],
      "preview": "Lunch? soup␛[2J 2 Bo Lindqvist, you · salad 0",
    }
  `);
  const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: -1 });
  const facts = { message_id: lunchId, submessage_id: 9, sender_id: you, msg_type: "widget" };
  const after = step(
    before,
    make.event("submessage", { id: before.lastEvent + 1, ...facts, content: vote }),
  );
  expect(linesOf(after).lines).toMatchInlineSnapshot(`
    [
      "Lunch?",
      "☐ soup␛[2J  1  Bo Lindqvist",
      "☐ salad  0",
    ]
  `);
});
