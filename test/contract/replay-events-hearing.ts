/** The words of what people hear: events, queues, and how a queue was registered. */
import type { Happening } from "../support/recordings.ts";

export type Heard = { readonly type: string; readonly [key: string]: unknown };
export type HeardBy = Readonly<Record<string, readonly Heard[]>>;

/** What a queue was registered with, by the name that the recordings give to it. */
export type Listening = Readonly<Record<string, unknown>>;

export type Hearing = {
  readonly name: string;
  readonly happening: Happening;
  /** The parameters that differ, of each queue. */
  readonly listening: (queue: string) => Listening;
};

/** The name that a queue's owner goes by. */
export function ownerOf(queue: string): string {
  return queue.replace(/-.*$/, "");
}
