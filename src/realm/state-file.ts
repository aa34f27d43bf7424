/** A realm that outlives its program: its state file is read at the start, shortened, and written for as long as it lives. */
import { existsSync } from "node:fs";
import { StateFileProblem } from "./failures.ts";
import { type LineFile, openLineFile, type Write } from "./line-file.ts";
import {
  beginsStateFile,
  blueprintLine,
  changesLine,
  compacted,
  isQueueChange,
  type NumberedChange,
  readStateLines,
  type StateLines,
  wholeLines,
} from "./state-lines.ts";
import type { Restoring, Save } from "./storage.ts";

export type StateFileOptions = {
  /** Leaves out damaged lines, and keeps the file as it was beside the new one. */
  readonly repair?: boolean | undefined;
  /** For tests with disks that fail. */
  readonly write?: Write;
};

export type Repair = {
  /** The numbers of the lines that were left out, ascending. */
  readonly lines: readonly number[];
  /** Where the file is as it was. */
  readonly original: string;
};

export type StateFile = {
  readonly save: Save;
  /** What the first `restore` has left out; undefined when nothing was damaged. */
  readonly repaired: () => Repair | undefined;
  readonly close: () => void;
};

/** Opens or creates the file. Throws a `StateFileProblem` where it cannot be used. */
export function openStateFile(
  name: string,
  { repair = false, write }: StateFileOptions = {},
): StateFile {
  const file = openLineFile(name, write);
  const { path } = file;
  let isShortened = false;
  let repaired: Repair | undefined;
  const onDamage = (line: number) => {
    if (!repair) throw damagedLine(path, line);
  };
  const restore = (restoring: Restoring) => {
    const lines = linesOf(file);
    const damaged = restoreLines(lines, restoring, onDamage);
    if (isShortened) return;
    if (damaged.size > 0) {
      repaired = { lines: [...damaged].sort((a, b) => a - b), original: freeName(path) };
      file.copyTo(repaired.original);
    }
    shorten(file, lines, damaged);
    isShortened = true;
  };
  return {
    save: {
      blueprint: isNew(file) ? undefined : linesOf(file).blueprint,
      begin: (blueprint) => file.append(blueprintLine(blueprint)),
      append: (changes) => file.append(changesLine(changes)),
      restore,
    },
    repaired: () => repaired,
    close: file.close,
  };
}

/** A file without a whole line is new, unless it holds something that no realm has written. */
function isNew({ path, read }: LineFile): boolean {
  const bytes = read();
  if (!beginsStateFile(bytes)) throw notAStateFile(path);
  return !bytes.includes("\n");
}

function linesOf({ path, read }: LineFile): StateLines {
  const lines = readStateLines(wholeLines(read()));
  if (lines === undefined) throw notAStateFile(path);
  return lines;
}

function notAStateFile(path: string): StateFileProblem {
  return new StateFileProblem(
    `Line 1 of ${path} does not describe a realm. Choose another file, or remove this one to start a new realm.`,
  );
}

function damagedLine(path: string, line: number): StateFileProblem {
  return new StateFileProblem(
    `Line ${line} of ${path} is damaged. Start with --repair to go on without it; the file as it is stays beside the new one.`,
  );
}

/** Restores the realm from all lines that can be read and applied, and gives the numbers of the others. */
function restoreLines(
  { changes, damaged }: StateLines,
  restoring: Restoring,
  onDamage: (line: number) => void,
): ReadonlySet<number> {
  const bad = new Set<number>();
  const leaveOut = (line: number) => {
    onDamage(line);
    bad.add(line);
  };
  damaged.forEach(leaveOut);
  for (;;) {
    const failed = firstFailure(usable(changes, bad), restoring);
    if (failed === undefined) return bad;
    leaveOut(failed);
  }
}

function firstFailure(
  changes: readonly NumberedChange[],
  { reset, apply }: Restoring,
): number | undefined {
  reset();
  for (const { line, change } of changes) {
    try {
      apply(change);
    } catch {
      return line;
    }
  }
  return undefined;
}

/** What the other lines say. Queues are left out with a damaged line: an event that was in it would never be told. */
function usable(
  changes: readonly NumberedChange[],
  damaged: ReadonlySet<number>,
): readonly NumberedChange[] {
  if (damaged.size === 0) return changes;
  return changes.filter(({ line, change }) => !damaged.has(line) && !isQueueChange(change));
}

/** Writes the same realm in fewer lines. Where there is no room for that, an undamaged file stays as it is. */
function shorten(file: LineFile, lines: StateLines, damaged: ReadonlySet<number>): void {
  const changes = compacted(usable(lines.changes, damaged).map(({ change }) => change));
  const texts = changes.map((change) => changesLine([change]));
  try {
    file.replace([blueprintLine(lines.blueprint), ...texts].join(""));
  } catch (problem) {
    if (damaged.size > 0) throw problem;
  }
}

function freeName(path: string): string {
  let name = `${path}.damaged`;
  for (let count = 2; existsSync(name); count += 1) name = `${path}.damaged-${count}`;
  return name;
}
