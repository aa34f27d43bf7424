/** How many bytes of the heap something keeps from being collected. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

function usedBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The bytes that what `make` returns keeps alive. It is made twice: compiled code does not count. */
export function retainedBytes(make: () => unknown): number {
  make();
  const before = usedBytes();
  const kept = [make()];
  const after = usedBytes();
  kept.length = 0;
  return after - before;
}
