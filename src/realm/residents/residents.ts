/** Scripted people who live in the demo realm: they answer you within seconds, and go about their day meanwhile. */

import type { Clock } from "#base/clock.ts";
import type { Random } from "#base/random.ts";
import { ambientLife, presences } from "./ambient.ts";
import { type Answers, answers } from "./answers.ts";
import type { Heard, ResidentPort } from "./port.ts";
import { residentContext } from "./resident-context.ts";

export type Residents = {
  /** Wakes them; waking those who are awake changes nothing. */
  readonly start: () => void;
  /** Ends whatever they are at, at once; nothing is done in anybody's name after it. */
  readonly stop: () => void;
  /** To be told of every message that is delivered, theirs too. Before `start` and after `stop` they do not listen. */
  readonly onMessage: (message: Heard) => void;
};

export type Household = {
  readonly clock: Clock;
  readonly random: Random;
  readonly realm: ResidentPort;
  /** The account that is answered. The residents never act in its name. */
  readonly you: number;
  /** While true, nobody speaks unfinishedSearch. Absent means never. */
  readonly isQuiet?: () => boolean;
  /** Hears of what the realm refused to a resident; absent means that nobody wants to know. */
  readonly onFault?: (fault: unknown) => void;
};

export function residents(household: Household): Residents {
  const { clock, random, realm, you, isQuiet = () => false, onFault = () => {} } = household;
  let awake: { readonly sleep: AbortController; readonly answers: Answers } | undefined;
  return {
    start: () => {
      if (awake !== undefined) return;
      const sleep = new AbortController();
      const stage = residentContext(clock, random, realm, sleep.signal, onFault);
      awake = { sleep, answers: answers(stage, you) };
      stage.aside(() => ambientLife(stage, isQuiet));
      stage.aside(() => presences(stage));
    },
    stop: () => {
      awake?.sleep.abort();
      awake = undefined;
    },
    onMessage: (message) => {
      awake?.answers.overheard(message);
      if (message.senderId === you) awake?.answers.answer(message);
    },
  };
}
