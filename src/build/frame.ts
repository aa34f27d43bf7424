/** Captures a frame of the built program in a terminal. */
import pty from "@lydell/node-pty";
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm, { type Terminal } from "@xterm/headless";
import { systemClock } from "#base/clock.ts";
import { nodeFlags } from "./node-flags.ts";

export type Shot = {
  readonly program: string;
  readonly argv: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** Typed one after another once the first frame has content. */
  readonly keys: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** The screen is complete after this long without output, or at the limit. */
const stillMs = 1200;
const limitMs = 15_000;

/** Runs the program, types, waits until the screen is stable, and exits the program. */
export async function frameOf(shot: Shot): Promise<Terminal> {
  const { columns: cols, rows } = shot;
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  const argv = [...nodeFlags, shot.program, ...shot.argv];
  const child = pty.spawn(process.execPath, argv, { cols, rows, env: { ...shot.environment } });
  let writtenAt = systemClock.elapsed();
  child.onData((data) => {
    writtenAt = systemClock.elapsed();
    terminal.write(data);
  });
  // The program queries the terminal; forward the emulator's replies.
  terminal.onData((reply) => child.write(reply));
  const still = async () => {
    const start = systemClock.elapsed();
    writtenAt = start;
    const isDone = () => systemClock.elapsed() - writtenAt > stillMs;
    while (!isDone() && systemClock.elapsed() - start < limitMs) await systemClock.sleep(100);
  };
  await still();
  for (const key of shot.keys) {
    child.write(key);
    await still();
  }
  // Capture before exiting: the frame is on the alternate screen.
  child.kill("SIGKILL");
  return terminal;
}
