/** Sending, fetching, matching and rendering messages, read receipts, and submessages. */
import { sorted } from "#base/sorted.ts";
import { isoMoment } from "#base/time.ts";
import { notPermitted, readableMessage, receivesAdditions } from "#realm/actions/access.ts";
import { messageType } from "#realm/actions/addressee.ts";
import { named, notify, send } from "#realm/actions/send.ts";
import { Refusal, refusalOf } from "#realm/failures.ts";
import { highlighted, highlightedTopic, readNarrow } from "#realm/narrow/conditions.ts";
import { pageOf, readAnchor, readyNarrow } from "#realm/narrow/narrow.ts";
import { missing } from "#realm/parameters.ts";
import { mayInRealm } from "#realm/permissions.ts";
import { countsOwnAsRead } from "#realm/program.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { canSummarize, realmSetting, reportTypes } from "#realm/settings/realm.ts";
import { userSetting } from "#realm/settings/user.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { flagsOf, hasReceived, isOwn, personalOf } from "#realm/state/state.ts";
import { type MessageForm, messageView } from "#realm/views/message.ts";
import * as flags from "#wire/endpoints/flags.ts";
import { getMessage, getMessages, sendMessage } from "#wire/endpoints/messages.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { newestAnchor } from "#wire/narrow.ts";

/** Whether the server sums up at all, and for that person, who wants it. */
function maySumUp(server: Server, person: Person): boolean {
  return (
    canSummarize(server) &&
    mayInRealm(server, person, "can_summarize_topics_group") &&
    userSetting(personalOf(server.state, person.id), "hide_ai_features") !== true
  );
}

export const routes = [
  /** The moderators get a message of the notification bot. */
  action(flags.reportMessage, ({ server, person, values, id }) => {
    const streamId = realmSetting(server, "moderation_request_channel_id");
    if (typeof streamId !== "number" || streamId < 0) throw refusalOf(flags.reportsOff);
    const { senderId } = readableMessage(server, person, id);
    const { report_type: type, description = "" } = values;
    const reason = reportTypes.find(({ key }) => key === type)?.name;
    if (reason === undefined) throw new Refusal("Invalid report_type");
    if (type === "other" && description.trim() === "") throw refusalOf(flags.unexplained);
    const sender = server.state.people.byId.get(senderId);
    const place = { streamId, topic: `${sender?.fullName}'s moderation requests` };
    notify(server, place, `${named(person)} reported message ${id}: ${reason}. ${description}`);
  }),
  /** Nothing here understands texts: it says who wrote how much. */
  route(flags.summarizeNarrow, ({ server, person, values }) => {
    if (!maySumUp(server, person)) throw notPermitted();
    const terms = readNarrow(values.narrow, server.level);
    const page = { anchor: newestAnchor, num_before: 100, num_after: 0 };
    const { ids } = pageOf(server, readyNarrow(server, person, terms), page);
    const people = new Set(ids.map((id) => server.state.messages.byId.get(id)?.senderId));
    return { summary: `<p>${ids.length} messages of ${people.size} people.</p>` };
  }),
  route([sendMessage, { raw: ["to", "type"], mayLack: ["to"] }], (request) => {
    const { server, person, values, text, client, origin } = request;
    const { queue_id: queueId, local_id: localId } = values;
    // The document requires both, newer servers do not.
    const isLacking = queueId !== undefined && localId === undefined;
    if (isLacking && server.level <= documentLevel) throw missing("local_id");
    const { id } = send(server, person, {
      type: messageType(server.level, text("type") ?? ""),
      to: text("to"),
      topic: values.topic,
      content: values.content,
      client,
      readBySender: values.read_by_sender ?? countsOwnAsRead(server.brand, client),
      echo: queueId === undefined || localId === undefined ? undefined : { queueId, localId },
    });
    return {
      id,
      ...(server.level >= since.messageUrls && { message_url: `${origin}/#narrow/near/${id}` }),
    };
  }),
  route([getMessages, { raw: ["anchor"] }], ({ server, person, personal, values, text }) => {
    const terms = readNarrow(values.narrow, server.level);
    const form = {
      applyMarkdown: values.apply_markdown ?? true,
      clientGravatar: values.client_gravatar ?? server.level >= since.gravatar,
      knowsEmptyTopics: values.allow_empty_topic_name,
    };
    const { num_before, num_after, message_ids: wanted } = values;
    if (wanted !== undefined) {
      if (text("anchor") !== undefined || num_before !== undefined || num_after !== undefined)
        throw new Refusal("Unsupported parameter combination: message_ids, anchor");
      const existing = wanted.flatMap((id) => server.state.messages.byId.get(id) ?? []);
      const own = existing.filter((message) => isOwn(server.state, personal, message));
      return { messages: own.map((message) => fetchedView(server, person, message, form)) };
    }
    if (num_before === undefined) throw missing("num_before");
    if (num_after === undefined) throw missing("num_after");
    const anchor = anchorOf(server, {
      firstUnread: values.use_first_unread_anchor,
      text: text("anchor"),
      date: values.anchor_date,
    });
    if (num_before + num_after > limits.messagesPerRequest) {
      throw new Refusal(`Too many messages requested (maximum ${limits.messagesPerRequest}).`);
    }
    const narrow = readyNarrow(server, person, terms);
    const { ids, ...page } = pageOf(server, narrow, { ...values, num_before, num_after, anchor });
    const messages = ids.flatMap((id) => server.state.messages.byId.get(id) ?? []);
    return {
      messages: messages.map((message) => ({
        ...fetchedView(server, person, message, form),
        ...(narrow.search !== undefined && matchView(server, message, narrow.search)),
      })),
      ...page,
      history_limited: false,
    };
  }),
  route(getMessage, (request) => {
    const { server, person, values } = request;
    const message = messageAsked(request);
    const form = {
      applyMarkdown: values.apply_markdown ?? true,
      clientGravatar: true,
      knowsEmptyTopics: values.allow_empty_topic_name,
    };
    return { message: fetchedView(server, person, message, form), raw_content: message.content };
  }),
  // Ascending. Excludes the sender, muted people in either direction, and people who disabled read receipts.
  route(flags.getReadReceipts, (request) => {
    const { server, person } = request;
    const message = messageAsked(request);
    if (realmSetting(server, "enable_read_receipts") !== true) {
      throw new Refusal("Read receipts are disabled in this organization.");
    }
    return {
      user_ids: sorted(
        [...receivers(server, message)]
          .filter((id) => id !== message.senderId && tells(server, person, id))
          .filter((id) => !personalOf(server.state, id).unread.has(message.id)),
      ),
    };
  }),
  // The received messages that are in the narrow, by ID.
  route(flags.matchNarrow, ({ server, person, personal, values }) => {
    const narrow = readyNarrow(server, person, readNarrow(values.narrow, server.level));
    const matches = values.msg_ids
      .flatMap((id) => server.state.messages.byId.get(id) ?? [])
      .filter((message) => isOwn(server.state, personal, message) && narrow.holds(message))
      .map((message) => [message.id, matchView(server, message, narrow.search ?? "")] as const);
    return { messages: Object.fromEntries(matches) };
  }),
  route(flags.renderMessage, ({ server, values }) => ({
    rendered: server.render(values.content).html,
  })),
  /** Adds votes, options and tasks to polls and to-do lists. */
  action(flags.sendSubmessage, ({ server, person, values }) => {
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
  }),
];

/** The message in the path; throws unless the person may read it. */
export function messageAsked({ server, person, id }: RouteRequest): Message {
  return readableMessage(server, person, id);
}

type AskedAnchor = Readonly<{
  firstUnread: boolean | undefined;
  text: string | undefined;
  date: string | undefined;
}>;

function anchorOf(server: Server, { firstUnread, text, date }: AskedAnchor) {
  if (firstUnread === true) return "first_unread";
  if (text === undefined) throw new Refusal("Missing 'anchor' argument.");
  if (text !== "date" || server.level < since.dateAnchor) return readAnchor(text, server.level);
  const at = isoMoment(date ?? "");
  if (at === undefined) throw new Refusal("Invalid 'anchor_date' argument.");
  const { ids, byId } = server.state.messages;
  return ids.find((id) => (byId.get(id)?.sentAt ?? 0) >= at) ?? newestAnchor;
}

function fetchedView(server: Server, person: Person, message: Message, form: MessageForm) {
  const personal = personalOf(server.state, person.id);
  return {
    ...messageView(server, message, form),
    flags: flagsOf(server.state, personal, message),
  };
}

/** Search matches are always in HTML, even if Markdown was requested. */
function matchView(server: Server, { content, topic }: Message, query: string) {
  return {
    match_content: highlighted(server.render(content).html, query),
    match_subject: highlightedTopic(topic, query),
  };
}

// Read receipts, matching a narrow, rendering, and submessages.

function receivers({ state }: Server, message: Message): Iterable<number> {
  if (message.sentIn === undefined) return message.participants;
  const stream = state.streams.byId.get(message.sentIn);
  const readers = new Set([...(stream?.subscribers ?? []), ...(stream?.spans.keys() ?? [])]);
  return [...readers].filter((id) => hasReceived(state, id, message));
}

function tells({ state }: Server, person: Person, id: number): boolean {
  const other = state.people.byId.get(id);
  if (other === undefined || !other.isActive || other.isBot) return false;
  const personal = personalOf(state, id);
  if (userSetting(personal, "send_read_receipts") !== true) return false;
  const mutes = personalOf(state, person.id).mutedPeople.has(id);
  return !mutes && !personal.mutedPeople.has(person.id);
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
