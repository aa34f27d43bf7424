/** One frame of the built program, as a terminal shows it. */
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
  /** Typed when the first frame with content stands, one after the other. */
  readonly keys: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** The screen counts as finished when nothing was written for so long, and at the latest after the limit. */
const stillMs = 1200;
const limitMs = 15_000;

/** Runs the program, types, waits for the screen to stand still, and ends the program. */
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
  // The program asks the terminal what it is; the answers go back as a terminal's would.
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
  // The last frame is still on the alternate screen; ending the program would take it away.
  child.kill("SIGKILL");
  return terminal;
}
