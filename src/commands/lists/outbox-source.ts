/** What the server has not confirmed: first what needs a decision, then what waits, then what is being sent. */
import { memoizeLast } from "#base/memoize-last.ts";
import type { Intent, IntentId, Phase } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { RowKey } from "#store/list.ts";
import { bySection, type Filter, type ListSource } from "./list.ts";

const sections: Readonly<Record<Exclude<Phase, "answered">, string>> = {
  undecided: "decide",
  failed: "decide",
  waiting: "waiting",
  unconfirmed: "sending",
  sending: "sending",
};
const order = Object.keys(sections);

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["decide", "waiting", "sending"] },
  { key: "decide", title: "Needs a decision", sections: ["decide"] },
  { key: "waiting", title: "Queued", sections: ["waiting"] },
  { key: "sending", title: "Being sent", sections: ["sending"] },
];

/** Undefined after confirmation. */
export function openIntent({ intents }: Pick<Journal, "intents">, key: RowKey): Intent | undefined {
  const intent = intents.get(key as IntentId);
  return intent === undefined || isConfirmed(intent) ? undefined : intent;
}

function isConfirmed({ phase, messageId }: Intent): boolean {
  return phase === "answered" || (phase === "sending" && messageId !== undefined);
}

const rowsOf = memoizeLast((intents: Journal["intents"]): readonly GroupedRow[] =>
  [...intents.values()]
    .filter((intent) => !isConfirmed(intent))
    .sort((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase) || a.createdAt - b.createdAt)
    .flatMap(({ id, phase }) =>
      phase === "answered" ? [] : [{ key: id, section: sections[phase] }],
    ),
);

/** The same rows while the intents are the same. */
export function outboxRows({ intents }: Pick<Journal, "intents">): readonly GroupedRow[] {
  return rowsOf(intents);
}

/**
 * The number of rows that the user should know of: those that need a decision, and while offline all of them. Intents
 * that are delivered in a moment are not counted, or the number would flicker.
 */
export function undelivered(journal: Pick<Journal, "intents">, isLive: boolean): number {
  const rows = outboxRows(journal);
  if (!isLive) return rows.length;
  return rows.filter(({ section }) => section === "decide").length;
}

export const outboxSource: ListSource = {
  ...bySection(filters, ({ journal }) => outboxRows(journal)),
  isOver: ({ journal }, key) => openIntent(journal, key) === undefined,
};
