/** The program behind the entry file. */
import type { EarlyScreen } from "./early-screen.ts";

export async function main(_argv: readonly string[], early: EarlyScreen): Promise<void> {
  early.restore();
  early.handOver();
  process.stdout.write("weir\n");
}
