/** The work that reading one text may cost, counted while it is read: no text, however contrived, holds up the screen. */

/** Shared by everything that reads one text. A step is about one character looked at, or one part made. */
export type Steps = {
  left: number;
  /** Link patterns have steps of their own: they come from the server, and when these run out no more links are made. */
  forPatterns: number;
};

/** Four times what the most contrived message of a server's usual length costs. */
const mostSteps = 400_000;
const mostPatternSteps = 300_000;

export function newSteps(): Steps {
  return { left: mostSteps, forPatterns: mostPatternSteps };
}

export class TooManySteps extends Error {}

/** Throws `TooManySteps` when there are no more. */
export function takeSteps(steps: Steps, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw new TooManySteps("The text takes too many steps to read.");
}
