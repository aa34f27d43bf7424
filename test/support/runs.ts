/** How often a property is tried whose single try is expensive. */

const asked = process.env["FC_RUNS"];

/** A share of the usual number, at least one; `plain` of them where nobody asked for more. */
export function runs(share: number, plain = 200 * share): number {
  return Math.max(1, Math.round(asked === undefined ? plain : Number(asked) * share));
}
