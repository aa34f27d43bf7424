/** How often a property is tried whose single try is expensive. */

/** A share of the usual number, at least one. */
export function runs(share: number): number {
  return Math.max(1, Math.round(Number(process.env["FC_RUNS"] ?? 200) * share));
}
