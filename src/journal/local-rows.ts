/** What this machine alone keeps and steps change, as rows by key: snoozes, what does not wait, views, folders, proposals. */
import type { LocalFolder, LocalView, Snooze, SnoozeKey } from "#model/local-state.ts";
import type { MessageId } from "#wire/ids.ts";
import type { IntentId } from "./intent.ts";
import type { Proposal } from "./proposals.ts";

type Row = {
  readonly snoozes: readonly [SnoozeKey, Snooze];
  /** Messages that ask, and of which the user has said that nobody waits. */
  readonly dismissals: readonly [MessageId, true];
  /** By fragment. */
  readonly views: readonly [string, LocalView];
  readonly folders: readonly [string, LocalFolder];
  /** What programs propose. */
  readonly proposals: readonly [IntentId, Proposal];
};

export type LocalPart = keyof Row;

export type LocalRows = {
  readonly [Part in LocalPart]: ReadonlyMap<Row[Part][0], Row[Part][1]>;
};

/** The value is undefined if the row is removed. */
export type LocalChanges<Part extends LocalPart> = ReadonlyMap<
  Row[Part][0],
  Row[Part][1] | undefined
>;

type LocalStep<Part extends LocalPart> = {
  readonly before: LocalChanges<Part>;
  readonly after: LocalChanges<Part>;
};

/** What a step changed, in both directions. */
export type LocalSteps = { readonly [Part in LocalPart]?: LocalStep<Part> | undefined };

export const noLocalRows: LocalRows = {
  snoozes: new Map(),
  dismissals: new Map(),
  views: new Map(),
  folders: new Map(),
  proposals: new Map(),
};

const localParts = Object.keys(noLocalRows) as readonly LocalPart[];

export function isSameLocally(one: LocalRows, other: LocalRows): boolean {
  return localParts.every((part) => one[part] === other[part]);
}

/** With these rows set or removed; the same object when nothing changes. */
export function withLocal<Rows extends LocalRows, Part extends LocalPart>(
  rows: Rows,
  part: Part,
  changes: LocalChanges<Part>,
): Rows {
  const before: LocalRows[Part] = rows[part];
  const after = withChanges(before, changes);
  return after === before ? rows : { ...rows, [part]: after };
}

export function localStep<Part extends LocalPart>(
  rows: Pick<LocalRows, Part>,
  part: Part,
  after: LocalChanges<Part>,
): LocalStep<Part> {
  const now: LocalRows[Part] = rows[part];
  return { before: new Map([...after.keys()].map((key) => [key, now.get(key)])), after };
}

/** With what a step changes done, or undone. */
export function withLocalStep<Rows extends LocalRows>(
  rows: Rows,
  step: LocalSteps,
  direction: "before" | "after",
): Rows {
  const withPart = <Part extends LocalPart>(all: Rows, part: Part) => {
    const changes: LocalSteps[Part] = step[part];
    return changes === undefined ? all : withLocal(all, part, changes[direction]);
  };
  return localParts.reduce(withPart, rows);
}

/** Nothing but what the step changes on this machine. */
export function localOf(step: LocalSteps): LocalSteps {
  const changed = localParts.filter((part) => step[part] !== undefined);
  return Object.fromEntries(changed.map((part) => [part, step[part]]));
}

/** `all` with these set, or removed if they are undefined; the same map when nothing changes. */
export function withChanges<Key, Value>(
  all: ReadonlyMap<Key, Value>,
  changes: ReadonlyMap<Key, Value | undefined>,
): ReadonlyMap<Key, Value> {
  const changed = [...changes].filter(([key, after]) => all.get(key) !== after);
  if (changed.length === 0) return all;
  const next = new Map(all);
  for (const [key, after] of changed) {
    if (after === undefined) next.delete(key);
    else next.set(key, after);
  }
  return next;
}
