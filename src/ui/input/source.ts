/** The terminal's standard input, read and decoded; a lone Esc is told from the beginning of a sequence by a short wait. */
import type { Clock } from "#base/clock.ts";
import { createDecoder } from "./decoder.ts";
import type { Input } from "./input.ts";

/** What is used of a terminal's input stream. */
export type InputStream = {
  readonly on: (event: "data", listener: (bytes: Uint8Array) => void) => unknown;
  readonly off: (event: "data", listener: (bytes: Uint8Array) => void) => unknown;
  readonly resume: () => unknown;
  readonly pause: () => unknown;
};

/** Gives every input to `take` until the returned function is called. */
export function readInput(
  stream: InputStream,
  clock: Clock,
  take: (input: Input) => void,
): () => void {
  const decoder = createDecoder();
  let cancel = () => {};
  const onBytes = (bytes: Uint8Array) => {
    cancel();
    for (const input of decoder.feed(bytes)) take(input);
    const waitMs = decoder.waitMs();
    if (waitMs !== undefined) cancel = clock.after(waitMs, () => decoder.settle().forEach(take));
  };
  stream.on("data", onBytes);
  stream.resume();
  return () => {
    cancel();
    stream.off("data", onBytes);
    stream.pause();
  };
}
