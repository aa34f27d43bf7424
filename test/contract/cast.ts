/** The realm that the cases run in, with a user of every role and a bot. */
import type { Blueprint, BlueprintUser, Role } from "#realm/seed/blueprint.ts";

/** The users of a case. `other` observes; administration is tried on `spare`. */
export const parts = [
  "owner",
  "administrator",
  "moderator",
  "member",
  "other",
  "spare",
  "guest",
  "bot",
] as const;
export type Part = (typeof parts)[number];

const roles: Readonly<Record<Part, Role>> = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  other: 400,
  spare: 400,
  guest: 600,
  bot: 400,
};

const names: Readonly<Record<Part, string>> = {
  owner: "Olga Prime",
  administrator: "Adam Keen",
  moderator: "Mona Fair",
  member: "Mia Berg",
  other: "Otto Lang",
  spare: "Sven Dahl",
  guest: "Gita Rao",
  bot: "Build Bot",
};

function idOf(part: Part): number {
  return 21 + parts.indexOf(part);
}

/** One stream without messages; the bot is owned by `member`. `now` is in UNIX seconds. */
export function contractBlueprint(now: number): Blueprint {
  const users = parts.map((part): BlueprintUser => {
    const [role, isBot] = [roles[part], part === "bot"];
    return {
      id: idOf(part),
      fullName: names[part],
      email: `${part}@contract.example`,
      role,
      isBot,
      joinedAt: now - 40 * 86_400,
      ...(isBot ? { botOwnerId: idOf("member") } : {}),
      apiKey: `${part}key`.padEnd(32, "0123456789"),
      password: `${part}-secret`,
    };
  });
  return {
    realm: { name: "Contract", description: "Held to the *document*." },
    users,
    groups: [],
    streams: [
      {
        id: 1,
        name: "lobby",
        description: "Where everybody is",
        color: "#76ce90",
        createdAt: now - 40 * 86_400,
        isDefault: true,
        subscribers: users.map(({ id }) => id),
      },
    ],
    emoji: [{ name: "dot" }, { name: "old_dot", isActive: false }],
    linkifiers: [
      { pattern: "bug-(?P<id>[0-9]+)", template: "https://bugs.example/{id}" },
      { pattern: "LAB-(?P<n>[0-9]+)", template: "https://labs.example/{n}" },
    ],
    messages: [],
    you: {
      userId: idOf("owner"),
      subscriptions: [],
      topicPolicies: [],
      unread: [],
      starred: [],
      drafts: [],
      alertWords: [],
    },
  };
}
