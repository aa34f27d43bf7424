/**
 * Keeps the undo log on disk: it outlives the program, and is one for all windows of the account.
 *
 * Each change of a step is written at once. What other windows did is read when this one gets the focus, and now and then
 * where terminals do not report that. A start decodes only the last steps, and those before them once these are undone:
 * it costs the same whatever was done before it. The others are decoded after it, a few at a time.
 */
import { lookEvery } from "#base/clock.ts";
import { isShared } from "#journal/append.ts";
import type { IntentId } from "#journal/intent.ts";
import type { Journal, Step } from "#journal/journal.ts";
import type { StoredStep } from "#journal/storage.ts";
import { follow } from "#store/follow.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen, changeSession, changeSteps, isOpenElsewhere } from "#store/store.ts";
import { reasonOf } from "#sync/context.ts";
import type { StoringContext } from "./disk-writes.ts";
import { sharedRows } from "./shared-rows.ts";

/** How long a step can be undone after a restart. */
const keptMs = 24 * 60 * 60 * 1000;
const everyMs = 10_000;
/** How many steps are decoded ahead of the user. */
const ahead = 20;
/** After a start, that many of the others are decoded at a time. */
const slice = 50;
const sliceMs = 200;

export function startSteps(context: StoringContext): void {
  const { store, clock, idle, log, storage } = context;
  const rows = sharedRows(context, (id) => `step ${id}`);
  let earlier = earlierSteps();
  let seen = 0;
  let keptSince = 0;

  const write = (before: Steps, after: Steps) => {
    for (const [id, step] of after)
      if (before.get(id) !== step) rows.write(id, () => storage.putStep(step));
    for (const [id, step] of before)
      if (!after.has(id)) rows.write(id, () => storage.removeStep(step));
  };
  const add = (due: readonly StoredStep[]) => {
    const changes = new Map(due.map((row) => [row.id, row.read()]));
    rows.asRead(() => changeSteps(store, changes));
  };
  const decode = () => {
    for (;;) {
      const due = earlier.due(store.getState());
      if (due.length === 0) return;
      add(due);
    }
  };
  let isDecoding = false;
  const decodeRest = () => {
    isDecoding = earlier.hasMore();
    if (!isDecoding) return;
    clock.after(sliceMs, () => {
      add(earlier.last(slice));
      decodeRest();
    });
  };
  const read = async () => {
    try {
      const stored = await storage.steps(Math.max(keptSince, clock.now() - keptMs), seen);
      seen = stored.seen;
      noteOpenElsewhere(store, stored.openElsewhere);
      earlier.add(stored.rows.filter(({ id }) => !rows.isOwn(id)));
      decode();
      if (!isDecoding) decodeRest();
    } catch (error) {
      log.warn("The undo log could not be read.", { reason: reasonOf(error) });
    }
  };
  const look = () => void idle.during(read());
  follow(store, logParts, ({ journal }, last) => {
    if (rows.isReading()) return;
    write(stepsOf(last.journal), stepsOf(journal));
    decode();
  });
  follow(store, [({ screen }) => screen.terminal.focused], ({ screen }) => {
    if (screen.terminal.focused) look();
  });
  follow(store, [({ session }) => session.stepsSought], ({ screen }) => {
    const { toast } = screen;
    void idle.during(read().then(() => tellFound(store, toast)));
  });
  follow(store, [({ session }) => session.formerRealms], () => {
    // No step of the former realm can be undone: reading forgets them on the disk, too.
    earlier = earlierSteps();
    keptSince = clock.now();
    look();
  });
  lookEvery(clock, everyMs, look);
  write(new Map(), stepsOf(store.getState().journal));
  look();
}

function noteOpenElsewhere(store: Store, ids: readonly IntentId[]): void {
  changeSession(store, (session) => {
    const { openElsewhere: before } = session;
    const isSame = ids.length === before.size && ids.every((id) => before.has(id));
    return isSame ? session : { ...session, openElsewhere: new Set(ids) };
  });
}

/** The next `u` undoes it, instead of one that nobody has seen. */
function tellFound(store: Store, asked: Screen["toast"]): void {
  const state = store.getState();
  const last = state.journal.undo.at(-1);
  if (last === undefined || state.screen.toast !== asked || isOpenElsewhere(state, last)) return;
  const toast = { text: `In another window: ${last.sentence}`, tone: "done", undo: true } as const;
  changeScreen(store, (now) => ({ ...now, toast }));
}

const logParts = [
  ({ journal }: State) => journal.undo,
  ({ journal }: State) => journal.redo,
] as const;

type Steps = ReadonlyMap<string, Step>;

function stepsOf({ undo, redo }: Journal): Steps {
  return new Map([...undo, ...redo].filter(isShared).map((step) => [step.id, step]));
}

/** Steps as the disk has them, which are not in the log yet. */
function earlierSteps() {
  /** Oldest first. */
  let all: readonly StoredStep[] = [];
  return {
    /** Newer versions of a step replace older ones. */
    add: (rows: readonly StoredStep[]) => {
      const ids = new Set(rows.map(({ id }) => id));
      const others = all.filter(({ id }) => !ids.has(id));
      all = [...others, ...rows].sort((one, other) => one.at - other.at);
    },
    hasMore: () => all.length > 0,
    /** Takes the last ones. */
    last: (count: number): readonly StoredStep[] => {
      const taken = all.slice(-count);
      all = all.slice(0, -count);
      return taken;
    },
    /** Takes what concerns the steps in the log, and what undo reaches next. */
    due: ({ journal }: State): readonly StoredStep[] => {
      if (all.length === 0) return [];
      const [oldest] = journal.undo;
      const inLog = new Set([...journal.undo, ...journal.redo].map(({ id }) => id));
      const from = oldest?.at ?? Number.POSITIVE_INFINITY;
      const next = journal.undo.length < ahead ? (all.at(-ahead)?.at ?? 0) : from;
      const isDue = ({ id, at }: StoredStep) => at >= Math.min(from, next) || inLog.has(id);
      const due = all.filter(isDue);
      all = all.filter((row) => !isDue(row));
      return due;
    },
  };
}
