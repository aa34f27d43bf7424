/** Scheduled messages: those that failed first, then by time. */

import { memoizeLast } from "#base/memoize-last.ts";
import { get } from "#base/table.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import { outOfReach } from "#model/known-stream.ts";
import type { Replica } from "#model/replica.ts";
import type { RowKey } from "#store/list.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { bySection, type Filter, type ListSource } from "./list.ts";

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
  if (address.kind === "topic")
    return get(view.streams, address.streamId) === undefined
      ? `the stream is ${outOfReach}`
      : "the server could not send it";
  const deactivated = address.userIds
    .map((id) => get(view.people, id))
    .find((one) => one?.isActive === false);
  return deactivated === undefined
    ? "the server could not send it"
    : `the account of ${deactivated.name} is deactivated`;
}

const rowsOf = memoizeLast((scheduled: Replica["scheduled"]): readonly GroupedRow[] =>
  [...scheduled.values()]
    .sort(
      (a, b) =>
        Number(b.failed ?? false) - Number(a.failed ?? false) ||
        a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
    )
    .map(({ scheduled_message_id, failed }) => ({
      key: String(scheduled_message_id),
      section: failed ? "failed" : "due",
    })),
);

export const scheduledSource: ListSource = {
  ...bySection(filters, ({ view }) => rowsOf(view.scheduled)),
  follows: ({ view }) => view.scheduled,
  isOver: ({ view }, key) => scheduledOf(view, key) === undefined,
};
