/** What a real server was heard to say, recorded elsewhere: only the vitest project `recordings` reads it. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { folder } from "./recordings-folder.ts";

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
  /** What the person heard after each request. */
  readonly steps: readonly { readonly events: readonly unknown[] }[];
};

/** A message as it was written, and what the server made of it. */
export type Rendered = { readonly source: string; readonly html: string };

/** Every file of a kind by its name, in the order of the names; throws where there are no recordings. */
export function readAll<T>(pattern: string): readonly (readonly [string, T])[] {
  if (!existsSync(folder)) throw new Error("No recordings here: WIRE_FIXTURES names their folder.");
  return readFrom(folder, pattern);
}

/** Every message that was rendered. */
export function renderedMessages(): readonly Rendered[] {
  return readAll<readonly Rendered[]>("markdown/cases.json").flatMap(([, cases]) => cases);
}

const files = new Map<string, readonly (readonly [string, unknown])[]>();

/** Read once: several tests of a file ask for the same. */
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

/** Prints how many were read, and fails when there were none. */
export function tell(kind: string, count: number): void {
  process.stdout.write(`${kind}: ${count} read\n`);
  expect(count, kind).toBeGreaterThan(0);
}
