/** The residents' interface to the realm, with the same actions as over HTTP. */
import { personNumbered } from "#realm/actions/access.ts";
import { applyEdit, editContent, requireEditable } from "#realm/actions/edit.ts";
import { addReaction } from "#realm/actions/react.ts";
import { send } from "#realm/actions/send.ts";
import { noSuchMessage } from "#realm/failures.ts";
import { markRead } from "#realm/routes/flags.ts";
import { ping, typeInStream, typeToPeople } from "#realm/routes/presence.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import type { Server } from "#realm/server.ts";

/** A delivered message from anybody. */
export type DeliveredMessage = {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
  readonly place: Destination;
};

/** A unique key for each conversation. */
export function placeKey(place: Destination): string {
  return "to" in place ? place.to.join() : `${place.streamId}:${place.topic.toLowerCase()}`;
}

/** Each action is performed as a user. A refusal is thrown, and ends the resident's task. */
export type ResidentPort = ReturnType<typeof residentPort>;

export function residentPort(server: Server) {
  return {
    /** Returns the message ID. */
    send: (userId: number, place: Destination, content: string): number => {
      const address =
        "streamId" in place
          ? ({ type: "stream", to: String(place.streamId), topic: place.topic } as const)
          : ({ type: "direct", to: JSON.stringify(place.to), topic: undefined } as const);
      const sending = { ...address, content, client: "website", readBySender: true };
      return send(server, personNumbered(server, userId), sending).id;
    },
    type: (userId: number, place: Destination, what: "start" | "stop"): void => {
      const person = personNumbered(server, userId);
      if ("to" in place) typeToPeople(server, person, what, place.to);
      else typeInStream(server, person, what, place.streamId, place.topic);
    },
    /** `emoji` is a name in the catalogue. */
    react: (userId: number, messageId: number, emoji: string): void =>
      addReaction(server, personNumbered(server, userId), messageId, { emoji_name: emoji }),
    edit: (userId: number, messageId: number, content: string): void => {
      const person = personNumbered(server, userId);
      const message = server.state.messages.byId.get(messageId);
      if (message === undefined) throw noSuchMessage();
      requireEditable(server, person, message);
      applyEdit(server, person, message, editContent(server, person, message, content));
    },
    read: (userId: number, ids: readonly number[]): void =>
      markRead(server, personNumbered(server, userId), ids),
    setPresence: (userId: number, presence: "active" | "idle"): void =>
      ping(server, personNumbered(server, userId), presence),
  };
}
