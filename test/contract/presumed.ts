/**
 * What a recorded happening takes for granted beyond what its request tells: who was in the stream, where the messages
 * were, what somebody had set. Read off what everybody heard, and brought about in the realm before it happens.
 */
import type { Realm } from "#realm/realm.ts";
import type { Asked, Exchange, Happening } from "../support/recordings.ts";
import { assume } from "./premises.ts";
import { flags } from "./presumed/flags.ts";
import {
  emoji,
  furnishings,
  linkifiers,
  profileFields,
  realmSettings,
} from "./presumed/furniture.ts";
import {
  arrivals,
  deletedMessages,
  departures,
  directMessages,
  editedMessages,
  firstMessages,
  movedMessages,
  time,
} from "./presumed/messages.ts";
import { alertWords, mutedPeople, presences, settings, topicPolicies } from "./presumed/own.ts";
import { files, numbering, scheduled } from "./presumed/papers.ts";
import type { Event, Past, Presumption } from "./presumed/past.ts";
import { addresses, bots, groups, people } from "./presumed/people.ts";
import { announcements, streamSettings, streams } from "./presumed/streams.ts";
import { subscribers } from "./presumed/subscribers.ts";
import { type Hearing, ownerOf } from "./replay-events-hearing.ts";
import type { Situation } from "./situation.ts";

const before: readonly Presumption[] = [time, streams];
const after: readonly Presumption[] = [
  ...[
    addresses,
    firstMessages,
    directMessages,
    movedMessages,
    deletedMessages,
    editedMessages,
    groups,
    people,
  ],
  ...[bots, subscribers, streamSettings, announcements, settings, files, flags, mutedPeople],
  ...[alertWords, arrivals, departures, topicPolicies, presences, scheduled, profileFields, emoji],
  ...[linkifiers, furnishings, realmSettings, numbering],
];

function exchangesOf({ action, as, status, answer }: Happening): readonly Exchange[] {
  const actions = (Array.isArray(action) ? action : [action]) as readonly Asked[];
  const answers = Array.isArray(answer) ? answer : [answer];
  return actions
    .filter(({ method }) => method !== null)
    .map((one, at) => ({
      request: { ...one, ...(as === undefined ? {} : { as }) },
      ...{ status: status ?? 200, headers: {}, body: answers[at] ?? {} },
    }));
}

export function presume(situation: Situation, realm: Realm, { happening }: Hearing): void {
  const { server } = realm.control;
  const exchanges = exchangesOf(happening);
  const queues = Object.entries(happening.seen_by);
  const actor = exchanges[0]?.request.as;
  const past: Past = {
    server,
    actions: exchanges.map(({ request }) => request),
    actor: actor === undefined ? undefined : situation.idOf(actor),
    told: queues.flatMap(([queue, events]) => {
      const userId = situation.idOf(ownerOf(queue)) ?? 0;
      const isWhole = queue === ownerOf(queue);
      return events.map((event) => ({ userId, event: event as Event, isWhole }));
    }),
    listeners: queues
      .filter(([queue]) => queue === ownerOf(queue))
      .map(([queue]) => situation.idOf(queue) ?? 0),
  };
  for (const presumption of before) presumption(past);
  for (const exchange of exchanges) assume(realm, exchange, past.actor);
  for (const presumption of after) presumption(past);
}
