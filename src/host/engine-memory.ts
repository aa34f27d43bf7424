/** The heap of the JavaScript engine, of the thread that asks. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Clock, lookEvery } from "#base/clock.ts";

export type Memory = {
  /** Bytes of the heap in use, garbage included, without the young generation. */
  readonly used: () => number;
  /** Collects all garbage, and gives memory back to the system: 50 ms and more. */
  readonly collect: () => void;
  /** The same beside the program, in slices; what has to be done at once takes 3 to 15 ms. */
  readonly collectInSlices: () => void;
};

type Collector = (how: {
  readonly type: "major" | "minor";
  readonly execution: "sync";
  readonly flavor?: "last-resort";
}) => void;

/** By then it is decided whether a collection in slices begins. */
const beginsMs = 100;

/**
 * Only contexts that are made while the flag is set have the function. Flags are those of all threads: undefined if another
 * one has just set it back.
 */
function exposedCollector(): Collector | undefined {
  setFlagsFromString("--expose-gc");
  const collector = runInNewContext("globalThis.gc") as Collector | undefined;
  setFlagsFromString("--no-expose-gc");
  return collector;
}

/** Where the collector is not found, nothing is collected, and it is looked for again the next time. */
export function engineMemory(
  { after }: Pick<Clock, "after">,
  find: () => Collector | undefined = exposedCollector,
): Memory {
  let known: Collector | undefined;
  const collector = () => {
    known ??= find();
    return known;
  };
  return {
    used: () =>
      getHeapSpaceStatistics()
        .filter(({ space_name: name }) => !name.startsWith("new_"))
        .reduce((sum, { space_used_size: size }) => sum + size, 0),
    // Unlike an ordinary one, it gives back the pages that are free then.
    collect: () => collector()?.({ type: "major", execution: "sync", flavor: "last-resort" }),
    collectInSlices: () => {
      const gc = collector();
      if (gc === undefined) return;
      // After a minor collection the engine looks whether a major one has to begin, in a task of its own: for these flags, if
      // the old generation has grown by a hundredth of what it may grow by, and then it gives memory back.
      const filling = new Array(2 ** 18).fill(0);
      setFlagsFromString("--incremental-marking-soft-trigger=1");
      setFlagsFromString("--optimize-for-size");
      gc({ type: "minor", execution: "sync" });
      filling.length = 0;
      after(beginsMs, () => {
        setFlagsFromString("--incremental-marking-soft-trigger=0");
        setFlagsFromString("--no-optimize-for-size");
      });
    },
  };
}

/** How much more must be in use than after the collections before, and how much not to wait until they were long ago. */
const growth = 1.25;
const muchGrowth = 1.5;
const restMs = 60_000;

/** Until a collection in slices is over; what comes after that is garbage again, in a flood of messages. */
const collectedMs = 1_000;

/**
 * Collects a thread's garbage while it is quiet: that of its start, and then whenever there is much of it. Once: the engine
 * itself collects again later, and gives back the pages that this leaves. The returned function stops it.
 */
export function collectInQuiet(
  clock: Pick<Clock, "elapsed" | "after">,
  { used, collect }: Pick<Memory, "used" | "collect">,
  everyMs: number,
  isQuiet: () => boolean = () => true,
): () => void {
  let usedAfter = 0;
  let collectedAt = 0;
  let cancel = () => {};
  const stop = lookEvery(clock, everyMs, () => {
    if (!isQuiet()) return;
    const isRested = clock.elapsed() - collectedAt >= restMs;
    if (used() < usedAfter * (isRested ? growth : muchGrowth)) return;
    collectedAt = clock.elapsed();
    collect();
    cancel = clock.after(collectedMs, () => {
      usedAfter = used();
    });
  });
  return () => {
    cancel();
    stop();
  };
}
