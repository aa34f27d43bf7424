/** Drafts, scheduled messages and alert words: what the realm keeps, refuses, tells and delivers. */
import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, eva } = people;
const note = { type: "stream", to: [streams.dev], topic: "deploy", content: "half a thought" };

test("drafts get IDs in the order of the request, and every queue of their author hears of them", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  const { queue_id: others } = await as(bo).register();
  const group = { type: "private", to: [ana, bo, cleo], topic: "x", content: "b", timestamp: 7.4 };
  const { body } = await as(ana).post("/drafts", { drafts: [note, group] });
  expect(body["ids"]).toEqual([2, 3]);
  const [event] = await as(ana).events(queue);
  expect(event).toMatchObject({ type: "drafts", op: "add" });
  expect(event?.["drafts"]).toEqual([
    { id: 2, ...note, timestamp: expect.any(Number) },
    { id: 3, type: "private", to: [bo, cleo], topic: "", content: "b", timestamp: 7 },
  ]);
  expect(await as(bo).events(others)).toEqual([]);
});

test("a draft to nobody is unaddressed, and one to oneself stays so", async () => {
  const { as } = startRealm();
  const nobody = { type: "private", to: [], topic: "t", content: "x" };
  const self = { type: "private", to: [ana], topic: "", content: "y" };
  await as(ana).post("/drafts", { drafts: [nobody, self] });
  const { body } = await as(ana).get("/drafts");
  expect(body["count"]).toBe(3);
  const told = body["drafts"].map(({ type, to }: { type: string; to: number[] }) => [type, to]);
  expect(told).toContainEqual(["", []]);
  expect(told).toContainEqual(["private", [ana]]);
});

test("drafts are edited and deleted, and told each time", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(ana).patch("/drafts/1", { draft: { ...note, content: "whole", timestamp: 9 } });
  await as(ana).delete("/drafts/1");
  expect(await as(ana).events(queue)).toMatchObject([
    { op: "update", draft: { id: 1, ...note, content: "whole", timestamp: 9 } },
    { op: "remove", draft_id: 1 },
  ]);
  expect((await as(ana).get("/drafts")).body).toMatchObject({ count: 0, drafts: [] });
});

test.each([
  [{ ...note, id: 5 }, 'Argument "id" at drafts[0]["id"] is unexpected'],
  [{ ...note, content: "  " }, 'drafts[0]["content"] cannot be blank'],
  [{ ...note, content: "a\0b" }, "Message must not contain null bytes"],
  [{ ...note, topic: "a\0b" }, "Topic must not contain null bytes"],
  [{ ...note, to: [] }, "Must specify exactly 1 channel ID for channel messages"],
  [{ ...note, to: [1, 2] }, "Must specify exactly 1 channel ID for channel messages"],
  [{ ...note, to: [streams.secret] }, "Invalid channel ID"],
  [{ ...note, to: 2 }, 'drafts[0]["to"] is not a list'],
  [{ ...note, type: "direct" }, 'Invalid drafts[0]["type"]'],
  [{ type: "stream", to: [2], topic: "" }, 'drafts[0]["content"] field is missing: Field required'],
  [{ ...note, type: "private", to: [999] }, "Invalid user ID 999"],
  [{ ...note, type: "private", to: [eva] }, "'eva@small.example' is no longer using Svc."],
  [{ ...note, colour: "red" }, 'Argument "colour" at drafts[0]["colour"] is unexpected'],
  [{ ...note, timestamp: -1, to: [] }, "Timestamp must not be negative."],
  [{ ...note, timestamp: "now" }, 'drafts[0]["timestamp"]["int"] is not an integer'],
  [5, "Invalid drafts[0]: Input should be a valid dictionary or instance of DraftData"],
])("the draft %j is refused, and nothing is kept", async (draft, msg) => {
  const { as } = startRealm();
  const { status, body } = await as(bo).post("/drafts", { drafts: [draft] });
  expect({ status, body }).toEqual({
    status: 400,
    body: { result: "error", msg, code: "BAD_REQUEST" },
  });
  expect((await as(bo).get("/drafts")).body["count"]).toBe(0);
});

test("the form of all drafts is looked at before the first of them is read", async () => {
  const { as } = startRealm();
  const drafts = [
    { ...note, to: [] },
    { ...note, content: "" },
  ];
  const { body } = await as(ana).post("/drafts", { drafts });
  expect(body["msg"]).toBe('drafts[1]["content"] cannot be blank');
});

test("what stands empty around a draft's text is not kept", async () => {
  const { as } = startRealm();
  await as(bo).post("/drafts", { drafts: [{ ...note, content: "  half\na thought \n" }] });
  const { drafts } = (await as(bo).get("/drafts")).body;
  expect(drafts).toMatchObject([{ content: "half\na thought" }]);
});

test("an unknown draft is no page, with a code from level 185 on", async () => {
  const answer = async (level: number) => {
    const { status, body } = await startRealm({ level })
      .as(bo)
      .patch("/drafts/99", { draft: note });
    return { status, body };
  };
  const error = { result: "error", msg: "Draft does not exist" };
  expect(await answer(185)).toEqual({ status: 404, body: { ...error, code: "BAD_REQUEST" } });
  expect(await answer(184)).toEqual({ status: 404, body: error });
});

test("nobody has drafts who switched them off", async () => {
  const { as } = startRealm();
  await as(ana).patch("/settings", { enable_drafts_synchronization: false });
  const msg = "User has disabled synchronizing drafts.";
  expect((await as(ana).get("/drafts")).body).toMatchObject({ msg });
  expect((await as(ana).post("/drafts", { drafts: [note] })).body).toMatchObject({ msg });
  expect((await as(ana).delete("/drafts/1")).body).toMatchObject({ msg });
});

const later = (clock: ReturnType<typeof fakeClock>, seconds = 100) =>
  Math.floor(clock.now() / 1000) + seconds;

test("a scheduled message is listed and told, and sent within a minute of its time", async () => {
  const clock = fakeClock();
  const { as } = startRealm({ clock });
  const { queue_id: queue } = await as(ana).register();
  const at = later(clock);
  const wish = { type: "stream", to: streams.dev, topic: "deploy", content: "now **b**" };
  const { body } = await as(ana).post("/scheduled_messages", {
    ...wish,
    scheduled_delivery_timestamp: at,
  });
  expect(body).toMatchObject({ scheduled_message_id: 1 });
  const listed = {
    scheduled_message_id: 1,
    to: streams.dev,
    type: "stream",
    content: "now **b**",
    rendered_content: "<p>now <strong>b</strong></p>",
    topic: "deploy",
    scheduled_delivery_timestamp: at,
    failed: false,
  };
  expect((await as(ana).get("/scheduled_messages")).body["scheduled_messages"]).toEqual([listed]);
  await clock.pass("170 s");
  expect(await as(ana).events(queue)).toMatchObject([
    { type: "scheduled_messages", op: "add", scheduled_messages: [listed] },
    { type: "scheduled_messages", op: "remove", scheduled_message_id: 1 },
    { type: "message", message: { content: "now **b**", subject: "deploy", sender_id: ana } },
  ]);
  expect((await as(ana).get("/scheduled_messages")).body["scheduled_messages"]).toEqual([]);
  const again = await as(ana).patch("/scheduled_messages/1", { content: "x" });
  expect(again.body).toMatchObject({ msg: "Scheduled message was already sent" });
  expect((await as(ana).delete("/scheduled_messages/1")).status).toBe(200);
});

test.each([
  [184, "stream"],
  [278, "channel"],
])(
  "what cannot be sent at level %i has failed, and its author is told why",
  async (level, word) => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock, level });
    const { queue_id: queue } = await as(bo).register();
    const at = later(clock);
    const wish = { type: "stream", to: streams.other, topic: "t", content: "late" };
    await as(bo).post("/scheduled_messages", { ...wish, scheduled_delivery_timestamp: at });
    await as(cleo).patch(`/streams/${streams.other}`, { stream_post_policy: 2 });
    await clock.pass("170 s");
    const events = (await as(bo).events(queue)).filter(({ type }) => type !== "stream");
    const failed = events.filter(({ type }) => type === "scheduled_messages").at(-1);
    expect(failed).toMatchObject({ op: "update", scheduled_message: { failed: true } });
    const reason = `Only organization administrators can send to this ${word}.`;
    expect(events.at(-1)?.["message"]).toMatchObject({
      sender_id: realm.control.server.state.people.notifier.id,
      content: expect.stringContaining(reason),
    });
    const unchanged = await as(bo).patch("/scheduled_messages/1", { content: "again" });
    expect(unchanged.body["msg"]).toBe("Scheduled delivery time must be in the future.");
    await as(bo).patch("/scheduled_messages/1", {
      scheduled_delivery_timestamp: later(clock),
      type: "direct",
      to: [ana],
    });
    expect((await as(bo).get("/scheduled_messages")).body["scheduled_messages"]).toMatchObject([
      { type: "private", to: [ana], failed: false },
    ]);
  },
);

test.each([
  [{ type: "letter" }, "Invalid type"],
  [{ to: [2] }, "Invalid data type for channel ID"],
  [{ to: 999 }, "Channel with ID '999' does not exist"],
  [{ to: "dev" }, "Invalid data type for channel ID"],
  [{ to: '"dev"' }, "Invalid data type for channel ID"],
  [{ type: "direct", to: 12 }, "Invalid data type for recipients"],
  [
    { scheduled_delivery_timestamp: "soon" },
    'Argument "scheduled_delivery_timestamp" is not valid JSON.',
  ],
  [{ topic: undefined }, "Missing topic"],
  [{ content: "" }, "Message must not be empty"],
  [{ type: "direct", to: [] }, "Message must have recipients"],
  [{ type: "direct", to: [999] }, "Invalid user ID 999"],
  [{ type: "direct", to: ["a@b.example"] }, "Recipient list may only contain user IDs"],
  [{ scheduled_delivery_timestamp: 1 }, "Scheduled delivery time must be in the future."],
])("scheduling with %j is refused", async (wrong, msg) => {
  const clock = fakeClock();
  const { as } = startRealm({ clock });
  const right = {
    type: "stream",
    to: 2,
    topic: "t",
    content: "c",
    scheduled_delivery_timestamp: later(clock),
  };
  const { status, body } = await as(ana).post("/scheduled_messages", { ...right, ...wrong });
  expect([status, body["msg"]]).toEqual([400, msg]);
});

/** What is said to each change of a message that is to be sent to the stream in 100 s. */
async function planned() {
  const clock = fakeClock();
  const { as } = startRealm({ clock });
  const wish = { type: "stream", to: streams.other, topic: "t", content: "c" };
  await as(bo).post("/scheduled_messages", {
    ...wish,
    scheduled_delivery_timestamp: later(clock),
  });
  const change = async (parameters: object, id = 1) =>
    (await as(bo).patch(`/scheduled_messages/${id}`, { ...parameters })).body["msg"];
  const listed = async () => (await as(bo).get("/scheduled_messages")).body["scheduled_messages"];
  return { clock, as, change, listed };
}

test("a scheduled message that is called one for a stream needs a topic and a stream", async () => {
  const { change } = await planned();
  expect(await change({ type: "stream", to: 2 })).toBe(
    "Topic required when updating scheduled message type to channel.",
  );
  expect(await change({ type: "stream", topic: "x" })).toBe(
    "Recipient required when updating type of scheduled message.",
  );
  expect(await change({ to: [2] })).toBe("Invalid data type for channel ID");
});

test("a time that is over is no time for any scheduled message, even one that is none", async () => {
  const { change } = await planned();
  const past = { scheduled_delivery_timestamp: 1 };
  expect(await change(past, 99)).toBe("Scheduled delivery time must be in the future.");
  expect(await change({ content: "x" }, 99)).toBe("Scheduled message does not exist");
});

test("whether it may be sent is asked when its text or its addressee changes, not for a time or a topic", async () => {
  const { clock, as, change, listed } = await planned();
  await as(cleo).patch(`/streams/${streams.other}`, { stream_post_policy: 2 });
  expect(await change({ content: "x" })).toMatch(/^Only organization administrators/);
  const at = later(clock, 900);
  expect(await change({ scheduled_delivery_timestamp: at, topic: " moved " })).toBe("");
  expect(await listed()).toMatchObject([
    { content: "c", topic: "moved", scheduled_delivery_timestamp: at },
  ]);
  expect(await change({ topic: "" })).toBe("Topic can't be empty!");
});

test("scheduled messages are listed in the order of their times", async () => {
  const { clock, as, listed } = await planned();
  const wish = { type: "direct", to: [ana], content: "before" };
  await as(bo).post("/scheduled_messages", {
    ...wish,
    scheduled_delivery_timestamp: later(clock, 50),
  });
  expect(await listed()).toMatchObject([{ content: "before" }, { content: "c" }]);
});

test("what was sent can be deleted once", async () => {
  const { clock, as } = await planned();
  await clock.pass("3 min");
  expect((await as(bo).delete("/scheduled_messages/1")).status).toBe(200);
  const again = await as(bo).delete("/scheduled_messages/1");
  expect([again.status, again.body["msg"]]).toEqual([404, "Scheduled message does not exist"]);
});

test("somebody else's scheduled message does not exist, and a change of nothing is none", async () => {
  const clock = fakeClock();
  const { as } = startRealm({ clock });
  await as(ana).post("/scheduled_messages", {
    type: "direct",
    to: [bo],
    content: "c",
    scheduled_delivery_timestamp: later(clock),
  });
  const foreign = await as(bo).delete("/scheduled_messages/1");
  expect([foreign.status, foreign.body["msg"]]).toEqual([404, "Scheduled message does not exist"]);
  const nothing = await as(ana).patch("/scheduled_messages/1", {});
  expect([nothing.status, nothing.body["msg"]]).toEqual([400, "Nothing to change"]);
});

test("alert words are trimmed, known in any letters, and told when they change", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  const words = (body: { alert_words?: unknown }) => body.alert_words;
  const add = (list: readonly string[]) =>
    as(ana).post("/users/me/alert_words", { alert_words: list });
  expect(words((await add(["Kettle", " mug ", "", "TEAPOT"])).body)).toEqual([
    "teapot",
    "Kettle",
    "mug",
  ]);
  expect(words((await add(["kettle"])).body)).toHaveLength(3);
  const rest = await as(ana).delete("/users/me/alert_words", { alert_words: ["KETTLE", "pot"] });
  expect(words(rest.body)).toEqual(["teapot", "mug"]);
  expect((await as(ana).events(queue)).map(words)).toEqual([
    ["teapot", "Kettle", "mug"],
    ["teapot", "mug"],
  ]);
});
