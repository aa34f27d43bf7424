/** Limits the work of parsing a text, so that no hostile text can block the screen. */

/** Shared by all parsing of one text. A step is about one character examined, or one part created. */
export type Steps = {
  left: number;
  /** Link patterns, which come from the server, have their own budget; without it no more links are created. */
  forPatterns: number;
};

/** Four times the cost of the most contrived message of the usual maximum length. */
const maxSteps = 400_000;
const maxPatternSteps = 300_000;

export function newSteps(): Steps {
  return { left: maxSteps, forPatterns: maxPatternSteps };
}

export class TooManySteps extends Error {}

/** Throws `TooManySteps` if the budget is used up. */
export function takeSteps(steps: Steps, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw new TooManySteps("The text takes too many steps to parse.");
}
