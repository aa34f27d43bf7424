/** Notices that standard output cannot be written any more: its reader has closed it, or its disk is full. */
import { codeOf, reasonOf } from "./file-errors.ts";

type Stdout = Pick<NodeJS.WriteStream, "on" | "off" | "write">;

export type OutputWatch = {
  /** Calls `take` at the first error; `isClosed`: the reader wants no more, as `head` does. */
  readonly onLoss: (take: (isClosed: boolean) => void) => void;
  /** Why the output is incomplete, as the end of a sentence; undefined if it is complete, or its reader closed it. */
  readonly reason: () => Promise<string | undefined>;
  /** Leaves errors to others. */
  readonly forget: () => void;
};

export function watchOutput(stdout: Stdout): OutputWatch {
  let error: unknown;
  const takers: ((isClosed: boolean) => void)[] = [];
  const isClosed = () => codeOf(error) === "EPIPE";
  const note = (next: unknown) => {
    if (error !== undefined) return;
    error = next;
    for (const take of takers) take(isClosed());
  };
  stdout.on("error", note);
  return {
    onLoss: (take) => void (error === undefined ? takers.push(take) : take(isClosed())),
    reason: async () => {
      // An error is reported shortly after the write that failed.
      await new Promise<void>((resolve) => void stdout.write("", () => setImmediate(resolve)));
      return error === undefined || isClosed() ? undefined : reasonOf(error);
    },
    forget: () => void stdout.off("error", note),
  };
}
