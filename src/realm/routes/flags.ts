/** Routes for flags by list and by narrow, and for marking everything, streams and topics read. */

import { visibleStream } from "#realm/actions/access.ts";
import {
  changeFlags,
  type FlagRequest,
  markRead,
  readAll,
  readFlag,
  readOp,
} from "#realm/actions/flags.ts";
import { Refusal } from "#realm/failures.ts";
import { pageOf, readAnchor } from "#realm/narrow/history.ts";
import { readyNarrow } from "#realm/narrow/narrow.ts";
import { readNarrow } from "#realm/narrow/terms.ts";
import type { Server } from "#realm/server.ts";
import { idsOfTopic } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateFlags,
  updateFlagsOfNarrow,
} from "#wire/endpoints/flags.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { action, completion, type RouteRequest, route } from "./route.ts";

export const flagRoutes = [
  route(
    updateFlags,
    ({ server, person, values, text }) => {
      const request = flagRequest(server.level, text("op"), values.flag);
      changeFlags(server, person, values.messages, request);
      // Always the list of the request: only the event tells what changed.
      return { messages: values.messages };
    },
    { raw: ["op"] },
  ),
  route(updateFlagsOfNarrow, (request) => flagNarrow(request), { raw: ["op", "anchor"] }),
  route(markAllAsRead, ({ server, person }) =>
    completion(server.level, readAll(server, person), since.partiallyCompleted),
  ),
  action(markStreamAsRead, ({ server, person, values }) => {
    const stream = visibleStream(server, person, values.stream_id);
    readThese(server, person, server.state.messages.ofStream.get(stream.id) ?? []);
  }),
  action(markTopicAsRead, ({ server, person, values }) => {
    const stream = visibleStream(server, person, values.stream_id);
    // Real servers ignore the empty topic.
    if (values.topic_name === "") return;
    const ids = idsOfTopic(server.state.messages, stream.id, values.topic_name);
    if (!ids.some((id) => belongsTo(server, person, id))) {
      throw new Refusal(`No such topic '${values.topic_name}'`);
    }
    readThese(server, person, ids);
  }),
];

/** LEVEL(121): before it, messages could not be marked unread. */
function flagRequest(level: number, op: string | undefined, flag: string): FlagRequest {
  // An invalid flag is reported before an invalid operation.
  const request = { flag: readFlag(flag), op: readOp(op ?? "") };
  const marksUnread = request.flag === "read" && request.op === "remove";
  if (marksUnread && level < since.markUnread) throw new Refusal("Flag not editable: 'read'");
  return request;
}

function belongsTo(server: Server, person: Person, id: number): boolean {
  const message = server.state.messages.byId.get(id);
  return message !== undefined && isOwn(server.state, personalOf(server.state, person.id), message);
}

function readThese(server: Server, person: Person, ids: readonly number[]): void {
  const { unread } = personalOf(server.state, person.id);
  const open = ids.filter((id) => unread.has(id));
  markRead(server, person, open);
}

/** Limits a page to the maximum of one request; if both sides exceed it, each gets half. */
function clamped(before: number, after: number) {
  const most = limits.messagesPerRequest;
  const olderCount = Math.min(before, Math.max(most - after, Math.floor(most / 2)));
  return { num_before: olderCount, num_after: Math.min(after, most - olderCount) };
}

function flagNarrow(asked: RouteRequest<typeof updateFlagsOfNarrow.parameters>) {
  const { server, person, values, text } = asked;
  const terms = readNarrow(values.narrow, server.level);
  const page = pageOf(server, readyNarrow(server, person, terms), {
    ...values,
    anchor: readAnchor(text("anchor") ?? "", server.level),
    ...clamped(values.num_before, values.num_after),
  });
  const request = flagRequest(server.level, text("op"), values.flag);
  const updated = changeFlags(server, person, page.ids, request);
  return {
    processed_count: page.ids.length,
    updated_count: updated,
    first_processed_id: page.ids[0] ?? null,
    last_processed_id: page.ids.at(-1) ?? null,
    found_oldest: page.foundOldest,
    found_newest: page.foundNewest,
  };
}
