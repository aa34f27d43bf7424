/**
 * What a recorded answer takes for granted and no register answer tells: a draft that was there, a policy that held, a
 * reaction that somebody had given. Each is read off the exchange and brought about in the realm before it is asked.
 */
import type { Realm } from "#realm/realm.ts";
import type { Exchange } from "../support/recordings.ts";
import { emoji, furniture, profileFields } from "./premises/furniture.ts";
import { group, namedInWords } from "./premises/groups.ts";
import { freshTopic, message, reaction } from "./premises/messages.ts";
import { bots, furnishings, organization } from "./premises/organization.ts";
import { draft, scheduled } from "./premises/papers.ts";
import { addresses, deactivated, muted, presence, status } from "./premises/people.ts";
import { developers, flood, queue } from "./premises/queue.ts";
import type { Premise, Scene } from "./premises/scene.ts";
import { rules, spectators } from "./premises/settings.ts";
import { firstMessages, policy, stream, subscribed } from "./premises/streams.ts";

const premises: readonly Premise[] = [
  ...[
    flood,
    developers,
    rules,
    spectators,
    policy,
    deactivated,
    addresses,
    draft,
    scheduled,
    stream,
    subscribed,
    firstMessages,
  ],
  ...[
    message,
    reaction,
    group,
    namedInWords,
    emoji,
    muted,
    furniture,
    profileFields,
    queue,
    presence,
    status,
    freshTopic,
    organization,
    furnishings,
    bots,
  ],
];

/** Brings about what the exchange takes for granted; tells whether something changed past the realm's journal. */
export function assume(realm: Realm, exchange: Exchange, userId: number | undefined): boolean {
  const { server } = realm.control;
  const { path } = exchange.request;
  let touched = false;
  const scene: Scene = {
    server,
    realm,
    exchange,
    me: userId === undefined ? undefined : server.state.people.byId.get(userId),
    idAfter: (step) => {
      const found = new RegExp(`/${step}/(\\d{1,15})(?:/|$)`).exec(path)?.[1];
      return found === undefined ? undefined : Number(found);
    },
    isDone: exchange.status < 400,
    words: String(exchange.body["msg"] ?? ""),
    touch: () => {
      touched = true;
    },
  };
  for (const premise of premises) premise(scene);
  return touched;
}
