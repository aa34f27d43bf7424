/** A small realm for tests: a few people, streams of every kind, and some messages. */
import type { Blueprint, BlueprintMessage, BlueprintUser, Role } from "#realm/seed/blueprint.ts";

/** IDs of the small realm, by name. */
export const people = { ana: 11, bo: 12, cleo: 13, don: 14, gus: 15, eva: 16, robot: 17 } as const;
export const streams = { general: 1, dev: 2, secret: 3, news: 4, other: 5, web: 6 } as const;

function user(id: number, fullName: string, role: Role, now: number): BlueprintUser {
  const short = fullName.split(" ")[0]?.toLowerCase() ?? "";
  return {
    id,
    fullName,
    email: `${short}@small.example`,
    role,
    joinedAt: now - 1_000_000,
    apiKey: `${short}key`.padEnd(32, "0123456789"),
    password: `${short}-secret`,
  };
}

/** `now` is in UNIX seconds. The realm is generated for Ana. */
export function smallBlueprint(now: number): Blueprint {
  const { ana, bo, cleo, don, gus, eva, robot } = people;
  return {
    realm: { name: "Small", description: "For *tests*." },
    users: [
      user(ana, "Ana Ruiz", 400, now),
      user(bo, "Bo Lindt", 400, now),
      user(cleo, "Cleo Vane", 200, now),
      user(don, "Don Marsh", 300, now),
      user(gus, "Gus Guest", 600, now),
      { ...user(eva, "Eva Gone", 400, now), isActive: false },
      { ...user(robot, "Robot Arm", 400, now), isBot: true },
    ],
    groups: [
      { id: 1, name: "crew", description: "Those who row", members: [ana, bo], creatorId: cleo },
    ],
    streams: [
      stream(streams.general, "general", [ana, bo, cleo, don, gus]),
      stream(streams.dev, "dev", [ana, bo, cleo]),
      { ...stream(streams.secret, "secret", [ana, cleo]), inviteOnly: true },
      { ...stream(streams.news, "news", [ana, bo, cleo, don]), postPolicy: "administrators" },
      stream(streams.other, "other", [bo, cleo]),
      { ...stream(streams.web, "web", [cleo]), isWebPublic: true },
    ],
    emoji: [{ name: "heron_dance" }, { name: "tide" }, { name: "old_oar", isActive: false }],
    linkifiers: [
      { pattern: "#(?P<id>[0-9]+)", template: "https://t.example/{id}" },
      { pattern: "LAB-(?P<n>[0-9]+)", template: "https://l.example/{n}" },
    ],
    messages: history(now),
    you: {
      userId: ana,
      subscriptions: [],
      topicPolicies: [{ streamId: streams.dev, topic: "noise", policy: "muted" }],
      unread: [108, 109, 110, 113],
      starred: [101],
      drafts: [{ streamId: streams.dev, topic: "deploy", content: "half a", savedAt: now - 50 }],
      alertWords: ["teapot"],
    },
  };

  function stream(id: number, name: string, subscribers: readonly number[]) {
    const color = "#76ce90";
    return {
      id,
      name,
      description: `All about ${name}`,
      color,
      createdAt: now - 900_000,
      subscribers,
    };
  }
}

function history(now: number): BlueprintMessage[] {
  const { ana, bo, cleo } = people;
  const texts: readonly (Pick<BlueprintMessage, "senderId" | "content"> &
    ({ streamId: number; topic: string } | { to: readonly number[] }))[] = [
    { streamId: 1, topic: "hello", senderId: bo, content: "first" },
    {
      streamId: 1,
      topic: "hello",
      senderId: ana,
      content: "second, with a [link](https://a.example)",
    },
    { streamId: 1, topic: "Hello", senderId: cleo, content: "third" },
    { streamId: 2, topic: "deploy", senderId: bo, content: "rolling" },
    { streamId: 2, topic: "noise", senderId: bo, content: "buzz" },
    { streamId: 3, topic: "plans", senderId: cleo, content: "hidden" },
    { streamId: 5, topic: "elsewhere", senderId: cleo, content: "not for ana's inbox" },
    { streamId: 2, topic: "deploy", senderId: cleo, content: "@**Ana Ruiz** look" },
    { streamId: 2, topic: "noise", senderId: cleo, content: "buzz buzz" },
    { to: [ana, bo], senderId: bo, content: "psst" },
    { to: [ana, bo, cleo], senderId: ana, content: "three of us" },
    { to: [ana], senderId: ana, content: "note to self" },
    { to: [ana, bo, cleo], senderId: cleo, content: "indeed" },
  ];
  return texts.map((text, index) => ({
    id: 101 + index,
    sentAt: now - 1_300 + index * 100,
    ...text,
  }));
}
