/** What more can be asked of messages: who read them, what they match, how a text is drawn; and voting in them. */
import { readersOf } from "#realm/actions/read-receipts.ts";
import { addSubmessage } from "#realm/actions/submessage.ts";
import { readyNarrow } from "#realm/narrow/narrow.ts";
import { highlighted, highlightedTopic } from "#realm/narrow/search.ts";
import { readNarrow } from "#realm/narrow/terms.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import {
  getReadReceipts,
  matchNarrow,
  renderMessage,
  sendSubmessage,
} from "#wire/endpoints/reading.ts";
import { messageAsked } from "./messages.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const readingRoutes = [
  route(getReadReceipts, (request) => ({
    user_ids: readersOf(request.server, request.person, messageAsked(request)),
  })),
  route(matchNarrow, (request) => ({ messages: matching(request) })),
  route(renderMessage, ({ server, values }) => ({
    rendered: server.render(values.content).html,
  })),
  action(sendSubmessage, ({ server, person, values }) =>
    addSubmessage(server, person, {
      messageId: values.message_id,
      type: values.msg_type,
      content: values.content,
    }),
  ),
];

/** Those of the messages that the person received and that belong to the narrow, by ID. */
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
