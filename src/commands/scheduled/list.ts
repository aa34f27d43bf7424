/** Scheduled messages: those that failed first, then by time. */
import { memoizePer } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { dayLabel, hourOn } from "#base/time.ts";
import {
  bySection,
  type Filter,
  type ListDefinition,
  noneInFilter,
  overIf,
  type Removal,
  type RowContext,
  withWords,
} from "#commands/lists/list.ts";
import { glyph, overRow, subjectOver, text, titled } from "#commands/lists/row.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import { askForTime, hoursFor } from "#commands/time-choices.ts";
import { inverseOf } from "#journal/action.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Action } from "#journal/intent.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { lostUse } from "#model/streams.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { editScheduled, sendNow } from "./editing.ts";

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["failed", "due"] },
  { key: "failed", title: "Failed", sections: ["failed"] },
];

/** Undefined if it was sent or deleted. */
export function scheduledOf(
  { scheduled }: Pick<Replica, "scheduled">,
  key: RowKey,
): ScheduledMessage | undefined {
  return scheduled.get(Number(key) as ScheduledId);
}

/** The likely reason why sending failed: the server gives none. */
export function failureOf(view: Replica, message: ScheduledMessage): string {
  const { address } = timedOf(view, message);
  if (address.kind === "topic") {
    const lost = lostUse(view, address.streamId);
    return lost === undefined ? "the server could not send it" : `the stream is ${lost}`;
  }
  const deactivated = address.userIds
    .map((id) => get(view.people, id))
    .find((one) => one?.isActive === false);
  return deactivated === undefined
    ? "the server could not send it"
    : `the account of ${deactivated.name} is deactivated`;
}

const scheduledRows = memoizePer(
  (
    scheduled: Replica["scheduled"],
    ownId: Replica["ownId"],
    realm: Replica["realm"],
    organization: Replica["organization"],
    zone: string | undefined,
  ): readonly GroupedRow[] =>
    [...scheduled.values()]
      .sort(
        (a, b) =>
          Number(b.failed ?? false) - Number(a.failed ?? false) ||
          a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
      )
      .map((message) => {
        const { address: stoodFor, at } = timedOf({ ownId, realm, organization }, message);
        const key = String(message.scheduled_message_id);
        return message.failed
          ? { key, section: "failed", stoodFor }
          : { key, section: "due", group: dayKey(at, zone), stoodFor };
      }),
);

/** The local day on which it will be sent. */
export function dayKey(at: number, timeZone: string | undefined): RowKey {
  return `day:${hourOn(at, 0, 0, { timeZone })}`;
}

function deletion({ store }: RowContext, rows: readonly RowKey[]): Removal | undefined {
  const { view } = store.getState();
  const messages = rows.flatMap((key) => scheduledOf(view, key) ?? []);
  const [first] = messages;
  if (first === undefined) return undefined;
  const actions = messages.map(
    (message): Action => ({
      kind: "schedule-delete",
      id: message.scheduled_message_id,
      ...timedOf(view, message),
    }),
  );
  const one = `the scheduled message to ${titleOf(view, timedOf(view, first).address)}`;
  return {
    keys: rows,
    sentence: `Deleted ${messages.length === 1 ? one : `${messages.length} scheduled messages`}`,
    step: { actions, inverse: actions.flatMap((each) => inverseOf(view, each)) },
  };
}

const definition: ListDefinition = {
  ...bySection(filters, ({ view }) =>
    scheduledRows(
      view.scheduled,
      view.ownId,
      view.realm,
      view.organization,
      hoursFor(view).timeZone,
    ),
  ),
  coming: { follows: ({ view }) => view.scheduled },
  triage: overIf(({ view }, key) => scheduledOf(view, key) === undefined),
  everyAccount: {
    rank: ({ view }, { key }) => -(scheduledOf(view, key)?.scheduled_delivery_timestamp ?? 0),
  },
  empty: (_, { key }) =>
    key === "all"
      ? [
          "Nothing is scheduled.",
          "Messages to be sent later appear here.| {go.inbox} goes to the inbox|.",
        ]
      : noneInFilter,
  row: ({ view }, placed) => {
    const message = scheduledOf(view, placed.key);
    if (message === undefined) return overRow(subjectOver(view, placed), "sent or deleted");
    const { address, content, at } = timedOf(view, message);
    const isFailed = message.failed === true;
    return {
      sign: isFailed ? glyph("failed", "bad") : glyph("scheduled", "accent"),
      subject: [{ conversation: address, token: "text" }],
      detail: [
        ...(isFailed ? [text(`${failureOf(view, message)}: `, "bad")] : []),
        { ownText: content },
      ],
      time: { due: at },
    };
  },
  columns: {
    times: (view) => [...view.scheduled.values()].map((message) => timedOf(view, message).at),
  },
  peek: ({ view }, key) => {
    const message = scheduledOf(view, key);
    if (message === undefined) return undefined;
    const { address: narrow, content } = timedOf(view, message);
    return { narrow, text: content, isShownOnly: true };
  },
  // Today, tomorrow, or the date.
  heading: ({ view, now }, key) => {
    if (key === "failed") return titled("FAILED", "bad");
    const [, day] = /^day:(\d+)$/.exec(key) ?? [];
    if (day === undefined) return undefined;
    const { timeZone } = hoursFor(view);
    const days = [0, 1].map((days) => dayKey(hourOn(now, days, 0, { timeZone }), timeZone));
    const near = ["TODAY", "TOMORROW"][days.indexOf(key)];
    return titled(near ?? dayLabel(Number(day), now, { timeZone }).toUpperCase(), "dim");
  },
  open: ({ store }, key): undefined => {
    const message = scheduledOf(store.getState().view, key);
    if (message !== undefined)
      openMenu(store, { kind: "scheduled", id: message.scheduled_message_id });
  },
  // The text goes into the composer; the list stays open.
  edit: ({ store }, key): undefined => {
    const message = scheduledOf(store.getState().view, key);
    if (message !== undefined) editScheduled(store, message.scheduled_message_id);
  },
  remove: deletion,
  keys: {
    work: {
      "topic.move": {
        title: "Change the time",
        hint: "time",
        needs: "scheduledChanges",
        run: (context, [key = "", ...more]) => {
          const message = scheduledOf(context.store.getState().view, key);
          if (more.length > 0)
            showToast(context.store, "Select one: each has its own time.", "error");
          else if (message !== undefined)
            askForTime(context, { kind: "reschedule", id: message.scheduled_message_id });
        },
      },
      "topic.resolve": {
        title: "Send now",
        hint: "send now",
        needs: "scheduling",
        run: (context, rows) => {
          const { view } = context.store.getState();
          sendNow(
            context,
            rows.flatMap((key) => scheduledOf(view, key) ?? []),
          );
        },
      },
    },
    words: () => ({ "list.mark": "select", "list.delete": "delete" }),
  },
};

export const scheduledDefinition = withWords(definition, "all messages", ({ view }, key) => {
  const message = scheduledOf(view, key);
  return message === undefined
    ? ""
    : `${titleOf(view, timedOf(view, message).address)} ${message.content}`;
});
