/** What keys cost on a slow line to the terminal: bytes of output, with 256 colours. */
import { systemClock } from "#base/clock.ts";
import { type Figure, median } from "./figures.ts";
import { type BenchRealm, freshHome, openWeir } from "./programs.ts";
import { openAll, openNext } from "./scenes.ts";
import { hasInbox, isComposing, named } from "./screen-conditions.ts";
import type { Size, TimedProgram } from "./timed-program.ts";

const size: Size = { columns: 100, rows: 30 };
/** Longer than the program draws at a key. */
const settleMs = 400;

const esc = "\x1b";
const palette = "\x0b";
const pageUp = "\x1b[5~";

/** The median of what these keys cost. */
async function costOf(weir: TimedProgram, ...keys: readonly string[]): Promise<number> {
  const costs: number[] = [];
  for (const key of keys) {
    const before = weir.bytes();
    weir.write(key);
    await systemClock.sleep(settleMs);
    costs.push(weir.bytes() - before);
  }
  return median(costs);
}

export async function bytesPerKey(realm: BenchRealm): Promise<readonly Figure[]> {
  const home = freshHome();
  const weir = openWeir(size, home, realm, undefined, { COLORTERM: "" });
  const figures: Figure[] = [];
  const cost = async (name: string, budget: number, ...keys: readonly string[]) => {
    const value = await costOf(weir, ...keys);
    figures.push({ name: `${name} at ${named(size)}`, value, unit: "bytes/key", budget });
  };
  try {
    await weir.until(hasInbox, "the inbox", 60_000);
    await systemClock.sleep(2_000);
    await cost("move", 350, ..."jjjkjkj");
    await cost("done", 1_500, ..."eeeee");
    await cost("dialog: go to", 3_000, palette, esc, palette, esc, palette);
    await costOf(weir, esc);
    await cost("dialog: keys", 3_000, "?", esc, "?");
    await costOf(weir, esc);
    await openAll(weir);
    await cost("page", 5_000, pageUp, pageUp, pageUp, pageUp, pageUp);
    await openNext(weir);
    weir.write("r");
    await weir.until(isComposing, "the composer");
    await cost("type", 90, ..."what is written");
  } finally {
    await weir.end();
    home.remove();
  }
  return figures;
}
