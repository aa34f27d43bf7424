/** Votes, options and tasks: what people add to polls and to-do lists. */
import { noSuchMessage, Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, mayRead } from "#realm/state/state.ts";

type Fields = Readonly<Record<string, unknown>>;

export type Addition = {
  readonly messageId: number;
  readonly type: string;
  readonly content: string;
};

export function addSubmessage(server: Server, person: Person, addition: Addition): void {
  const message = server.state.messages.byId.get(addition.messageId);
  if (message === undefined || !mayRead(server.state, person, message)) throw noSuchMessage();
  const widget = widgetType(message);
  if (widget === undefined && message.senderId !== person.id) {
    throw new Refusal("You cannot attach a submessage to this message.");
  }
  const { content, type } = addition;
  const data = parsed(content);
  if (widget === "poll") requirePollData(data, person, message);
  if (widget === "todo") requireTaskData(data, person, message);
  const id = (message.submessages.at(-1)?.id ?? message.id) + 1;
  const submessage = { id, senderId: person.id, type, content };
  commit(server, { kind: "submessage added", id: message.id, submessage });
  announce(
    server,
    "submessage",
    (userId) => hears(server, userId, message),
    () => ({
      msg_type: type,
      message_id: message.id,
      submessage_id: id,
      sender_id: person.id,
      content,
    }),
  );
}

function hears({ state }: Server, userId: number, message: Message): boolean {
  if (hasReceived(state, userId, message)) return true;
  const stream = state.streams.byId.get(message.streamId ?? -1);
  return stream?.historyPublic === true && stream.subscribers.has(userId);
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new Refusal("Invalid json for submessage");
  }
}

/** `poll`, `todo`, or undefined for a message that is neither. */
function widgetType({ submessages }: Message): unknown {
  const [first] = submessages;
  if (first === undefined) return undefined;
  const data = JSON.parse(first.content) as Fields;
  return data["widget_type"];
}

function dictionary(what: string, data: unknown): Fields {
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Fields;
  throw new Refusal(`${what} is not a dict`);
}

function requireText(what: string, data: Fields, key: string): void {
  if (!(key in data)) throw new Refusal(`${key} key is missing from ${what}`);
  if (typeof data[key] !== "string") throw new Refusal(`${what}["${key}"] is not a string`);
}

const mostOptions = 1000;

function requireNumber(what: string, data: Fields, key: string): void {
  const value = data[key];
  if (!(key in data)) throw new Refusal(`${key} key is missing from ${what}`);
  if (!Number.isInteger(value)) throw new Refusal(`${what}["${key}"] is not an integer`);
  if (Number(value) < 0) throw new Refusal(`${what}["${key}"] is too small`);
  if (Number(value) > mostOptions) throw new Refusal(`${what}["${key}"] is too large`);
}

function requirePollData(given: unknown, person: Person, message: Message): void {
  const what = "poll data";
  const data = dictionary(what, given);
  switch (data["type"]) {
    case "vote":
      requireText(what, data, "key");
      if (data["vote"] !== 1 && data["vote"] !== -1) throw new Refusal(`Invalid ${what}["vote"]`);
      break;
    case "new_option":
      requireText(what, data, "option");
      requireNumber(what, data, "idx");
      break;
    case "question":
      requireText(what, data, "question");
      if (message.senderId !== person.id) {
        throw new Refusal("You can't edit a question unless you are the author.");
      }
      break;
    default:
      throw new Refusal(`Unknown type for ${what}: ${String(data["type"])}`);
  }
}

function requireTaskData(given: unknown, person: Person, message: Message): void {
  const what = "todo data";
  const data = dictionary(what, given);
  switch (data["type"]) {
    case "new_task":
      requireNumber(what, data, "key");
      requireText(what, data, "task");
      requireText(what, data, "desc");
      break;
    case "strike":
      requireText(what, data, "key");
      break;
    case "new_task_list_title":
      requireText(what, data, "title");
      if (message.senderId !== person.id) {
        throw new Refusal("You can't edit the task list title unless you are the author.");
      }
      break;
    default:
      throw new Refusal(`Unknown type for ${what}: ${String(data["type"])}`);
  }
}
