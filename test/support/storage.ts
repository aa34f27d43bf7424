/** A disk in memory, which persists over clients, and can be made to fail. */
import type { Draft, Intent, IntentId } from "#journal/intent.ts";
import { type JournalStorage, StorageError, type StorageFailure } from "#journal/storage.ts";
import { stepFrom, storedStep } from "#journal/stored-rows.ts";
import type { Snooze, SnoozeKey } from "#model/local-state.ts";

type StepRow = {
  readonly at: number;
  readonly json: string;
  readonly writer: number;
  readonly number: number;
};

export type Disk = {
  /** Opens it for a process. */
  readonly open: () => JournalStorage;
  readonly intents: Map<IntentId, Intent>;
  readonly drafts: Map<string, Draft>;
  readonly places: Map<string, unknown>;
  readonly snoozes: Map<SnoozeKey, Snooze>;
  /** The undo log, in JSON, by ID; empty: removed. */
  readonly steps: Map<string, StepRow>;
  /** Adds intents that a dead process of the account left. */
  readonly leave: (intents: readonly Intent[]) => void;
  /** Makes every write fail; undefined: succeed again. An `Error` is not a storage failure. */
  readonly fail: (failure: StorageFailure | Error | undefined) => void;
  /** Ends the process that has it open, without closing it. */
  readonly crash: () => void;
};

export const full: StorageFailure = { kind: "full", sentence: "The disk is full." };

export function memoryDisk(): Disk {
  const intents = new Map<IntentId, Intent>();
  const drafts = new Map<string, Draft>();
  const places = new Map<string, unknown>();
  const snoozes: Disk["snoozes"] = new Map();
  const steps: Disk["steps"] = new Map();
  /** The process that took each number which is open. */
  const due = new Map<number, number>();
  let lastStep = 0;
  let failure: StorageFailure | Error | undefined;
  let process = 0;
  const left: Intent[] = [];
  const told = new Set<() => void>();

  const putStep = (id: string, at: number, json: string, writer: number) => {
    lastStep += 1;
    steps.set(id, { at, json, writer, number: lastStep });
  };
  const open = (): JournalStorage => {
    process += 1;
    const mine = process;
    const write = async (change: () => void) => {
      await Promise.resolve();
      if (failure instanceof Error) throw failure;
      if (failure !== undefined) throw new StorageError(failure);
      // A dead process cannot write, although its promises may still run.
      if (mine === process) change();
    };
    return {
      load: async () => ({
        intents: [...intents.values()],
        drafts: new Map(drafts),
        values: new Map(places),
        unreadable: 0,
      }),
      claim: async () => {
        const gained = left.splice(0);
        for (const intent of gained) intents.set(intent.id, intent);
        return { gained, lost: [], elsewhere: [], unreadable: 0 };
      },
      putIntent: async (intent) => {
        await write(() => intents.set(intent.id, intent));
        return { leaseMs: 30_000 };
      },
      removeIntent: ({ id }) => write(() => intents.delete(id)),
      putDraft: (key, draft, over) =>
        write(() => {
          if ((drafts.get(key)?.updatedAt ?? 0) <= over) drafts.set(key, draft);
        }),
      removeDraft: (key, over) =>
        write(() => {
          if ((drafts.get(key)?.updatedAt ?? 0) <= over) drafts.delete(key);
        }),
      values: async (prefix = "") => new Map([...places].filter(([key]) => key.startsWith(prefix))),
      putValue: (key, value) => write(() => places.set(key, structuredClone(value))),
      tellWindows: async () => {
        for (const listener of told) listener();
      },
      whenTold: (listener) => {
        told.add(listener);
        return () => void told.delete(listener);
      },
      take: async (key, numbers, open) => {
        const before = new Set((places.get(key) ?? []) as readonly number[]);
        const fresh = numbers.filter((one) => !before.has(one));
        const left = [...due].flatMap(([one, by]) => (by === mine ? [] : [one]));
        await write(() => {
          places.set(key, [...before, ...numbers]);
          for (const one of [...left, ...fresh.filter((each) => open.includes(each))])
            due.set(one, mine);
        });
        return { fresh, left };
      },
      settle: (_, numbers) =>
        write(() => {
          for (const one of numbers) due.delete(one);
        }),
      release: (key, above) =>
        write(() => {
          const taken = (places.get(key) ?? []) as readonly number[];
          places.set(
            key,
            taken.filter((one) => one <= above),
          );
          for (const one of [...due.keys()]) if (one > above) due.delete(one);
        }),
      snoozes: async () =>
        new Map([...snoozes].map(([key, snooze]) => [key, { ...snooze, isDue: false }])),
      putSnooze: (key, snooze) => write(() => snoozes.set(key, snooze)),
      removeSnooze: (key) => write(() => snoozes.delete(key)),
      steps: async (since, seen) => {
        for (const [id, { at }] of steps) if (at < since) steps.delete(id);
        const rows = [...steps]
          .filter(([, { number, writer }]) => number > seen && writer !== mine)
          .sort(([, one], [, other]) => one.at - other.at || one.number - other.number);
        const all = rows.map(([id, { at, json }]) => ({ id, at, read: () => stepFrom(json) }));
        return {
          rows: all,
          seen: Math.max(seen, ...rows.map(([, { number }]) => number)),
          openElsewhere: [],
        };
      },
      putStep: (step) => write(() => putStep(step.id, step.at, storedStep(step), mine)),
      removeStep: ({ id, at }) => write(() => putStep(id, at, "", mine)),
      close: async () => undefined,
    };
  };
  return {
    open,
    intents,
    drafts,
    places,
    snoozes,
    steps,
    leave: (more) => void left.push(...more),
    fail: (next) => {
      failure = next;
    },
    crash: () => {
      process += 1;
    },
  };
}
