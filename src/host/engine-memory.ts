/** The heap of the JavaScript engine. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type Memory = {
  /** Bytes of the heap in use, garbage included. */
  readonly used: () => number;
  /** Collects all garbage, and gives memory back to the system. */
  readonly collect: () => void;
};

export function engineMemory(): Memory {
  let gc: (() => void) | undefined;
  return {
    used: () => process.memoryUsage().heapUsed,
    collect: () => {
      // Only contexts that are made after the flag was set have the function.
      setFlagsFromString("--expose-gc");
      gc ??= runInNewContext("gc") as () => void;
      setFlagsFromString("--no-expose-gc");
      gc();
    },
  };
}
