/** Recordings of a real server, read only by the vitest project `recordings`. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect } from "vitest";
import { folders } from "./recordings-folder.ts";

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly as?: string;
  readonly params?: Readonly<Record<string, string>>;
};

export type Exchange = {
  readonly request: Asked;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

export type RecordedStep = {
  readonly seen_by: Readonly<Record<string, readonly unknown[]>>;
};

export type Sequence = {
  readonly register: Readonly<Record<string, unknown>>;
  readonly register_after: Readonly<Record<string, unknown>>;
  /** The user's events after each request. */
  readonly steps: readonly { readonly events: readonly unknown[] }[];
};

/** The source of a message, and the server's HTML. */
export type Rendered = { readonly source: string; readonly html: string };

/** The recordings of one server. */
export type RecordedSet = {
  /** All matching files by name, sorted. */
  readonly readAll: <T>(pattern: string) => readonly (readonly [string, T])[];
};

/** Declares tests for each server that was recorded, by the name of its folder; throws without recordings. */
export function inEachSet(declare: (name: string, set: RecordedSet) => void): void {
  for (const folder of existing())
    declare(basename(folder), { readAll: (pattern) => readFrom(folder, pattern) });
}

function existing(): readonly string[] {
  const found = folders.filter((folder) => existsSync(folder));
  if (found.length > 0) return found;
  throw new Error("No recordings here: WIRE_FIXTURES names their folder.");
}

/** All messages that the server rendered. */
export function renderedBy({ readAll }: RecordedSet): readonly Rendered[] {
  return readAll<readonly Rendered[]>("markdown/cases.json").flatMap(([, cases]) => cases);
}

/** The server's own words about itself. */
export function registerOf({ readAll }: RecordedSet): Sequence["register"] {
  const [[, { register }]] = readAll<Sequence>("sequences/*.json") as [[string, Sequence]];
  return register;
}

const files = new Map<string, readonly (readonly [string, unknown])[]>();

/** Cached, because several tests of a file read the same recordings. */
function readFrom<T>(where: string, pattern: string): readonly (readonly [string, T])[] {
  const key = `${where} ${pattern}`;
  const list =
    files.get(key) ??
    globSync(pattern, { cwd: where })
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(`${where}/${name}`, "utf8"))] as const);
  files.set(key, list);
  return list as readonly (readonly [string, T])[];
}

/** Prints the number of recordings read, and fails if there were none. */
export function tell(kind: string, count: number): void {
  process.stdout.write(`${kind}: ${count} read\n`);
  expect(count, kind).toBeGreaterThan(0);
}
