/** A minimal realm: two people, one stream, no messages. */

import { roles } from "#wire/user.ts";
import type { Blueprint } from "./blueprint.ts";

/** `now` is in UNIX seconds. */
export function emptyBlueprint(now: number): Blueprint {
  return {
    realm: { name: "Empty", description: "Nothing has been said here yet." },
    users: [
      {
        id: 1,
        fullName: "Robin Hale",
        email: "robin@empty.example",
        role: roles.owner,
        joinedAt: now,
        apiKey: "robinemptykey0123456789012345678",
        password: "robin-empty",
      },
      {
        id: 2,
        fullName: "Ana Ruiz",
        email: "ana@empty.example",
        role: roles.member,
        joinedAt: now,
        apiKey: "anaemptykey012345678901234567890",
        password: "ana-empty",
      },
    ],
    groups: [],
    streams: [
      {
        id: 1,
        name: "general",
        description: "Everything, until there is more.",
        color: "#76ce90",
        createdAt: now,
        subscribers: [1, 2],
      },
    ],
    messages: [],
    you: {
      userId: 1,
      subscriptions: [],
      topicPolicies: [],
      unread: [],
      starred: [],
      drafts: [],
      alertWords: [],
    },
  };
}
