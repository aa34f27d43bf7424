/**
 * Shows end-to-end tests on this terminal, key by key: `npm run watch -- FILE [-t NAME] [--slow MS]`.
 *
 * What a test says is printed at the end. The answers of this terminal to what programs ask are thrown away.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { systemClock } from "#base/clock.ts";

const root = new URL("..", import.meta.url).pathname;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { slow: { type: "string", default: "400" }, name: { type: "string", short: "t" } },
});
const { stdin, stdout } = process;
if (positionals.length === 0 || !stdin.isTTY || !stdout.isTTY) {
  process.stderr.write("On a terminal: npm run watch -- FILE [-t NAME] [--slow MS]\n");
  process.exit(2);
}

/** What a program that was killed leaves on: mouse, focus, paste and keyboard reports, a hidden cursor, its screen. */
const reset =
  "\x1b[?1002l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[<u\x1b[?25h\x1b[?1049l\x1b[!p\x1b[2J\x1b[H";

const child = spawn(
  process.execPath,
  [
    ...[`${root}node_modules/vitest/vitest.mjs`, "run", "--config", "test/vitest.config.ts"],
    ...["--project", "e2e", "--maxWorkers=1", "--testTimeout=0", ...positionals],
    ...(values.name === undefined ? [] : ["-t", values.name]),
  ],
  {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, WATCH_TERMINAL: "/dev/tty", WATCH_PAUSE_MS: values.slow },
  },
);
stdin.setRawMode(true);
stdin.on("data", (keys) => {
  if (keys.includes("\x03")) child.kill("SIGINT");
});
const said = Promise.all([text(child.stdout), text(child.stderr)]);
const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
stdout.write(reset);
// The last answers come now.
await systemClock.sleep(200);
stdin.setRawMode(false);
stdin.pause();
stdout.write((await said).join(""));
process.exitCode = code ?? 1;
