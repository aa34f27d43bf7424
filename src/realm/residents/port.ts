/** What residents ask of the realm that they live in, and what they are told by it. */

import type { Destination } from "#realm/seed/blueprint.ts";

type Done = void | Promise<void>;

/** Each action is done in somebody's name. A refusal (a rejection, a thrown error) ends what the resident was at. */
export type ResidentPort = {
  /** Gives the id of the message. */
  readonly send: (userId: number, place: Destination, content: string) => number | Promise<number>;
  readonly type: (userId: number, place: Destination, what: "start" | "stop") => Done;
  /** `emoji` is a name of the catalogue. */
  readonly react: (userId: number, messageId: number, emoji: string) => Done;
  readonly edit: (userId: number, messageId: number, content: string) => Done;
  readonly read: (userId: number, messageIds: readonly number[]) => Done;
  readonly setPresence: (userId: number, presence: "active" | "idle") => Done;
};

/** A message that was delivered, whoever sent it. */
export type Heard = {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
  readonly place: Destination;
};

/** One string for each conversation. */
export function placeKey(place: Destination): string {
  return "to" in place ? place.to.join() : `${place.streamId}:${place.topic.toLowerCase()}`;
}
