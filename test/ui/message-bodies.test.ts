import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type Log, type LogDetails, silent } from "#base/log.ts";
import { plain } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { acme, ana, backend, bo, withMessages, you } from "../support/acme.ts";
import * as make from "../support/make.ts";
import { lunchId, lunchPoll } from "../support/polls.ts";
import { step } from "../support/replica.ts";
import { styleOf } from "../support/screen.tsx";

const shut = { spoilers: false, sideways: 0 };

function previewOf(text: string): string {
  const spec = { by: ana, text, to: { streamId: backend, topic: "t" }, at: "11:41" };
  const replica = withMessages(acme(), [spec], 2001);
  const message = get(replica.messages, make.message({ id: 2001 }).id);
  if (message === undefined) throw new RangeError("The message is not there.");
  return createMessageBodies(styleOf({}), () => undefined).previewOf(replica, message);
}

test("a time without a day is on the day of the message", () => {
  expect(previewOf("at <time:10am PST>")).toMatch(/^at \w{3} 20 Nov, 18:00$/);
});

test("a preview says where a link leads only if its text says another place", () => {
  expect(previewOf("see [arrows](https://files.example/a) there")).toBe("see arrows there");
  expect(previewOf("see [good.example](https://bad.example/a)")).toContain("bad.example");
});

test("a renamed person is mentioned by the new name in bodies and previews", () => {
  const spec = { by: ana, text: "ask @**Bo Lindqvist**", to: { streamId: backend, topic: "t" } };
  const before = withMessages(acme(), [{ ...spec, at: "11:41" }], 2001);
  const message = get(before.messages, make.message({ id: 2001 }).id);
  if (message === undefined) throw new RangeError("The message is not there.");
  const bodies = createMessageBodies(styleOf({}), () => undefined);
  expect(bodies.previewOf(before, message)).toContain("@Bo Lindqvist");
  const person = { user_id: bo, full_name: "Bosse" };
  const event = make.event("realm_user", { id: before.lastEvent + 1, op: "update", person });
  const after = step(before, event);
  expect(bodies.previewOf(after, message)).toContain("@Bosse");
  expect(bodies.of(after, message, 60, shut)[0]?.text).toContain("@Bosse");
});

test.each([
  ["/me waves", ["You Yourself waves"]],
  ["/poll Lunch?\n- soup\n* salad\n\nsoup", ["Lunch?", "☐ soup  0", "☐ salad  0"]],
  ["/todo Release\ntag: 4.2\nannounce", ["Release", "☐ tag  4.2", "☐ announce"]],
])("%j is previewed as the widget it will become", (text, lines) => {
  const bodies = createMessageBodies(styleOf({}), () => undefined);
  const drawn = bodies.ofText(acme(), text, 60).map((line) => stripVTControlCharacters(line.text));
  expect(drawn).toEqual(lines);
});

test("a link pattern is applied as soon as it is added", () => {
  const spec = { by: ana, text: "see BUG-12", to: { streamId: backend, topic: "t" } };
  const before = withMessages(acme(), [{ ...spec, at: "11:41" }], 2001);
  const message = get(before.messages, make.message({ id: 2001 }).id)!;
  const bodies = createMessageBodies(styleOf({}), () => undefined);
  const linksIn = (replica: Replica) => {
    bodies.of(replica, message, 60, shut);
    return bodies.linksOf(replica, message).length;
  };
  expect(linksIn(before)).toBe(0);
  const linkifiers = [
    { id: 1, pattern: "BUG-(?P<id>[0-9]+)", url_template: "https://bugs.example/{id}" },
  ];
  const organization = { ...before.organization, linkifiers };
  expect(linksIn({ ...before, organization })).toBe(1);
  expect(bodies.revision(before)).not.toBe(bodies.revision({ ...before, organization }));
});

test("a poll shows its options with their voters, and is redrawn after each vote", () => {
  const bodies = createMessageBodies(styleOf({}), () => undefined);
  const linesOf = (replica: ReturnType<typeof lunchPoll>) => {
    const message = get(replica.messages, lunchId);
    if (message === undefined) throw new RangeError("The message is not there.");
    const lines = bodies
      .of(replica, message, 60, shut)
      .map(({ text }) => stripVTControlCharacters(text));
    return { lines, preview: bodies.previewOf(replica, message) };
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

function afterEvent(
  replica: Replica,
  type: "realm_linkifiers" | "realm_emoji",
  value: unknown,
): Replica {
  const op = type === "realm_emoji" ? { op: "update" } : {};
  return step(replica, make.event(type, { id: replica.lastEvent + 1, ...op, [type]: value }));
}

const tickets = { id: 1, pattern: "#(?P<id>\\d{3,5})", url_template: "https://x.y/{id}" };
const cat = { id: "1", name: "party_cat", source_url: "/cat.png", deactivated: false };

test("link patterns and the realm's own emoji are drawn as soon as their events arrive, also in previews", () => {
  const text = "#1234 :party_cat: :old_cat: :svc: :tada: :no_such:";
  const to = { streamId: backend, topic: "t" };
  const before = withMessages(acme(), [{ by: ana, text, to, at: "11:41" }], 2001);
  const style = styleOf({});
  const bodies = createMessageBodies(style, () => undefined);
  const message = get(before.messages, make.id(2001));
  if (message === undefined) throw new RangeError("The message is not there.");
  const link = style.painter.paint("link", plain("#1234"));
  const lineOf = (replica: Replica) => bodies.of(replica, message, 60, shut)[0]?.text;
  expect(lineOf(before)).not.toContain(link);
  const after = afterEvent(afterEvent(before, "realm_linkifiers", [tickets]), "realm_emoji", {
    1: cat,
    2: { ...cat, id: "2", name: "old_cat", deactivated: true },
    3: { ...cat, id: "3", name: "tada" },
  });
  expect(lineOf(after)).toContain(link);
  expect(bodies.ofText(after, "see #1234", 60)[0]?.text).toContain(link);
  expect(bodies.previewOf(before, message)).toContain(":svc: 🎉 :no_such:");
  expect(bodies.previewOf(after, message)).toBe(
    "#1234 :party_cat: :old_cat: :svc: :tada: :no_such:",
  );
});

test("an unsupported link pattern is ignored and logged, and the others are applied", () => {
  const logged: LogDetails[] = [];
  const log: Log = { ...silent, warn: (_, details = {}) => logged.push(details) };
  const style = styleOf({});
  const bodies = createMessageBodies(style, () => undefined, log);
  const odd = { id: 7, pattern: "(?<=x)\\d+", url_template: "https://x.y/" };
  const replica = afterEvent(acme(), "realm_linkifiers", [odd, tickets]);
  for (const columns of [60, 40]) {
    const [line] = bodies.ofText(replica, "x1 #1234", columns);
    expect(line?.text).toContain(style.painter.paint("link", plain("#1234")));
  }
  expect(logged).toEqual([{ id: 7 }]);
});

test("web and mail links are written as terminal hyperlinks, if the terminal supports them", () => {
  const text = "[a](https://x.example/y) [b](ftp://x.example) mail@x.example";
  const targetsWith = (hyperlinks: boolean) => {
    const bodies = createMessageBodies({ ...styleOf({}), hyperlinks }, () => undefined);
    const [line] = bodies.ofText(acme(), text, 90);
    return (line?.text ?? "").split("\x1b\\").flatMap((part) => part.split("\x1b]8;;")[1] || []);
  };
  expect(targetsWith(true)).toEqual(["https://x.example/y", "mailto:mail@x.example"]);
  expect(targetsWith(false)).toEqual([]);
});
