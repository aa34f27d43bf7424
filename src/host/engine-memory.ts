/** The heap of the JavaScript engine. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type Memory = {
  /** Bytes of the heap in use, garbage included. */
  readonly used: () => number;
  /** Collects all garbage, and gives memory back to the system. */
  readonly collect: () => void;
};

type Collector = (how: {
  readonly type: "major";
  readonly execution: "sync";
  readonly flavor: "last-resort";
}) => void;

export function engineMemory(): Memory {
  let gc: Collector | undefined;
  return {
    used: () => process.memoryUsage().heapUsed,
    collect: () => {
      // Only contexts that are made after the flag was set have the function.
      setFlagsFromString("--expose-gc");
      gc ??= runInNewContext("gc") as Collector;
      setFlagsFromString("--no-expose-gc");
      // Unlike an ordinary one, it gives back the pages that are free then.
      gc({ type: "major", execution: "sync", flavor: "last-resort" });
    },
  };
}
