/**
 * How often a property is tried. `npm test` takes a sample that still finds most of what a change breaks; `npm run storm`
 * takes as many as `FC_RUNS` says.
 */

const asked = process.env["FC_RUNS"];

/** Whether all is to be tried of what a plain run takes a sample. */
export const isStorm = asked !== undefined;

/** What a property is tried whose single try costs little, in a sample. */
const sample = 50;

/** A share of the usual number, at least one; `plain` of them where nobody asked for more. */
export function runs(share = 1, plain = sample * share): number {
  return Math.max(1, Math.round(asked === undefined ? plain : Number(asked) * share));
}
