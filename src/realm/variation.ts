/**
 * Everything that the protocol leaves open, varied from a seed: what a client may not rely on, it does not get.
 *
 * Without variation, the realm behaves as real servers do when idle.
 */
import { below, pick, type Random, seeded } from "#base/random.ts";
import type { EventBody, Queue } from "./state/queues.ts";

export const noVariation = {
  /** How many IDs are left out before the next event of a queue. */
  idGap: (): number => 0,
  /** How many are left out before the next message. */
  messageGap: (): number => 0,
  /** How long the wake-up of a waiting poll is late: the answer of the request that caused it comes first then. */
  eventDelayMs: (): number => 0,
  /** How long an answer takes beyond its work: its event comes first then. */
  answerDelayMs: (): number => 0,
  /** Whether a poll's answer names its queue although it need not. */
  namesQueue: (): boolean => false,
  /** Adds events that no client has heard of. */
  disturb: (_queue: Queue, _tell: (event: EventBody) => void): void => undefined,
  /** Adds fields that no client has heard of. */
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
      if (queue.wishes.eventTypes === undefined && rarely(0.1)) tell(pick(random, unknownEvents));
    },
    addNoise: (answer) => {
      if (rarely(0.2)) answer["unheard_of"] = { since: 400, words: ["a", null, 3] };
    },
  };
}

/** Most answers are quick, some take a moment, a few take seconds. */
function slow(random: Random): number {
  const luck = random();
  if (luck < 0.6) return 0;
  return luck < 0.95 ? below(random, 300) : 500 + below(random, 3_000);
}
