/** Measures retained heap. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

function usedBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The bytes retained by the result of `make`, which is called twice to exclude compiled code. */
export function retainedBytes(make: () => unknown): number {
  make();
  const before = usedBytes();
  const retained = [make()];
  const after = usedBytes();
  retained.length = 0;
  return after - before;
}
