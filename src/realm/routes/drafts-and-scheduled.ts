/** What a person keeps on the server beside messages: drafts, scheduled messages, alert words. */
import { addAlertWords, removeAlertWords } from "#realm/actions/alert-words.ts";
import {
  createDrafts,
  deleteDraft,
  editDraft,
  requireSynchronized,
} from "#realm/actions/drafts.ts";
import { changeScheduled, deleteScheduled, schedule } from "#realm/actions/scheduled.ts";
import { missing } from "#realm/parameters.ts";
import { personalOf } from "#realm/state/state.ts";
import { scheduledView } from "#realm/views/scheduled.ts";
import * as wire from "#wire/endpoints/drafts.ts";
import {
  createScheduled as createScheduledEndpoint,
  deleteScheduled as deleteScheduledEndpoint,
  editScheduled,
  getScheduled,
} from "#wire/endpoints/scheduled.ts";
import {
  addAlertWords as addAlertWordsEndpoint,
  getAlertWords,
  removeAlertWords as removeAlertWordsEndpoint,
} from "#wire/endpoints/settings.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { messageType } from "./messages.ts";
import { action, type RouteRequest, route } from "./route.ts";

const draftRoutes = [
  route(
    wire.createDrafts,
    ({ server, person, values, text }) => {
      const isLacking = text("drafts") === undefined;
      // The document does without; newer servers do not.
      if (isLacking && server.level > documentLevel) throw missing("drafts");
      return { ids: createDrafts(server, person, isLacking ? [] : values.drafts) };
    },
    { mayLack: ["drafts"] },
  ),
  action(wire.editDraft, ({ server, person, values, pathId }) =>
    editDraft(server, person, pathId("draft_id"), values.draft),
  ),
  action(wire.deleteDraft, ({ server, person, pathId }) =>
    deleteDraft(server, person, pathId("draft_id")),
  ),
  route(wire.getDrafts, ({ server, person }) => {
    requireSynchronized(server, person);
    const { drafts } = personalOf(server.state, person.id);
    const byTime = drafts.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id);
    return { count: byTime.length, drafts: byTime };
  }),
];

type Scheduling = RouteRequest<typeof createScheduledEndpoint.parameters>;
type Rescheduling = RouteRequest<typeof editScheduled.parameters>;

/** A stream's ID is no JSON there, and the IDs of people are. */
const raw = ["type", "to"];

const scheduledRoutes = [
  route(createScheduledEndpoint, (request) => scheduled(request), { raw }),
  action(editScheduled, (request) => rescheduled(request), { raw }),
  route(getScheduled, ({ server, person }) => ({
    scheduled_messages: personalOf(server.state, person.id).scheduled.map((one) =>
      scheduledView(server, one),
    ),
  })),
  action(deleteScheduledEndpoint, ({ server, person, pathId }) =>
    deleteScheduled(server, person, pathId("scheduled_message_id")),
  ),
];

function scheduled({ server, person, values, text, client }: Scheduling) {
  const id = schedule(server, person, {
    type: messageType(server.level, text("type") ?? ""),
    to: text("to") ?? "",
    topic: values.topic,
    content: values.content,
    at: values.scheduled_delivery_timestamp,
    readBySender: values.read_by_sender,
    client,
  });
  return { scheduled_message_id: id };
}

function rescheduled({ server, person, values, text, pathId, client }: Rescheduling) {
  const type = text("type");
  changeScheduled(server, person, pathId("scheduled_message_id"), {
    type: type === undefined ? undefined : messageType(server.level, type),
    to: text("to"),
    topic: values.topic,
    content: values.content,
    at: values.scheduled_delivery_timestamp,
    client,
  });
}

const alertWordRoutes = [
  route(getAlertWords, ({ server, person }) => ({
    alert_words: personalOf(server.state, person.id).alertWords,
  })),
  route(addAlertWordsEndpoint, ({ server, person, values }) => ({
    alert_words: addAlertWords(server, person, values.alert_words),
  })),
  route(removeAlertWordsEndpoint, ({ server, person, values }) => ({
    alert_words: removeAlertWords(server, person, values.alert_words),
  })),
];

export const draftAndScheduledRoutes = [...draftRoutes, ...scheduledRoutes, ...alertWordRoutes];
