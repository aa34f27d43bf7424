import { expect, test } from "vitest";
import { emojiByName } from "#emoji/catalogue.ts";
import { repertoires, scenes } from "#realm/residents/replies.ts";
import type { BlueprintMessage } from "#realm/seed/blueprint.ts";
import { isWeekend } from "#realm/seed/demo/calendar.ts";
import { demoBlueprint, stories } from "#realm/seed/demo/demo.ts";
import { faults } from "../faults.ts";

/** Friday 2026-11-20, 11:42 UTC. */
const now = 1_795_174_920;
const demo = demoBlueprint(now);
const day = 86_400;

const place = (message: BlueprintMessage) =>
  "to" in message ? `with ${message.to}` : `${message.streamId} ${message.topic}`;

test("the demo is as large as promised, and most of what is worth reading is written by hand", () => {
  const topics = new Set(demo.messages.filter((one) => "topic" in one).map(place));
  expect(demo.users.filter(({ isBot }) => isBot === true)).toHaveLength(2);
  expect(demo.users).toHaveLength(15);
  expect(demo.streams).toHaveLength(9);
  expect(topics.size).toBeGreaterThanOrEqual(40);
  expect(demo.messages).toHaveLength(1_500);
  expect(stories.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(300);
});

test("every kind of person and stream occurs", () => {
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
  ["a moment", /<time:\d+>/],
  ["a mention of you", /@\*\*Robin Hale\*\*/],
  ["a silent mention", /(?<!^)@_\*\*/],
  ["a mention of a group", /@\*backend-team\*/],
  ["a link to a stream", /#\*\*random\*\*/],
  ["a link to a topic", /#\*\*backend>.+\*\*/],
  ["an emoji by name", /:rotating_light:/],
  ["an emoji of the realm", /:heron:/],
  ["a pattern that becomes a link", /#8841/],
  ["an action", /^\/me /],
  ["a poll", /^\/poll /],
  ["a to-do list", /^\/todo /],
  ["Japanese", /[ぁ-ん]/],
  ["a family of emoji", /👨‍👩‍👧‍👦/u],
  ["a long line", /^.{200,}$/m],
])("there is %s", (_, pattern) => {
  expect(demo.messages.some(({ content }) => pattern.test(content))).toBe(true);
});

test("every emoji that is named exists", () => {
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

test("no blank of a scene and no note to the stage is left in a message", () => {
  const left = demo.messages.filter(({ content }) =>
    /\{@?(?!hint\b)[a-z]+\}|\{\{|\^\^|~~~/.test(content),
  );
  expect(left).toEqual([]);
});

test("some two score are unread in fifteen or so conversations, and a few of them need you", () => {
  const unread = new Set(demo.you.unread);
  const waiting = demo.messages.filter(({ id }) => unread.has(id));
  const conversations = new Set(waiting.map(place));
  const needing = waiting.filter((one) => "to" in one || one.content.includes("@**Robin Hale**"));
  expect(unread.size).toBeGreaterThanOrEqual(40);
  expect(unread.size).toBeLessThanOrEqual(60);
  expect(conversations.size).toBeGreaterThanOrEqual(13);
  expect(conversations.size).toBeLessThanOrEqual(17);
  expect(new Set(needing.map(place)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(needing.map(place)).size).toBeLessThanOrEqual(5);
  expect(demo.you.starred.length).toBeGreaterThan(5);
});

test("in a conversation, what is unread comes after what is read", () => {
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
  "drawn %s, all references hold, the order is that of time, and it lasts two weeks",
  (_, moment) => {
    const drawn = demoBlueprint(moment);
    const [first, last] = [drawn.messages[0], drawn.messages.at(-1)];
    expect(faults(drawn, moment)).toEqual([]);
    expect(moment - (first?.sentAt ?? 0)).toBeGreaterThan(12 * day);
    expect(moment - (first?.sentAt ?? 0)).toBeLessThanOrEqual(14 * day);
    expect(moment - (last?.sentAt ?? 0)).toBeLessThan(3_600);
  },
);

test("weekends are quiet", () => {
  const people = demo.messages.filter(({ senderId }) => senderId < 13);
  expect(people.filter(({ sentAt }) => isWeekend(sentAt)).length).toBeLessThan(people.length / 10);
});

test("the same moment and seed give the same realm, another seed another history", () => {
  expect(demoBlueprint(now)).toEqual(demo);
  expect(demoBlueprint(now, 2).messages).not.toEqual(demo.messages);
});

test("the deactivated one has written, and nothing since leaving", () => {
  const viktor = demo.messages.filter(({ senderId }) => senderId === 12);
  expect(viktor.length).toBeGreaterThan(3);
  expect(viktor.at(-1)?.content).toContain("switches off the lights");
});
