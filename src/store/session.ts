/** How the program stands with its server: what the header says, and what is being fetched. */
import type { IntentId } from "#journal/intent.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { QueueId } from "#wire/ids.ts";

/**
 * `connecting` — nothing shown yet is from this run;
 * `live` — the queue answers;
 * `catching-up` — the queue was lost or silent, and what happened meanwhile is being read;
 * `stale` — no answer since `since`, but the machine seems to have a network;
 * `offline` — the server cannot be reached since `since`;
 * `signed-out` — the server refused the credentials: nothing is sent until the person signs in again.
 */
export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  | { readonly kind: "catching-up" }
  | { readonly kind: "stale" /** UNIX milliseconds. */; readonly since: number }
  | { readonly kind: "offline" /** UNIX milliseconds. */; readonly since: number }
  | { readonly kind: "signed-out"; readonly sentence: string };

/** Long work that the server does for the person in several requests. It ends early when its intent is retired. */
export type Progress = {
  /** The intent that is carried out. */
  readonly intent: IntentId;
  /** What is done, in a few words: "Marking everything as read". May hold a topic's name as the server tells it. */
  readonly title: string;
  /** How many requests were answered. */
  readonly answers: number;
  /** How many it will be; undefined: the server does not tell. */
  readonly of: number | undefined;
};

export type Session = {
  readonly connection: Connection;
  /** The queue that events come from: a send names it to be told which message it became. */
  readonly queueId: QueueId | undefined;
  /** Shown under the header until a key is pressed or it is replaced: the demo's banner, a lost disk. */
  readonly notice: string | undefined;
  /** Narrows with a page under way. */
  readonly loading: ReadonlySet<NarrowKey>;
  /** Why a narrow could not be loaded; gone at the next try. */
  readonly loadFailures: ReadonlyMap<NarrowKey, string>;
  /** Event types that were set aside because they could not be applied; the header warns while there are any. */
  readonly quarantined: readonly string[];
  /** Oldest first; what is over in a moment does not appear. */
  readonly progress: readonly Progress[];
  /** What the disk has refused so far: the IDs of intents, among names of other rows. */
  readonly unsaved: ReadonlySet<string>;
};

export const newSession: Session = {
  connection: { kind: "connecting" },
  queueId: undefined,
  notice: undefined,
  loading: new Set(),
  loadFailures: new Map(),
  quarantined: [],
  progress: [],
  unsaved: new Set(),
};
