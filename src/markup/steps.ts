/** The work that reading one text may cost, counted while it is read: no text, however contrived, holds up the screen. */

/** Shared by everything that reads one text. A step is about one character looked at, or one part made. */
export type Steps = {
  /** For link patterns, which come from the server: when these run out no more links are made. */
  forPatterns: number;
};

const mostPatternSteps = 300_000;

export function newSteps(): Steps {
  return { forPatterns: mostPatternSteps };
}
