/** How Node runs weir: flags and a variable that limit its memory and cannot be changed at runtime. */

/**
 * - A young generation of 8 MB halves peak memory during a flood of messages, at the same speed. With 4 MB, garbage from many
 *   keys in a row is moved to the old generation, whose collection delays a frame by up to 100 ms. It has this size from the
 *   beginning: growing to it costs a start ten collections, which move what is loaded.
 * - With a limit below 2 GB V8 lets its heap grow to twice the live data instead of four times.
 * - One helper thread collects as fast as four for this workload.
 *
 * Others are set at runtime (`app/web-assembly.ts`, `host/thread.ts`). Set there, these would come too late: the first two do not
 * limit a young generation that exists.
 */
export const nodeFlags: readonly string[] = [
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
  "--max-heap-size=1824",
  "--v8-pool-size=1",
];

/**
 * For `weir watch`, which nobody waits for: without the compilers that optimize, 7 MB of Node's program are not read, and with a
 * young generation of 1 MB there is less garbage in memory. Code that has not run between two collections is dropped, and compiled
 * again when it runs: most of it was for the start. The screen would start later with that, and V8 crashes if it is switched on and
 * off for single collections.
 */
export const quietNodeFlags: readonly string[] = [
  "--min-semi-space-size=1",
  "--max-semi-space-size=1",
  ...nodeFlags.slice(2),
  "--no-opt",
  "--no-maglev",
  "--bytecode-old-age=1",
  "--flush-baseline-code",
];

/**
 * glibc gives free memory back from 128 kB on, but only until the first large buffer is freed: then it waits for twice
 * the size of that. Any value of this variable makes it stay with 128 kB. The programs that weir starts do not get it (`app/entry.ts`).
 */
export const nodeEnvironment = { MALLOC_TOP_PAD_: "0" } as const;

/**
 * Runs the file that follows.
 * @internal
 */
export const commandLine = [
  ...Object.entries(nodeEnvironment).map((entry) => entry.join("=")),
  "node",
  ...nodeFlags,
].join(" ");

/**
 * The first lines of the program, which are a shell script and JavaScript in one: the shell replaces itself by Node, which takes the
 * second line for a text and a comment. It costs a start 1 ms; that Node starts itself again would cost 40.
 *
 * An interpreter's line with arguments is not for everybody: BusyBox, OpenBSD and NetBSD have no `env -S`, and pnpm's scripts take
 * a variable for the program. Those that npm and pnpm write on Windows start the word behind `env`, as the kernel does, so that
 * no line is a shell there and Node here: they find this shell by its name, if there is one, and else `node weir.js` has to do.
 * A line that names Node would leave the flags to Node starting itself again, on every system and at every start.
 */
export const scriptHeader = `#!/usr/bin/env sh
":" //; ${Object.entries(nodeEnvironment)
  .map((entry) => `export ${entry.join("=")};`)
  .join(
    " ",
  )} case $1 in watch) exec node ${quietNodeFlags.join(" ")} "$0" "$@";; esac; exec node ${nodeFlags.join(" ")} "$0" "$@"`;
