/** Routes for read receipts, matching a narrow, rendering, and submessages. */
import { readableMessage, receivesAdditions } from "#realm/actions/access.ts";
import { Refusal } from "#realm/failures.ts";
import { readyNarrow } from "#realm/narrow/narrow.ts";
import { highlighted, highlightedTopic } from "#realm/narrow/search.ts";
import { readNarrow } from "#realm/narrow/terms.ts";
import { realmSetting } from "#realm/register/realm.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, isOwn, personalOf } from "#realm/state/state.ts";
import {
  getReadReceipts,
  matchNarrow,
  renderMessage,
  sendSubmessage,
} from "#wire/endpoints/reading.ts";
import { messageAsked } from "./messages.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const readingRoutes = [
  route(getReadReceipts, (request) => ({ user_ids: readersOf(request) })),
  route(matchNarrow, (request) => ({ messages: matching(request) })),
  route(renderMessage, ({ server, values }) => ({
    rendered: server.render(values.content).html,
  })),
  action(sendSubmessage, addSubmessage),
];

/** The received messages that are in the narrow, by ID. */
function matching({ server, person, values }: RouteRequest<typeof matchNarrow.parameters>) {
  const narrow = readyNarrow(server, person, readNarrow(values.narrow, server.level));
  const personal = personalOf(server.state, person.id);
  const entries = values.msg_ids.flatMap((id) => {
    const message = server.state.messages.byId.get(id);
    if (message === undefined || !isOwn(server.state, personal, message)) return [];
    if (!narrow.holds(message)) return [];
    const { search = "" } = narrow;
    const match_content = highlighted(server.render(message.content).html, search);
    return [
      [String(id), { match_content, match_subject: highlightedTopic(message.topic, search) }],
    ];
  });
  return Object.fromEntries(entries);
}

/** Ascending. Excludes the sender, muted people in either direction, and people who disabled read receipts. */
function readersOf(request: RouteRequest): readonly number[] {
  const { server, person } = request;
  const message = messageAsked(request);
  if (realmSetting(server, "enable_read_receipts") !== true) {
    throw new Refusal("Read receipts are disabled in this organization.");
  }
  return [...receivers(server, message)]
    .filter((id) => id !== message.senderId && tells(server, person, id))
    .filter((id) => !personalOf(server.state, id).unread.has(message.id))
    .sort((a, b) => a - b);
}

function receivers({ state }: Server, message: Message): Iterable<number> {
  if (message.sentIn === undefined) return message.participants;
  const stream = state.streams.byId.get(message.sentIn);
  const known = new Set([...(stream?.subscribers ?? []), ...(stream?.spans.keys() ?? [])]);
  return [...known].filter((id) => hasReceived(state, id, message));
}

function tells({ state }: Server, person: Person, id: number): boolean {
  const other = state.people.byId.get(id);
  if (other === undefined || !other.isActive || other.isBot) return false;
  const personal = personalOf(state, id);
  if (userSetting(personal, "send_read_receipts") !== true) return false;
  const mutes = personalOf(state, person.id).mutedPeople.has(id);
  return !mutes && !personal.mutedPeople.has(person.id);
}

/** Adds votes, options and tasks to polls and to-do lists. */
function addSubmessage({ server, person, values }: RouteRequest<typeof sendSubmessage.parameters>) {
  const { msg_type: type, content } = values;
  const message = readableMessage(server, person, values.message_id);
  requireBegun(person, message);
  requireJson(content);
  const id = server.state.messages.newestSubmessage + 1;
  const submessage = { id, senderId: person.id, type, content };
  commit(server, { kind: "submessage added", id: message.id, submessage });
  announce(server, "submessage", (userId) => receivesAdditions(server, userId, message), {
    msg_type: type,
    message_id: message.id,
    submessage_id: id,
    sender_id: person.id,
    content,
  });
}

/** The first submessage must be the sender's; after that, anybody may add some. */
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
