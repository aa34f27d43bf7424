/** Scripted people in the demo realm, who answer the user within seconds and write to each other meanwhile. */

import type { Clock } from "#base/clock.ts";
import type { Random } from "#base/random.ts";
import { ambientLife, presences } from "./ambient.ts";
import { type Answers, answers } from "./answers.ts";
import type { DeliveredMessage, ResidentPort } from "./port.ts";
import { residentContext } from "./resident-context.ts";

export type Residents = {
  /** Starts them; no effect if they are running. */
  readonly start: () => void;
  /** Stops all activity immediately. */
  readonly stop: () => void;
  /** Call for every delivered message, including theirs. Ignored before `start` and after `stop`. */
  readonly onMessage: (message: DeliveredMessage) => void;
};

export type Cast = {
  readonly clock: Clock;
  readonly random: Random;
  readonly realm: ResidentPort;
  /** The user's account, which residents never use. */
  readonly you: number;
  /** While true, residents only answer. Absent: never. */
  readonly isQuiet?: () => boolean;
  /** Called with errors of residents' actions. Absent: ignored. */
  readonly onFault?: (fault: unknown) => void;
};

export function residents(cast: Cast): Residents {
  const { clock, random, realm, you, isQuiet = () => false, onFault = () => {} } = cast;
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
