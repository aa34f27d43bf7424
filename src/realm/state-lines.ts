/**
 * The format of a state file: what the realm was created from, then one line of JSON for everything that changed at once.
 *
 * A line is all or nothing: whatever a request changes stands in one line, so no kill can separate a message from the
 * events about it.
 */
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

export type StoredChange = Change | QueueChange;

/** A change and the line that it stands in, counted from 1. */
export type NumberedChange = { readonly line: number; readonly change: StoredChange };

export type StateLines = {
  readonly blueprint: Blueprint;
  readonly changes: readonly NumberedChange[];
  /** The numbers of lines that are not what a realm writes. */
  readonly damaged: readonly number[];
};

const opening = '{"blueprint":';

/** Whether the bytes are the first line of a state file, or what was written of one before the realm was killed. */
export function beginsStateFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, opening.length)).toString("latin1");
  return opening.startsWith(start);
}

export function blueprintLine(blueprint: Blueprint): string {
  return `${JSON.stringify({ blueprint })}\n`;
}

export function changesLine(changes: readonly StoredChange[]): string {
  return `${JSON.stringify({ changes })}\n`;
}

/** The bytes up to the last line end: what follows was cut off by a kill, and never acknowledged. */
export function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
}

/** Reads whole lines; undefined when the first one does not describe a realm. */
export function readStateLines(bytes: Buffer): StateLines | undefined {
  const texts = linesOf(bytes);
  const blueprint = property(texts[0], "blueprint");
  if (!isBlueprint(blueprint)) return undefined;
  const changes: NumberedChange[] = [];
  const damaged: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (index === 0) continue;
    const line = index + 1;
    const list = property(text, "changes");
    if (Array.isArray(list) && list.every(isChange)) {
      changes.push(...list.map((change) => ({ line, change })));
    } else damaged.push(line);
  }
  return { blueprint, changes, damaged };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Lines without their ends; undefined for bytes that are no text. */
function linesOf(bytes: Buffer): readonly (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf("\n", from);
    try {
      lines.push(strict.decode(bytes.subarray(from, end)));
    } catch {
      lines.push(undefined);
    }
    from = end + 1;
  }
  return lines;
}

function property(line: string | undefined, name: string): unknown {
  try {
    const value: unknown = JSON.parse(line ?? "");
    return isObject(value) ? value[name] : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isChange(value: unknown): value is StoredChange {
  return isObject(value) && typeof value["kind"] === "string";
}

function isBlueprint(value: unknown): value is Blueprint {
  if (!isObject(value) || !isObject(value["realm"]) || !isObject(value["you"])) return false;
  return ["users", "groups", "streams", "messages"].every((name) => Array.isArray(value[name]));
}

/** The same realm in fewer changes: without the past of its queues and without the contents of deleted files. */
export function compacted(changes: readonly StoredChange[]): readonly StoredChange[] {
  const queues = new Map<string, OpenQueue>();
  for (const change of changes) if (isQueueChange(change)) follow(queues, change);
  const standing = [...queues.values()].flatMap(({ queue, opening: opened }) => [
    opened,
    ...standingOf(queue),
  ]);
  return [...withoutDeleted(changes.filter((change) => !isQueueChange(change))), ...standing];
}

/** That a file was deleted stays known. */
function withoutDeleted(changes: readonly StoredChange[]): readonly StoredChange[] {
  const gone = new Set(
    changes.flatMap((change) => (change.kind === "file deleted" ? [change.fileId] : [])),
  );
  return changes.filter((change) => change.kind !== "file added" || !gone.has(change.file.id));
}

export function isQueueChange(change: StoredChange): change is QueueChange {
  return change.kind.startsWith("queue ");
}

type OpenQueue = { readonly queue: Queue; readonly opening: QueueChange };

function follow(queues: Map<string, OpenQueue>, change: QueueChange): void {
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
function standingOf({ id, pruned, events }: Queue): readonly QueueChange[] {
  const told = events.map(
    (event) => ({ kind: "queue told", id, event, replaces: undefined }) as const,
  );
  if (pruned === -1) return told;
  return [{ kind: "queue resumed", id, pruned }, ...told];
}
