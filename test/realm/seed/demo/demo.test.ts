import { expect, test } from "vitest";
import { emojiByName } from "#emoji/catalogue.ts";
import { repertoires, scenes } from "#realm/residents/residents.ts";
import type { BlueprintMessage } from "#realm/seed/blueprint.ts";
import { demoBlueprint, stories } from "#realm/seed/demo/demo.ts";
import { faults } from "../faults.ts";

/** Friday 2026-11-20, 11:42 UTC. */
const now = 1_795_174_920;
const demo = demoBlueprint(now);
const day = 86_400;

const place = (message: BlueprintMessage) =>
  "to" in message ? `with ${message.to}` : `${message.streamId} ${message.topic}`;

test("the demo has its documented size, with at least 300 handwritten messages", () => {
  const topics = new Set(demo.messages.filter((one) => "topic" in one).map(place));
  expect(demo.users.filter(({ isBot }) => isBot === true)).toHaveLength(2);
  expect(demo.users).toHaveLength(15);
  expect(demo.streams).toHaveLength(9);
  expect(topics.size).toBeGreaterThanOrEqual(40);
  expect(demo.messages).toHaveLength(1_500);
  expect(stories.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(300);
});

test("every kind of user, stream and topic policy occurs", () => {
  expect(demo.users.some(({ role }) => role === 600)).toBe(true);
  expect(demo.users.some(({ isActive }) => isActive === false)).toBe(true);
  expect(demo.streams.some(({ inviteOnly }) => inviteOnly)).toBe(true);
  expect(demo.streams.some(({ isWebPublic }) => isWebPublic)).toBe(true);
  expect(demo.streams.some(({ isArchived }) => isArchived)).toBe(true);
  expect(demo.streams.some(({ postPolicy }) => postPolicy === "moderators")).toBe(true);
  expect(demo.you.subscriptions.some(({ isMuted }) => isMuted)).toBe(true);
  const policies = new Set(demo.you.topicPolicies.map(({ policy }) => policy));
  expect(policies).toEqual(new Set(["muted", "unmuted", "followed"]));
});

test.each([
  ["a fence with a language", /^```(?:go|rust|ts|python|sql|c|bash|diff|json)$/m],
  ["a table", /^\|[-:|]+\|$/m],
  ["a nested list", /^ {2}- /m],
  ["a numbered list", /^1\. /m],
  ["a quote", /^> /m],
  [
    "a quote of another message",
    /^@_\*\*.+\|\d+\*\* \[said\]\(#narrow\/stream\/.+\/near\/\d+\):\n```quote/,
  ],
  ["a spoiler", /^```spoiler /m],
  ["a formula", /^```math\n/m],
  ["a link", /\[.+\]\(https:/],
  ["a time", /<time:\d+>/],
  ["a mention of you", /@\*\*Robin Hale\*\*/],
  ["a silent mention", /(?<!^)@_\*\*/],
  ["a mention of a group", /@\*backend-team\*/],
  ["a link to a stream", /#\*\*random\*\*/],
  ["a link to a topic", /#\*\*backend>.+\*\*/],
  ["an emoji by name", /:rotating_light:/],
  ["an emoji of the realm", /:heron:/],
  ["a linkifier match", /#8841/],
  ["a /me message", /^\/me /],
  ["a poll", /^\/poll /],
  ["a to-do list", /^\/todo /],
  ["Japanese", /[ぁ-ん]/],
  ["an emoji sequence", /👨‍👩‍👧‍👦/u],
  ["a long line", /^.{200,}$/m],
])("there is %s", (_, pattern) => {
  expect(demo.messages.some(({ content }) => pattern.test(content))).toBe(true);
});

test("all emoji names exist", () => {
  const names = [
    ...demo.messages.flatMap(({ reactions = [] }) => reactions.map(({ name }) => name)),
    ...scenes.flatMap(({ lines }) =>
      lines.flatMap((line) => line.reactions.map((one) => one.name)),
    ),
    ...repertoires.flatMap(({ react }) => react),
    ...demo.users.flatMap(({ status }) => status?.emoji ?? []),
    ...demo.messages.flatMap(({ content }) =>
      [...content.matchAll(/(?<!\w):([a-z][a-z_]+):(?!\w)/g)].map((match) => match[1] ?? ""),
    ),
  ];
  const own = new Set(demo.emoji?.map(({ name }) => name));
  const unknown = names.filter((name) => !own.has(name) && emojiByName(name) === undefined);
  expect(unknown).toEqual([]);
});

test("messages have no unresolved placeholders or stage directions", () => {
  const left = demo.messages.filter(({ content }) =>
    /\{@?(?!hint\b)[a-z]+\}|\{\{|\^\^|~~~/.test(content),
  );
  expect(left).toEqual([]);
});

test("40 to 60 messages are unread in about 15 conversations, and a few of them are direct or mention the user", () => {
  const unread = new Set(demo.you.unread);
  const waiting = demo.messages.filter(({ id }) => unread.has(id));
  const conversations = new Set(waiting.map(place));
  const personal = waiting.filter((one) => "to" in one || one.content.includes("@**Robin Hale**"));
  expect(unread.size).toBeGreaterThanOrEqual(40);
  expect(unread.size).toBeLessThanOrEqual(60);
  expect(conversations.size).toBeGreaterThanOrEqual(13);
  expect(conversations.size).toBeLessThanOrEqual(18);
  expect(new Set(personal.map(place)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(personal.map(place)).size).toBeLessThanOrEqual(5);
  expect(demo.you.starred.length).toBeGreaterThan(5);
});

test("in each conversation, unread messages follow read ones", () => {
  const unread = new Set(demo.you.unread);
  const firstUnread = new Map<string, number>();
  for (const message of demo.messages) {
    if (!unread.has(message.id)) expect(firstUnread.has(place(message))).toBe(false);
    else if (!firstUnread.has(place(message))) firstUnread.set(place(message), message.id);
  }
});

test.each([
  ["on a Friday", now],
  ["on a Sunday night", now + 2 * day + 40_000],
  ["on a Monday just after midnight", now + 2 * day + 44_300],
])(
  "generated %s, all references are valid, and messages are in the order of time and cover two weeks",
  (_, moment) => {
    const drawn = demoBlueprint(moment);
    const [first, last] = [drawn.messages[0], drawn.messages.at(-1)];
    expect(faults(drawn, moment)).toEqual([]);
    expect(moment - (first?.sentAt ?? 0)).toBeGreaterThan(12 * day);
    expect(moment - (first?.sentAt ?? 0)).toBeLessThanOrEqual(14 * day);
    expect(moment - (last?.sentAt ?? 0)).toBeLessThan(3_600);
  },
);

test("the same time and seed give the same realm, another seed another history", () => {
  expect(demoBlueprint(now)).toEqual(demo);
  expect(demoBlueprint(now, 2).messages).not.toEqual(demo.messages);
});
