import fc from "fast-check";
import { expect, test } from "vitest";
import { type Body, type Caller, startRealm } from "../../support/realm.ts";
import { runs } from "../../support/runs.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;

/** All unread messages, as reading the history tells them. */
async function unreadByHistory(who: Caller): Promise<readonly Body[]> {
  const narrow = [{ operator: "is", operand: "unread" }];
  const { body } = await who.get("/messages", {
    anchor: "oldest",
    num_before: 0,
    num_after: 5000,
    narrow,
  });
  return body["messages"];
}

function listed(unread: Body): number[] {
  const groups: readonly Body[] = [...unread["streams"], ...unread["pms"], ...unread["huddles"]];
  return groups.flatMap((group) => group["unread_message_ids"]).sort((a, b) => a - b);
}

const places = [
  { streamId: streams.dev, topic: "deploy" },
  { streamId: streams.dev, topic: "DEPLOY" },
  { streamId: streams.general, topic: "x" },
  [bo],
  [bo, cleo],
  [ana],
] as const;

type Step = (who: { her: Caller; him: Caller }, ids: number[]) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom(...places), fc.boolean()).map(
    ([place, mine]): Step =>
      async ({ her, him }, ids) => {
        const who = mine ? her : him;
        const to = "topic" in place ? place : place.map((id) => (mine || id !== bo ? id : ana));
        ids.push(await who.say(to, "@**Ana Ruiz** hello"));
      },
  ),
  fc.tuple(fc.nat(), fc.constantFrom("add", "remove"), fc.constantFrom("read", "starred")).map(
    ([at, op, flag]): Step =>
      ({ her }, ids) =>
        her.post("/messages/flags", {
          messages: ids.length === 0 ? [108] : [ids[at % ids.length]],
          op,
          flag,
        }),
  ),
  fc.nat().map(
    (at): Step =>
      async ({ him }, ids) => {
        const id = ids[at % Math.max(1, ids.length)] ?? 104;
        await him.patch(`/messages/${id}`, { topic: "moved", propagate_mode: "change_all" });
      },
  ),
  fc.nat().map(
    (at): Step =>
      async ({ her }, ids) => {
        const [id] = ids.splice(at % Math.max(1, ids.length), 1);
        if (id !== undefined) await her.delete(`/messages/${id}`);
      },
  ),
  fc.constantFrom<Step>(
    ({ her }) => her.post("/mark_stream_as_read", { stream_id: streams.dev }),
    ({ her }) => her.post("/mark_topic_as_read", { stream_id: streams.dev, topic_name: "deploy" }),
    ({ her }) => her.post("/mark_all_as_read"),
    ({ her }) => her.post(`/users/me/muted_users/${bo}`),
    ({ her }) => her.delete(`/users/me/muted_users/${bo}`),
  ),
);

test("what a register calls unread is what the history flags as unread, whatever was done", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { as } = startRealm();
      const who = { her: as(ana), him: as(bo) };
      const ids: number[] = [];
      for (const one of steps) await one(who, ids);
      const { unread_msgs: unread, starred_messages: starred } = await who.her.register();
      const messages = await unreadByHistory(who.her);
      expect(listed(unread)).toEqual(messages.map(({ id }) => id));
      expect(messages.every(({ flags }) => !flags.includes("read"))).toBe(true);
      const called = messages
        .filter(({ flags }) => flags.includes("mentioned"))
        .map(({ id }) => id);
      expect(unread.mentions).toEqual(called);
      for (const topic of unread.streams) {
        const own = messages.filter(
          ({ subject, stream_id }) => subject === topic.topic && stream_id === topic.stream_id,
        );
        expect(topic.unread_message_ids).toEqual(own.map(({ id }) => id));
      }
      const all = await who.her.get("/messages", {
        anchor: "oldest",
        num_before: 0,
        num_after: 5000,
      });
      const flagged = all.body["messages"].filter(({ flags }: Body) => flags.includes("starred"));
      expect(starred).toEqual(flagged.map(({ id }: Body) => id));
    }),
    { numRuns: runs(0.5) },
  );
});
