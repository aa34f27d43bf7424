/** Votes, options and tasks: what people add to polls and to-do lists. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hearsAdditions, readableMessage } from "./access.ts";

export type Addition = {
  readonly messageId: number;
  readonly type: string;
  readonly content: string;
};

export function addSubmessage(server: Server, person: Person, addition: Addition): void {
  const message = readableMessage(server, person, addition.messageId);
  requireBegun(person, message);
  const { content, type } = addition;
  requireJson(content);
  const id = server.state.messages.newestSubmessage + 1;
  const submessage = { id, senderId: person.id, type, content };
  commit(server, { kind: "submessage added", id: message.id, submessage });
  announce(
    server,
    "submessage",
    (userId) => hearsAdditions(server, userId, message),
    () => ({
      msg_type: type,
      message_id: message.id,
      submessage_id: id,
      sender_id: person.id,
      content,
    }),
  );
}

/** The author is the first who adds something: with that, a message is open to everybody. */
function requireBegun(person: Person, { senderId, submessages }: Message): void {
  if (senderId === person.id || submessages.some((one) => one.senderId === senderId)) return;
  throw new Refusal("You cannot attach a submessage to this message.");
}

function requireJson(content: string): void {
  try {
    JSON.parse(content);
  } catch {
    throw new Refusal("Invalid json for submessage");
  }
}
