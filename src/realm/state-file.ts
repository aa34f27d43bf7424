/**
 * A realm that outlives its program: one file of JSON lines, what it was born with first, then every change.
 *
 * Lines are written every quarter of a second at the latest and never altered, so a program that is killed loses a
 * moment at most, and a line that was cut in half is the last one and is left out. At each start the file is written
 * anew without the queues' past and without deleted files, under another name first.
 */
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { Clock } from "#base/clock.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/changes.ts";
import {
  openQueue,
  prune,
  type Queue,
  type QueueChange,
  record,
  resume,
} from "#realm/state/queues.ts";
import type { Save } from "./realm.ts";

type Line = { readonly blueprint: Blueprint } | { readonly change: Change | QueueChange };

export type StateFile = {
  readonly save: Save;
  /** Writes what is waiting; nothing is kept afterwards. */
  readonly close: () => void;
};

const delayMs = 250;

/** Opens or makes the file; throws what the file system says when that is impossible. */
export function openStateFile(path: string, clock: Clock): StateFile {
  const { blueprint, changes } = compacted(readLines(path));
  if (blueprint !== undefined) rewrite(path, blueprint, changes);
  else appendFileSync(path, "", { mode: 0o600 });
  const file = openSync(path, "a", 0o600);
  let isOpen = true;
  let waiting: string[] = [];
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    writeSync(file, waiting.join(""));
    waiting = [];
  };
  const write = (line: Line) => {
    if (!isOpen) return;
    waiting.push(`${JSON.stringify(line)}\n`);
    cancel ??= clock.after(delayMs, flush);
  };
  const begin = (born: Blueprint) => {
    write({ blueprint: born });
    flush();
  };
  return {
    save: { blueprint, changes, begin, append: (change) => write({ change }) },
    close: () => {
      flush();
      isOpen = false;
      closeSync(file);
    },
  };
}

/** Every whole line; none when there is no file. */
function readLines(path: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (problem) {
    if (problem instanceof Error && "code" in problem && problem.code === "ENOENT") return [];
    throw problem;
  }
  const lines = text.split("\n");
  // What follows the last line end was cut in half.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}

type Kept = {
  readonly blueprint: Blueprint | undefined;
  readonly changes: readonly (Change | QueueChange)[];
};

/** The lines with each queue as it stands in place of all that happened to it. */
function compacted(lines: readonly Line[]): Kept {
  const queues = new Map<string, { readonly queue: Queue; readonly opening: QueueChange }>();
  const changes: (Change | QueueChange)[] = [];
  let blueprint: Blueprint | undefined;
  for (const line of lines) {
    if ("blueprint" in line) blueprint = line.blueprint;
    else if (isQueueChange(line.change)) follow(queues, line.change);
    else changes.push(line.change);
  }
  for (const { queue, opening } of queues.values()) {
    changes.push(opening, ...standing(queue));
  }
  return { blueprint, changes: withoutDeleted(changes) };
}

/** What was deleted is not kept, not even where nobody looks; that it was deleted is. */
function withoutDeleted(changes: Kept["changes"]): Kept["changes"] {
  const gone = new Set(
    changes.flatMap((change) => (change.kind === "file deleted" ? [change.fileId] : [])),
  );
  return changes.filter((change) => change.kind !== "file added" || !gone.has(change.file.id));
}

function isQueueChange(change: Change | QueueChange): change is QueueChange {
  return change.kind.startsWith("queue ");
}

function follow(
  queues: Map<string, { readonly queue: Queue; readonly opening: QueueChange }>,
  change: QueueChange,
): void {
  if (change.kind === "queue opened") {
    queues.set(change.id, { queue: openQueue(change, 0), opening: change });
    return;
  }
  const known = queues.get(change.id);
  if (known === undefined) return;
  if (change.kind === "queue told") record(known.queue, change);
  else if (change.kind === "queue acknowledged") prune(known.queue, change.upTo);
  else if (change.kind === "queue resumed") resume(known.queue, change.pruned);
  else queues.delete(change.id);
}

/** What brings a fresh queue to where this one is: where it was pruned, and what is pending. */
function standing({ id, pruned, events }: Queue): readonly QueueChange[] {
  const told = events.map(
    (event) => ({ kind: "queue told", id, event, replaces: undefined }) as const,
  );
  if (pruned === -1) return told;
  return [{ kind: "queue resumed", id, pruned }, ...told];
}

function rewrite(path: string, blueprint: Blueprint, changes: Kept["changes"]): void {
  const lines: Line[] = [{ blueprint }, ...changes.map((change) => ({ change }))];
  const beside = `${path}.new`;
  writeFileSync(beside, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  renameSync(beside, path);
}
