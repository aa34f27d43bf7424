/** The empty topic: one conversation in any spelling, under the realm's name, where the rules admit it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { findTopics } from "#commands/places/finder.ts";
import { timeReader } from "#commands/search/day.ts";
import { queryOf } from "#commands/search/query.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import { apply } from "#model/apply.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { topicTitle, topicWritten } from "#model/empty-topic.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { permalinkOf, placeOfTerms } from "#model/message-link.ts";
import { postProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { conversationOfDraft } from "#sync/drafts/server-form.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import type { TopicsPolicy } from "#wire/stream.ts";
import * as make from "../support/make.ts";

function at(featureLevel: number, settings: Record<string, unknown> = {}): Replica {
  const replica = make.replica();
  const organization = { ...replica.organization, settings };
  return { ...replica, organization, realm: { ...replica.realm, featureLevel } };
}

const streamId = make.general;
const key = topicKey(streamId, "");

/** The conversation of a topic that somebody wrote, by each way in which it comes to the client. */
const doors: Readonly<Record<string, (replica: Replica, written: string) => unknown>> = {
  typed: (replica, written) => topicKey(streamId, topicWritten(replica, written)),
  draft: (replica, topic) => conversationOfDraft(replica, draftTo(topic))?.key,
  scheduled: (replica, topic) => conversationKey(timedOf(replica, scheduledTo(topic)).address),
  link: (replica, written) => {
    const operand = encodeURIComponent(written).replaceAll("%", ".").replace(/[()]/g, escaped);
    const { terms } = narrowLink(`#narrow/channel/${streamId}-x/topic/${operand}`)!;
    return conversationKey(placeOfTerms(replica, terms)!.narrow as never);
  },
  search: (replica, written) => {
    const query = queryOf(
      replica,
      `topic:"${written}"`,
      timeReader(0, { twentyFour: true }, undefined),
    );
    return query.kind === "terms" && topicKey(streamId, `${query.terms[0]?.operand}`);
  },
  recipient: (replica, written) =>
    conversationKey(findTopics(replica, streamId, written, 9).at(-1)!.address!),
};
const escaped = (sign: string) => `.${sign.charCodeAt(0).toString(16).toUpperCase()}`;
const draftTo = (topic: string) =>
  ({ id: 1, type: "stream", to: [streamId], topic, content: "c" }) as never;
const scheduledTo = (topic: string) =>
  ({ type: "stream", to: streamId, topic, content: "c", scheduled_delivery_timestamp: 1 }) as never;

const realmName = fc.constantFrom("general chat", "the lobby", "(allgemein)");

test("each spelling is the same conversation, whatever way it comes", () => {
  fc.assert(
    fc.property(
      realmName,
      fc.constantFrom("", " ", "name", "(no topic)"),
      fc.constantFrom(...Object.keys(doors)),
      (name, spelling, door) => {
        const replica = at(500, { empty_topic_display_name: name });
        const written = spelling === "name" ? name : spelling;
        expect(doors[door]?.(replica, written), `${door} ${written}`).toBe(key);
      },
    ),
  );
});

test.each([
  [333, "", ""],
  [333, "general chat", "general chat"],
  [333, "(no topic)", "(no topic)"],
  [334, "general chat", ""],
  [334, "General Chat", "General Chat"],
  [369, "(no topic)", "(no topic)"],
  [370, " (no topic) ", ""],
  [500, "lunch ", "lunch"],
])("at level %d, %j is the topic %j", (level, written, topic) => {
  expect(topicWritten(at(level), written)).toBe(topic);
});

test("the empty topic is shown under the realm's name, and linked without one", () => {
  const replica = at(500, { empty_topic_display_name: "the lobby" });
  expect(topicTitle(replica, "")).toBe("the lobby");
  expect(titleOf(replica, { kind: "topic", streamId, topic: "" })).toBe("#general › the lobby");
  const message = fromWireMessage(make.message({ subject: "" }));
  expect(permalinkOf(replica, message)).toMatch(new RegExp(`/topic//near/${message.id}$`));
});

type Rule = readonly [
  level: number,
  stream: TopicsPolicy | undefined,
  settings: Record<string, unknown>,
  refused: Readonly<Record<string, RegExp>>,
];

const named = /requires a topic|need a topic/;

test.each<Rule>([
  [278, undefined, { mandatory_topics: true }, { "(no topic)": named }],
  [334, undefined, {}, {}],
  [
    372,
    undefined,
    { mandatory_topics: true },
    { "": named, "general chat": named, "(no topic)": named },
  ],
  [500, "inherit", { topics_policy: "allow_empty_topic" }, {}],
  [500, "inherit", { topics_policy: "disable_empty_topic" }, { "": named, "(no topic)": named }],
  [500, "allow_empty_topic", { topics_policy: "disable_empty_topic" }, {}],
  [500, "disable_empty_topic", {}, { "": /#general need a topic/, "general chat": named }],
  [500, "empty_topic_only", {}, { lunch: /#general has no topics but general chat/ }],
  // In words that weir does not know: the server decides.
  [500, undefined, { topics_policy: "disable_empty_topic" }, {}],
])("at level %d a stream with %s in %j refuses %j", (level, topicsPolicy, settings, refused) => {
  const before = at(level, settings);
  const stream = { ...get(before.streams, streamId)!, topicsPolicy };
  const streams = put(before.streams, streamId, stream, newBatch("test"));
  const topics = ["general chat", "(no topic)", "lunch", ...(level < 334 ? [] : [""])];
  for (const topic of topics) {
    const problem = postProblem({ ...before, streams }, { kind: "topic", streamId, topic });
    if (refused[topic] === undefined && !Object.values(refused).includes(named))
      expect(problem, topic).toBeUndefined();
    else if (refused[topic] !== undefined) expect(problem, topic).toMatch(refused[topic]);
  }
});

test("an event changes the policy of a stream, and one of a newer server is forgotten", () => {
  const policyAfter = (value: unknown) => {
    const change = { op: "update", stream_id: streamId, name: "general", value };
    const event = make.event("stream", { ...change, property: "topics_policy" });
    return get(apply(at(500), event, newBatch("test"), 0).streams, streamId)?.topicsPolicy;
  };
  expect(policyAfter("empty_topic_only")).toBe("empty_topic_only");
  expect(policyAfter("topics_on_tuesdays")).toBeUndefined();
});

test("a stream without topics offers none but the empty one; a mandatory one never that", () => {
  const offered = (topicsPolicy: TopicsPolicy, typed: string) => {
    const before = at(500);
    const stream = { ...get(before.streams, streamId)!, topicsPolicy };
    const streams = put(before.streams, streamId, stream, newBatch("test"));
    return findTopics({ ...before, streams }, streamId, typed, 9).map(({ title }) => title);
  };
  expect(offered("empty_topic_only", "lunch")).toEqual(["general chat"]);
  expect(offered("allow_empty_topic", "")).toEqual(["general chat"]);
  expect(offered("disable_empty_topic", "")).toEqual([]);
});
