/**
 * Varies pseudo-randomly what the protocol leaves open, so that clients cannot rely on it.
 *
 * Without variation, the realm behaves like an idle real server.
 */
import { below, pick, type Random, seeded } from "#base/random.ts";
import type { EventBody, Queue } from "./state/queues.ts";

export const noVariation = {
  /** The number of IDs skipped before the next event of a queue. */
  idGap: (): number => 0,
  /** The number of IDs skipped before the next message. */
  messageGap: (): number => 0,
  /** The delay before a waiting poll wakes: then the response to the causing request comes first. */
  eventDelayMs: (): number => 0,
  /** The delay of a response: then its event comes first. */
  answerDelayMs: (): number => 0,
  /** Whether a poll's response contains the optional queue ID. */
  namesQueue: (): boolean => false,
  /** Adds events of unknown types. */
  disturb: (_queue: Queue, _tell: (event: EventBody) => void): void => undefined,
  /** Adds unknown fields. */
  addNoise: (_answer: Record<string, unknown>): void => undefined,
};

export type Variation = Readonly<typeof noVariation>;

const unknownEvents: readonly EventBody[] = [
  { type: "saved_snippets", op: "add", saved_snippet: { id: 1, title: "t", content: "c" } },
  { type: "weather_report", sky: "overcast", wind: [3, "northwest"] },
  { type: "realm", op: "update", property: "unheard_of", value: { direct_members: [] } },
];

export function variation(seed: number): Variation {
  const random = seeded(seed);
  const rarely = (share: number) => random() < share;
  return {
    idGap: () => (rarely(0.2) ? 1 + below(random, 5) : 0),
    messageGap: () => (rarely(0.3) ? 1 + below(random, 40) : 0),
    eventDelayMs: () => (rarely(0.4) ? 1 + below(random, 400) : 0),
    answerDelayMs: () => slow(random),
    namesQueue: () => rarely(0.5),
    disturb: (queue, tell) => {
      if (queue.options.eventTypes === undefined && rarely(0.1)) tell(pick(random, unknownEvents));
    },
    addNoise: (answer) => {
      if (rarely(0.2)) answer["unheard_of"] = { since: 400, words: ["a", null, 3] };
    },
  };
}

/** Most delays are short, a few take seconds. */
function slow(random: Random): number {
  const luck = random();
  if (luck < 0.6) return 0;
  return luck < 0.95 ? below(random, 300) : 500 + below(random, 3_000);
}
