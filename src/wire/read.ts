/**
 * Reads what servers send, and keeps all of it that a schema describes: a key, an element or an entry that it does not
 * describe is left out and noted, and takes nothing with it.
 *
 * What fits is returned as it is. What does not, which is rare, is copied.
 */
import { isRecord } from "#base/fields.ts";
import { fits } from "./fits.ts";
import { type Fallback, isWhole, ruleFor, rulesOf } from "./object.ts";

/** What could not be read. Contains no server text but the names of declared keys. */
export type Unreadable = {
  /** Names of keys, joined by dots, without positions in lists. */
  readonly path: string;
  readonly reason: string;
  /** A word that is none of the known ones. */
  readonly isNewWord: boolean;
};

type Reading<T> =
  | { readonly kind: "read"; readonly value: T }
  | ({ readonly kind: "unreadable" } & Unreadable);

type Definition = {
  readonly type: string;
  readonly format?: unknown;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly discriminator?: string;
};

type Schema = {
  readonly _zod: { readonly def: Definition };
  readonly safeParse: (
    raw: unknown,
  ) => { readonly success: true; readonly data: unknown } | { readonly success: false };
};

/** A schema with its output. */
type SchemaOf<T> = { readonly _zod: { readonly output: T } };

/** What was left out is pushed onto `skipped`. Unreadable if nothing of `raw` can be used. */
export function read<T>(
  schema: SchemaOf<T>,
  raw: unknown,
  path: string,
  skipped: Unreadable[],
): Reading<T> {
  return readAny(schema as unknown as Schema, raw, path, skipped) as Reading<T>;
}

function readAny(
  schema: Schema,
  raw: unknown,
  path: string,
  skipped: Unreadable[],
): Reading<unknown> {
  if (fits(schema, raw)) return { kind: "read", value: raw };
  const { def } = schema._zod;
  const make = Object.hasOwn(kinds, def.type) ? kinds[def.type] : undefined;
  const { length } = skipped;
  const reading = make === undefined ? parsed(schema, raw, path) : make(schema, raw, path, skipped);
  // The whole is lost: its parts need no notes.
  if (reading.kind === "unreadable") skipped.length = length;
  return reading;
}

type ReadKind = (
  schema: Schema,
  raw: unknown,
  path: string,
  skipped: Unreadable[],
) => Reading<unknown>;

const kinds: Readonly<Record<string, ReadKind>> = {
  optional: ({ _zod: { def } }, raw, path, skipped) =>
    raw === undefined ? asRead(undefined) : readAny(def.innerType as Schema, raw, path, skipped),
  nullable: ({ _zod: { def } }, raw, path, skipped) =>
    raw === null ? asRead(null) : readAny(def.innerType as Schema, raw, path, skipped),
  array: readList,
  record: ({ _zod: { def } }, raw, path, skipped) => {
    if (!isRecord(raw)) return unreadable(def, raw, path);
    const record: Record<string, unknown> = {};
    for (const [key, entry] of ownEntries(raw)) {
      const reading = readAny(def.valueType as Schema, entry, path, skipped);
      if (reading.kind === "read") record[key] = reading.value;
      else skipped.push(reading);
    }
    return asRead(record);
  },
  union: ({ _zod: { def } }, raw, path, skipped) =>
    def.discriminator === undefined
      ? readBest(def, raw, path, skipped)
      : readChosen(def, def.discriminator, raw, path, skipped),
  object: readObject,
};

function asRead(value: unknown): Reading<unknown> {
  return { kind: "read", value };
}

function readList(schema: Schema, raw: unknown, path: string, skipped: Unreadable[]) {
  const { def } = schema._zod;
  if (!Array.isArray(raw)) return unreadable(def, raw, path);
  const list: unknown[] = [];
  for (const element of raw) {
    const reading = readAny(def.element as Schema, element, path, skipped);
    if (reading.kind === "read") list.push(reading.value);
    else if (isWhole(schema)) return reading;
    else skipped.push(reading);
  }
  return asRead(list);
}

/** The option that loses least. */
function readBest(def: Definition, raw: unknown, path: string, skipped: Unreadable[]) {
  let best: { readonly value: unknown; readonly lost: readonly Unreadable[] } | undefined;
  for (const option of def.options ?? []) {
    const lost: Unreadable[] = [];
    const reading = readAny(option, raw, path, lost);
    if (reading.kind === "read" && (best === undefined || lost.length < best.lost.length))
      best = { value: reading.value, lost };
  }
  if (best === undefined) return unreadable(def, raw, path);
  skipped.push(...best.lost);
  return asRead(best.value);
}

/** The option of the object's own word. */
function readChosen(
  def: Definition,
  discriminator: string,
  raw: unknown,
  path: string,
  skipped: Unreadable[],
): Reading<unknown> {
  if (!isRecord(raw)) return unreadable(def, raw, path);
  const word = raw[discriminator];
  const wordOf = ({ _zod }: Schema) => _zod.def.shape?.[discriminator] as Schema;
  const option = def.options?.find((one) => fits(wordOf(one), word));
  if (option !== undefined) return readAny(option, raw, path, skipped);
  const isNewWord = typeof word === "string";
  const reason = isNewWord ? "unknown word" : `received ${kindOf(word)}`;
  return { kind: "unreadable", path: joined(path, discriminator), reason, isNewWord };
}

function readObject(schema: Schema, raw: unknown, path: string, skipped: Unreadable[]) {
  const { shape = {}, catchall } = schema._zod.def;
  if (!isRecord(raw)) return unreadable(schema._zod.def, raw, path);
  const rules = rulesOf(schema) ?? {};
  const whole: Record<string, unknown> =
    catchall === undefined ? {} : Object.fromEntries(ownEntries(raw));
  for (const [key, inner] of Object.entries(shape)) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    const reading = readKey(inner, value, joined(path, key), skipped, ruleFor(rules[key], raw));
    if (reading.kind === "unreadable") return reading;
    if (reading.value === undefined) delete whole[key];
    else whole[key] = reading.value;
  }
  return asRead(whole);
}

/** The value is undefined if the object is read without the key, and unreadable if it is nothing without it. */
function readKey(
  schema: Schema,
  value: unknown,
  path: string,
  skipped: Unreadable[],
  rule: string | Fallback | undefined,
): Reading<unknown> {
  const reading = readAny(schema, value, path, skipped);
  if (reading.kind === "read" || typeof rule === "string") return reading;
  skipped.push(reading);
  return asRead(rule?.otherwise);
}

/** What is read as a whole or not at all. */
function parsed(schema: Schema, raw: unknown, path: string): Reading<unknown> {
  const result = schema.safeParse(raw);
  return result.success ? asRead(result.data) : unreadable(schema._zod.def, raw, path);
}

function unreadable({ type, format }: Definition, raw: unknown, path: string): Reading<never> {
  const isNewWord = (type === "enum" || type === "literal") && typeof raw === "string";
  const wanted = format === "safeint" ? "integer" : type;
  const reason = isNewWord ? "unknown word" : `expected ${wanted}, received ${kindOf(raw)}`;
  return { kind: "unreadable", path, reason, isNewWord };
}

function kindOf(raw: unknown): string {
  if (raw === undefined) return "nothing";
  if (raw === null) return "null";
  return Array.isArray(raw) ? "list" : typeof raw;
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Without a key that is called like the prototype. */
function ownEntries(
  raw: Readonly<Record<string, unknown>>,
): readonly (readonly [string, unknown])[] {
  return Object.entries(raw).filter(([key]) => key !== "__proto__");
}
