/** How Node runs weir: flags and a variable that limit its memory and cannot be changed at runtime. */

/**
 * - A young generation of 8 MB halves peak memory during a flood of messages, at the same speed. With 4 MB, garbage from many
 *   keys in a row is moved to the old generation, whose collection delays a frame by up to 100 ms. It has this size from the
 *   beginning: growing to it costs a start ten collections, which move what is loaded.
 * - With a limit below 2 GB V8 lets its heap grow to twice the live data instead of four times.
 * - One helper thread collects as fast as four for this workload.
 *
 * Others are set at runtime (`app/web-assembly.ts`, `host/thread.ts`): these are on the first line of a script, of which Linux before 5.1 reads
 * 127 characters.
 */
export const nodeFlags: readonly string[] = [
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
  "--max-heap-size=1824",
  "--v8-pool-size=1",
];

/**
 * glibc gives free memory back from 128 kB on, but only until the first large buffer is freed: then it waits for twice
 * the size of that. Any value of this variable makes it stay with 128 kB. The programs that weir starts do not get it (`app/entry.ts`).
 */
export const nodeEnvironment = { MALLOC_TOP_PAD_: "0" } as const;
