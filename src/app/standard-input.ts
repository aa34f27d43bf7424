/** Reads what is piped to weir. */

import { addAbortSignal } from "node:stream";
import { Exit } from "#cli/exit-codes.ts";
import { readAtMost } from "#host/local-files.ts";

/**
 * The whole standard input: what is piped to weir. Throws an Exit if it has more than `longest` bytes. When `signal` is aborted, it is closed,
 * so that it does not keep the process alive, and the promise rejects with the signal's reason.
 */
export async function standardInput(
  longest: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const input = signal === undefined ? process.stdin : addAbortSignal(signal, process.stdin);
  try {
    const bytes = await readAtMost(input, longest);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
  const limit = `${longest / 1_000_000} MB`;
  throw new Exit("usage", `Standard input is longer than ${limit}, more than can be sent.`);
}
