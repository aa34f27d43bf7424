/** What a real server was heard to say, recorded elsewhere, where it is at hand; it is no part of the repository. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { WIRE_FIXTURES } = process.env;

const usual = new URL("../../../shared/fixtures/wire", import.meta.url).pathname;
const folder = WIRE_FIXTURES ?? usual;

/** Whether these are the recordings that lists of exceptions were made from: others need not show what is listed. */
export const isUsual = folder === usual;

/** Why there is nothing to test; empty when there is. */
export const absence = existsSync(folder)
  ? ""
  : "no recordings here; WIRE_FIXTURES names their folder";

/** Whether a recording that a list names can show anything: of others nobody knows which show what. */
export function isShown(name: string): boolean {
  return isUsual && existsSync(`${folder}/${name}.json`);
}

/** Said with what differs where others stand alone; empty otherwise. */
export const caution =
  absence !== "" || existsSync(usual)
    ? ""
    : "These recordings stand alone: whoever and whatever they do not tell of was not there when the realm was asked. Beside the usual ones they are asked of a realm that has more";

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

export type Happening = {
  readonly action: Asked | readonly Asked[];
  readonly as?: string;
  readonly status?: number;
  readonly answer?: Readonly<Record<string, unknown>> | null;
  readonly seen_by: Readonly<Record<string, readonly unknown[]>>;
};

/** What was done, once, and what the person heard of it. */
export type Step = {
  /** Null or absent for what came late. */
  readonly request?: Asked | null;
  readonly status?: number;
  readonly answer?: Readonly<Record<string, unknown>> | null;
  readonly events: readonly unknown[];
};

export type Sequence = {
  /** The keys of the register answer that are others in the end. */
  readonly changed_keys: readonly string[];
  readonly person: string;
  readonly user_id: number;
  readonly register_request: Readonly<Record<string, string>>;
  readonly register: Readonly<Record<string, unknown>>;
  readonly register_after: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
};

/** A message as it was written, and what the server made of it. */
export type Rendered = { readonly source: string; readonly html: string };

/** Every file of a kind by its name, in the order of the names. Empty without recordings. */
export function readAll<T>(pattern: string): readonly (readonly [string, T])[] {
  return absence === "" ? readFrom(folder, pattern) : [];
}

/** The same of all recordings at hand, the usual ones too where others are named: what is known of the server beside. */
export function readEverywhere<T>(pattern: string): readonly (readonly [string, T])[] {
  const others = folder !== usual && existsSync(usual) ? readFrom<T>(usual, pattern) : [];
  return [...new Map([...others, ...readAll<T>(pattern)])];
}

/** Every message that was rendered. Empty without recordings. */
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

/** A test that is reported as skipped, with the reason, where there are no recordings; it may take a minute. */
export function recorded(sentence: string, body: () => void | Promise<void>): void {
  if (absence === "") test(sentence, body, 60_000);
  else test(`${sentence} (${absence})`, ({ skip }) => skip());
}

/** Says how many were read, and fails when there were none. */
export function tell(kind: string, count: number): void {
  process.stdout.write(`${kind}: ${count} read\n`);
  expect(count, kind).toBeGreaterThan(0);
}
