/** Scheduled messages: those that failed first, then by time. */
import { get } from "#base/table.ts";
import { timedOf } from "#journal/actions/timed.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { Replica } from "#model/replica.ts";
import { isListed, type RowKey } from "#store/list.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { type Filter, filterOf, type ListSource } from "./source.ts";

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
      ? "the stream is archived, or not accessible"
      : "the server could not send it";
  const gone = address.userIds
    .map((id) => get(view.people, id))
    .find((one) => one?.isActive === false);
  return gone === undefined
    ? "the server could not send it"
    : `the account of ${gone.name} is deactivated`;
}

const known = new WeakMap<Replica["scheduled"], readonly GroupedRow[]>();

function rowsOf({ scheduled }: Pick<Replica, "scheduled">): readonly GroupedRow[] {
  const before = known.get(scheduled);
  if (before !== undefined) return before;
  const inOrder = [...scheduled.values()].sort(
    (a, b) =>
      Number(b.failed ?? false) - Number(a.failed ?? false) ||
      a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
  const rows = inOrder.map(({ scheduled_message_id, failed }) => ({
    key: String(scheduled_message_id),
    section: failed ? "failed" : "due",
  }));
  known.set(scheduled, rows);
  return rows;
}

function rowsIn(view: Replica, filter: Filter): readonly GroupedRow[] {
  return rowsOf(view).filter(({ section }) => filter.sections.includes(section));
}

export const scheduledSource: ListSource = {
  filters,
  fresh: ({ view }, filter) => {
    const rows = rowsOf(view);
    const failed = rows.filter(({ section }) => section === "failed").length;
    return { rows: rowsIn(view, filter), counts: { failed, due: rows.length - failed } };
  },
  arrived: ({ view }, list) =>
    rowsIn(view, filterOf(scheduledSource, list)).filter(({ key }) => !isListed(list, key)).length,
  follows: ({ view }) => view.scheduled,
  isEmpty: ({ view }) => view.scheduled.size === 0,
  isOver: ({ view }, key) => scheduledOf(view, key) === undefined,
};
