/** Routes for sending and fetching messages. */

import { readableMessage } from "#realm/actions/access.ts";
import { messageType } from "#realm/actions/addressee.ts";
import { send } from "#realm/actions/send.ts";
import { Refusal } from "#realm/failures.ts";
import { pageOf, readAnchor } from "#realm/narrow/history.ts";
import { readyNarrow } from "#realm/narrow/narrow.ts";
import { highlighted, highlightedTopic } from "#realm/narrow/search.ts";
import { readNarrow } from "#realm/narrow/terms.ts";
import { missing } from "#realm/parameters.ts";
import { countsOwnAsRead } from "#realm/program.ts";
import type { Server } from "#realm/server.ts";
import { flagsOf } from "#realm/state/flags.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { type MessageForm, messageView } from "#realm/views/message.ts";
import { getMessage, getMessages, sendMessage } from "#wire/endpoints/messages.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { type RouteRequest, route } from "./route.ts";

export const messageRoutes = [
  route(sendMessage, (request) => sent(request), {
    raw: ["to", "type"],
    mayLack: ["to"],
  }),
  route(getMessages, (request) => history(request), { raw: ["anchor"] }),
  route(getMessage, (request) => single(request)),
];

/** The message in the path; throws unless the person may read it. */
export function messageAsked({ server, person, id }: RouteRequest): Message {
  return readableMessage(server, person, id);
}

function sent({
  server,
  person,
  values,
  text,
  client,
}: RouteRequest<typeof sendMessage.parameters>) {
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
  return { id };
}

function history({ server, person, values, text }: RouteRequest<typeof getMessages.parameters>) {
  const terms = readNarrow(values.narrow, server.level);
  const anchor = anchorOf(values.use_first_unread_anchor, text("anchor"), server.level);
  if (values.num_before + values.num_after > limits.messagesPerRequest) {
    throw new Refusal(`Too many messages requested (maximum ${limits.messagesPerRequest}).`);
  }
  const narrow = readyNarrow(server, person, terms);
  const page = pageOf(server, narrow, { ...values, anchor });
  const form = {
    applyMarkdown: values.apply_markdown ?? true,
    clientGravatar: values.client_gravatar ?? server.level >= since.gravatar,
  };
  const views = page.ids.flatMap((id) => {
    const message = server.state.messages.byId.get(id);
    return message === undefined ? [] : [fetchedView(server, person, message, form)];
  });
  return {
    messages: narrow.search === undefined ? views : views.map(matched(server, narrow.search)),
    found_anchor: page.foundAnchor,
    found_oldest: page.foundOldest,
    found_newest: page.foundNewest,
    history_limited: false,
    anchor: page.anchor,
  };
}

function anchorOf(firstUnread: boolean | undefined, text: string | undefined, level: number) {
  if (firstUnread === true) return "first_unread";
  if (text === undefined) throw new Refusal("Missing 'anchor' argument.");
  return readAnchor(text, level);
}

function fetchedView(server: Server, person: Person, message: Message, form: MessageForm) {
  const personal = personalOf(server.state, person.id);
  return {
    ...messageView(server, message, form),
    flags: flagsOf(server.state, personal, message),
  };
}

/** Search matches are always in HTML, even if Markdown was requested. */
function matched(server: Server, query: string) {
  return (view: ReturnType<typeof fetchedView>) => {
    const message = server.state.messages.byId.get(view.id);
    const html = message && server.render(message.content).html;
    return {
      ...view,
      match_content: highlighted(html ?? view.content, query),
      match_subject: highlightedTopic(view.subject, query),
    };
  };
}

function single(request: RouteRequest<typeof getMessage.parameters>) {
  const { server, person, values } = request;
  const message = messageAsked(request);
  const form = { applyMarkdown: values.apply_markdown ?? true, clientGravatar: true };
  return { message: fetchedView(server, person, message, form), raw_content: message.content };
}
