/** What Node is told when it runs weir: how its memory may grow. A flag of V8 cannot be set once the program runs. */

/**
 * - A young generation of 4 MB halves the memory that a flood of messages takes, at the same speed.
 * - With a limit below 2 GB V8 lets its heap grow to twice what lives in it and not to four times.
 * - One helping thread collects as fast as four on a machine that draws one screen.
 */
export const nodeFlags: readonly string[] = [
  "--max-semi-space-size=4",
  "--max-old-space-size=1800",
  "--v8-pool-size=1",
];
