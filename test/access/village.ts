/** The realm of the access tests: a user of each role, and subscribed and unsubscribed streams of each kind. */
import type { Blueprint, BlueprintMessage, BlueprintUser, Role } from "#realm/seed/blueprint.ts";

/** The callers by role; `others` are the subjects of requests. */
export const cast = {
  owner: 11,
  administrator: 12,
  moderator: 13,
  member: 14,
  newcomer: 15,
  guest: 16,
  /** Owned by the member. */
  bot: 17,
} as const;
export type Caller = keyof typeof cast;

/** A member who wrote most messages, a deactivated user, and a bot of the first. */
export const others = { other: 18, gone: 19, stray: 20 } as const;

/** Subscribers that make a stream large. */
const extras = [31, 32, 33, 34, 35, 36, 37, 38, 39, 40];

export const streams = {
  /** Public; all are subscribed. */
  open: 1,
  /** Public; only the other member is subscribed. */
  apart: 2,
  /** Private; all are subscribed. */
  team: 3,
  /** Private; only the other member is subscribed. */
  secret: 4,
  /** Web-public; only the other member is subscribed. */
  web: 5,
  /** Public; all are subscribed, and only administrators can post. */
  board: 6,
  /** Private; the member and the other member are subscribed. */
  den: 7,
  /** Public; large enough for wildcard mentions to require permission. */
  large: 8,
} as const;

export const group = 1;
export const groupName = "crew";
const everybody = [...Object.values(cast), others.other];
const day = 86_400;

function person(id: number, fullName: string, role: Role, joinedAt: number): BlueprintUser {
  const word = fullName.toLowerCase();
  return {
    id,
    fullName,
    email: `${word}@village.example`,
    role,
    joinedAt,
    apiKey: `${word}key`.padEnd(32, "0123456789"),
    password: `${word}-secret`,
  };
}

function people(now: number): BlueprintUser[] {
  const long = now - 400 * day;
  return [
    person(cast.owner, "Owner", 100, long),
    person(cast.administrator, "Administrator", 200, long),
    person(cast.moderator, "Moderator", 300, long),
    person(cast.member, "Member", 400, long),
    person(cast.newcomer, "Newcomer", 400, now - day),
    person(cast.guest, "Guest", 600, long),
    { ...person(cast.bot, "Bot", 400, long), isBot: true, botOwnerId: cast.member },
    person(others.other, "Other", 400, long),
    { ...person(others.gone, "Gone", 400, long), isActive: false },
    {
      ...person(others.stray, "Stray", 400, long),
      isBot: true,
      botOwnerId: others.other,
    },
    ...extras.map((id) => person(id, `Extra${id}`, 400, long)),
  ];
}

type Text = Pick<BlueprintMessage, "senderId" | "content" | "reactions"> &
  ({ readonly streamId: number; readonly topic: string } | { readonly to: readonly number[] });

/** The first has ID 101; each caller's own message has ID 100 plus the caller's. */
function texts(): readonly Text[] {
  const { other, gone } = others;
  const message = (streamId: number) => ({
    streamId,
    topic: "hello",
    senderId: other,
    content: `In ${streamId}`,
  });
  const { open, apart, team, secret, web } = streams;
  return [
    ...[open, apart, team, secret, web].map(message),
    { to: [other, gone], senderId: other, content: "between us" },
    { to: everybody, senderId: other, content: "all of you" },
    { ...message(open), topic: "liked", reactions: [{ userId: other, name: "tada" }] },
    { ...message(streams.large), topic: "busy" },
    message(streams.board),
    ...Object.values(cast).map((senderId) => ({
      streamId: open,
      topic: "own",
      senderId,
      content: "mine",
    })),
  ];
}

/** `now` is in UNIX seconds; messages are five minutes old. */
export function village(now: number): Blueprint {
  const { other, stray } = others;
  const stream = (id: number, name: string, subscribers: readonly number[]) => ({
    id,
    name,
    description: `About ${name}`,
    color: "#76ce90",
    createdAt: now - 100 * day,
    subscribers,
  });
  return {
    realm: { name: "Village", description: "" },
    users: people(now),
    groups: [
      {
        id: group,
        name: groupName,
        description: "Those who row",
        members: [cast.member, cast.guest, cast.bot],
      },
    ],
    streams: [
      stream(streams.open, "open", everybody),
      stream(streams.apart, "apart", [other]),
      { ...stream(streams.team, "team", everybody), inviteOnly: true },
      { ...stream(streams.secret, "secret", [other]), inviteOnly: true },
      { ...stream(streams.web, "web", [other]), isWebPublic: true },
      { ...stream(streams.board, "board", everybody), postPolicy: "administrators" },
      { ...stream(streams.den, "den", [cast.member, other, stray]), inviteOnly: true },
      stream(streams.large, "crowd", [...everybody, ...extras]),
    ],
    messages: texts().map((text, index) => ({ id: 101 + index, sentAt: now - 300, ...text })),
    you: {
      userId: others.other,
      subscriptions: [],
      topicPolicies: [],
      unread: [],
      starred: [],
      drafts: [{ streamId: streams.open, topic: "hello", content: "half a", savedAt: now - 50 }],
      alertWords: [],
    },
  };
}
