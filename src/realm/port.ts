/** What residents do in the realm: the same actions as over HTTP, without the wire. */
import type { ResidentPort } from "#realm/residents/port.ts";
import type { Destination } from "#realm/seed/blueprint.ts";
import type { Person } from "#realm/state/people.ts";
import { applyEdit, editContent, requireEditable } from "./actions/edit.ts";
import { changeFlags } from "./actions/flags.ts";
import { ping } from "./actions/presence.ts";
import { addReaction } from "./actions/react.ts";
import { send } from "./actions/send.ts";
import { typeInStream, typeToPeople } from "./actions/type.ts";
import { noSuchMessage, Refusal } from "./failures.ts";
import type { Server } from "./server.ts";

function personOf(server: Server, userId: number): Person {
  const person = server.state.people.byId.get(userId);
  if (person === undefined) throw new Refusal("No such user");
  return person;
}

function addressOf(place: Destination) {
  return "streamId" in place
    ? { type: "stream" as const, to: String(place.streamId), topic: place.topic }
    : { type: "direct" as const, to: JSON.stringify(place.to), topic: undefined };
}

export function residentPort(server: Server): ResidentPort {
  return {
    send: (userId, place, content) =>
      send(server, personOf(server, userId), {
        ...addressOf(place),
        content,
        client: "website",
        readBySender: true,
        echo: undefined,
      }).id,
    type: (userId, place, what) => {
      const person = personOf(server, userId);
      if ("streamId" in place) {
        typeInStream(server, person, what, place.streamId, place.topic);
      } else typeToPeople(server, person, what, place.to);
    },
    react: (userId, messageId, emoji) =>
      addReaction(server, personOf(server, userId), messageId, {
        name: emoji,
        code: undefined,
        type: undefined,
      }),
    edit: (userId, messageId, content) => {
      const person = personOf(server, userId);
      const message = server.state.messages.byId.get(messageId);
      if (message === undefined) throw noSuchMessage();
      requireEditable(server, person, message);
      applyEdit(server, person, message, editContent(server, person, message, content));
    },
    read: (userId, messageIds) => {
      const request = { op: "add", flag: "read" } as const;
      changeFlags(server, personOf(server, userId), messageIds, request);
    },
    setPresence: (userId, presence) => ping(server, personOf(server, userId), presence),
  };
}
